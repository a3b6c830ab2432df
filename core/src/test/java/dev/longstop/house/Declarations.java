package dev.longstop.house;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;

/** Walks the declarations of a file, and answers where one stands. */
final class Declarations {

    private Declarations() {}

    /** What a check says of every type, method and variable of a file. */
    static List<Finding> each(JavaSource source, Function<TreePath, Stream<Finding>> check) {
        var findings = new ArrayList<Finding>();
        new TreePathScanner<Void, Void>() {
            @Override
            public Void visitClass(ClassTree type, Void nothing) {
                check.apply(getCurrentPath()).forEach(findings::add);
                return super.visitClass(type, null);
            }

            @Override
            public Void visitMethod(MethodTree method, Void nothing) {
                check.apply(getCurrentPath()).forEach(findings::add);
                return super.visitMethod(method, null);
            }

            @Override
            public Void visitVariable(VariableTree variable, Void nothing) {
                check.apply(getCurrentPath()).forEach(findings::add);
                return super.visitVariable(variable, null);
            }
        }.scan(source.unit(), null);
        return List.copyOf(findings);
    }

    /** Whether a method says that it overrides another. */
    static boolean overrides(MethodTree method) {
        return method.getModifiers().getAnnotations().stream()
                .anyMatch(
                        annotation -> annotation.getAnnotationType().toString().equals("Override"));
    }

    /** Whether a method is a constructor. */
    static boolean constructs(MethodTree method) {
        return method.getReturnType() == null;
    }

    /** Whether others see a type: it is public, and so are all types around it. */
    static boolean visibleType(TreePath type) {
        for (var at = type; !(at.getLeaf() instanceof CompilationUnitTree); at = at.getParentPath()) {
            boolean open = at.getLeaf() instanceof ClassTree it
                    && (it.getModifiers().getFlags().contains(Modifier.PUBLIC) || inInterface(at));
            if (!open) {
                return false;
            }
        }
        return true;
    }

    /** Whether others see a method: it is public, and so is the type around it. */
    static boolean visibleMethod(TreePath method) {
        var flags = ((MethodTree) method.getLeaf()).getModifiers().getFlags();
        boolean open = flags.contains(Modifier.PUBLIC) || (inInterface(method) && !flags.contains(Modifier.PRIVATE));
        return open && visibleType(method.getParentPath());
    }

    /** Whether a declaration is a member of an interface. */
    static boolean inInterface(TreePath declaration) {
        return declaration.getParentPath().getLeaf().getKind() == Tree.Kind.INTERFACE;
    }

    /** Whether a declaration is a member of a record. */
    static boolean inRecord(TreePath declaration) {
        return declaration.getParentPath().getLeaf().getKind() == Tree.Kind.RECORD;
    }

    /** Whether a variable is a static field. */
    static boolean isStatic(TreePath variable) {
        return variable.getParentPath().getLeaf() instanceof ClassTree
                && (inInterface(variable)
                        || ((VariableTree) variable.getLeaf())
                                .getModifiers()
                                .getFlags()
                                .contains(Modifier.STATIC));
    }
}
