package dev.longstop.ingress;

import dev.longstop.contract.Answers.Fixed;
import dev.longstop.inbox.Acceptance;
import dev.longstop.verify.Extraction.Defect;
import dev.longstop.verify.Verdict.Reason;

/** What examining a delivery found. */
sealed interface Finding {

    /** It is the sender's and can be taken in. */
    record Sound(Acceptance acceptance) implements Finding {}

    /** It is the sender's, and only asks whether we are there. */
    record Question(Fixed answer) implements Finding {}

    /** It is not the sender's. */
    record Forged(Reason reason) implements Finding {}

    /** It is the sender's, and cannot be used. */
    record Useless(Defect defect) implements Finding {}
}
