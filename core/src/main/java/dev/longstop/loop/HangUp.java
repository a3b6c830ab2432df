package dev.longstop.loop;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/**
 * The operator's wish that the process read its configuration again (SIGHUP).
 *
 * <p>Java has no interface for signals but one of its own insides; where that is missing, there is no such wish.
 * Without a reaction the Java machine takes the signal for a wish to end.
 */
public final class HangUp {

    private HangUp() {}

    /**
     * Reacts from now on.
     *
     * @param reaction runs on a thread of the Java machine, and must be short
     * @return whether the Java machine can tell
     */
    public static boolean listen(Runnable reaction) {
        try {
            var signal = Class.forName("sun.misc.Signal");
            var handler = Class.forName("sun.misc.SignalHandler");
            var ours = Proxy.newProxyInstance(
                    HangUp.class.getClassLoader(), new Class<?>[] {handler}, (self, called, with) -> {
                        if (called.getName().equals("handle")) {
                            reaction.run();
                        }
                        return null;
                    });
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance("HUP"), ours);
            return true;
        } catch (ClassNotFoundException | NoSuchMethodException | InstantiationException noSuchInsides) {
            return false;
        } catch (IllegalAccessException | InvocationTargetException notHere) {
            return false;
        }
    }
}
