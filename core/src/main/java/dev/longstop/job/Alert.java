package dev.longstop.job;

/** What a merge has to tell people. */
public enum Alert {
    /** The platform used a word that its data do not list. */
    UNMAPPED_STATUS,
    /** Another outcome came after the outcome. */
    CONTRADICTION,
    /** The platform works on it again, and nobody opened a generation for that. */
    REOPENED,
    /** The platform does not know it any more. */
    LOST,
    /** Its outcome was not known within the time that the service level allows. */
    SLA_BREACHED
}
