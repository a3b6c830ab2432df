package dev.longstop.contract;

import dev.longstop.contract.Template.Word;
import java.util.List;

/** What the proofs of a contract cover, as far as the contract does not say it itself. */
final class Coverage {

    private Coverage() {}

    /** Whether every proof covers the body. A CRC of it is no cover: other bodies with the same one are easily made. */
    static boolean ofBody(List<Auth> auth) {
        return !auth.isEmpty() && auth.stream().allMatch(Coverage::ofBody);
    }

    private static boolean ofBody(Auth auth) {
        return auth instanceof Auth.Signature signature
                && (signature.signed().has(Word.BODY) || signature.signed().has(Word.SHA256HEX_BODY));
    }

    /** Whether every proof covers all the places where the identity may stand. */
    static boolean ofId(List<Auth> auth, List<Locator> eventId) {
        return !auth.isEmpty()
                && auth.stream().allMatch(proof -> eventId.stream().allMatch(place -> of(proof, place)));
    }

    private static boolean of(Auth auth, Locator place) {
        if (place instanceof Locator.Joined joined) {
            return joined.parts().stream().allMatch(part -> of(auth, part));
        }
        if (place instanceof Locator.Unless unless) {
            return of(auth, unless.place());
        }
        if (place instanceof Locator.Constant) {
            return true;
        }
        if (place instanceof Locator.InJson || place instanceof Locator.BodyHash) {
            return ofBody(auth) || at(auth, place);
        }
        return at(auth, place);
    }

    private static boolean at(Auth auth, Locator place) {
        if (!(auth instanceof Auth.Signature signature)) {
            return false;
        }
        boolean byId = signature.signed().has(Word.ID)
                && signature.idFrom().filter(place::equals).isPresent();
        return byId || signature.signed().parts().contains(new Template.At(place));
    }
}
