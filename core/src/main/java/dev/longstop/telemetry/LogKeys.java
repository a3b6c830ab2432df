package dev.longstop.telemetry;

/** The keys of log lines' fields: a contract with whoever searches them. */
public final class LogKeys {

    /** The event that the line is about, as {@code source/event_id}: on every line that is about one (S9). */
    public static final String EVENT = "event";
    /** The run's row id. */
    public static final String RUN = "run";
    /** The agent's name in the configuration. */
    public static final String AGENT = "agent";
    /** The number of the attempt, from 1. */
    public static final String ATTEMPT = "attempt";
    /** The source's name in the configuration. */
    public static final String SOURCE = "source";
    /** A limit of an agent, as configured. */
    public static final String LIMIT = "limit";
    /** What became of it, in a word of ours. */
    public static final String OUTCOME = "outcome";
    /** Leases that the run lost. */
    public static final String LAPSES = "lapses";
    /** The job that the line is about, as {@code platform/job_id}. */
    public static final String JOB = "job";
    /** The effect that the line is about, by its row id. */
    public static final String EFFECT = "effect";
    /** Its name in the configuration. */
    public static final String NAME = "name";
    /** Who said so: push, pull, launch, operator. */
    public static final String CHANNEL = "channel";
    /** The component that a thread turns. */
    public static final String STEP = "step";
    /** The work that a thread does. */
    public static final String WORK = "work";
    /** How long it took or takes, in milliseconds. */
    public static final String MS = "ms";
    /** How many. */
    public static final String COUNT = "count";
    /** The code of an error; its page is {@code docs/errors/<code>.md}. */
    public static final String CODE = "code";
    /** Why, in a sentence for people, without secrets. */
    public static final String WHY = "why";
    /** What the machinery below said, in its own words. */
    public static final String CAUSE = "cause";
    /** A process of the operating system. */
    public static final String PROCESS = "process";
    /** Where senders post to. */
    public static final String PUBLIC = "public";
    /** Where the admin API listens. */
    public static final String ADMIN = "admin";
    /** Places of the configuration that changed, never values. */
    public static final String CHANGED = "changed";
    /** A file or folder. */
    public static final String PATH = "path";

    private LogKeys() {}
}
