package dev.longstop.house;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** What the build files ask for. */
final class Poms {

    private static final Set<String> ASKING = Set.of("dependency", "plugin", "path", "extension");

    private Poms() {}

    /**
     * One artifact that a build file names.
     *
     * @param pom the build file
     * @param group its group, empty where the build file leaves it out
     * @param name its name
     * @param version its version as written, empty where another file says it
     */
    record Artifact(String pom, String group, String name, String version) {}

    /** Every artifact of others that the build files name: dependencies, plugins, processors. */
    static List<Artifact> artifacts(Map<String, String> texts) {
        var artifacts = new ArrayList<Artifact>();
        texts.forEach((path, text) -> {
            if (path.equals("pom.xml") || path.endsWith("/pom.xml")) {
                collect(path, parse(text), artifacts);
            }
        });
        return artifacts.stream()
                .filter(artifact -> !artifact.group.equals("dev.longstop"))
                .distinct()
                .toList();
    }

    private static void collect(String pom, Element element, List<Artifact> artifacts) {
        if (ASKING.contains(element.getTagName())) {
            artifacts.add(new Artifact(
                    pom, child(element, "groupId"), child(element, "artifactId"), child(element, "version")));
        }
        for (var node = element.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element child) {
                collect(pom, child, artifacts);
            }
        }
    }

    private static String child(Element element, String name) {
        for (var node = element.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element child && child.getTagName().equals(name)) {
                return child.getTextContent().strip();
            }
        }
        return "";
    }

    private static Element parse(String text) {
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(new StringReader(text)))
                    .getDocumentElement();
        } catch (ParserConfigurationException | SAXException e) {
            throw new IllegalArgumentException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Versions that may change under us, and libraries that must not come in. */
    static List<Finding> unwelcome(List<Artifact> artifacts) {
        var findings = new ArrayList<Finding>();
        for (var artifact : artifacts) {
            if (artifact.version.matches(".*SNAPSHOT|LATEST|RELEASE|[\\[(].*")) {
                findings.add(new Finding(
                        artifact.pom,
                        1,
                        artifact.name + " has the version " + artifact.version
                                + ", which may change under us; pin one"));
            }
            if (artifact.name.contains("jqwik") || artifact.name.matches("mockito.*|easymock|powermock.*|wiremock.*")) {
                findings.add(new Finding(artifact.pom, 1, artifact.name + " is not used here: see RATIONALE.md"));
            }
        }
        return findings;
    }
}
