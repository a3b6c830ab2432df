package dev.longstop.telemetry;

/**
 * The names of metrics, as Prometheus shows them: a contract with whoever watches. {@code docs/metrics.md} says what
 * each means and when to alert.
 *
 * <p>The registry adds the unit and {@code _total}; the constants say the whole name, and {@link Metrics} takes it
 * apart.
 */
public final class MetricNames {

    /** Deliveries by what became of them. Labels {@code source}, {@code outcome}. */
    public static final String DELIVERIES = "longstop_deliveries_total";
    /** Deliveries by the secret or key that verified them. Labels {@code source}, {@code secret}. */
    public static final String SECRET_MATCHES = "longstop_secret_matches_total";
    /** From the first byte of a delivery to the answer after its commit. */
    public static final String ACCEPT = "longstop_accept_seconds";
    /** Attempts that ended. Labels {@code agent}, {@code outcome}. */
    public static final String RUNS = "longstop_runs_total";
    /** Runs whose time has come and that nobody works on. */
    public static final String RUNS_DUE = "longstop_runs_due";
    /** Runs that wait for a person. */
    public static final String RUNS_HELD = "longstop_runs_held";
    /** How long the run that has waited longest has been due. */
    public static final String RUN_OLDEST_DUE = "longstop_run_oldest_due_seconds";
    /** How long attempts took. Label {@code agent}. */
    public static final String RUN = "longstop_run_seconds";
    /** Settlements that came too late: someone else held the lease. */
    public static final String SETTLE_FENCED = "longstop_settle_fenced_total";
    /** Changes of jobs' states. Labels {@code platform}, {@code state}, {@code channel}. */
    public static final String TRANSITIONS = "longstop_transitions_total";
    /** Outcomes that a poll found and no push announced. Label {@code platform}. */
    public static final String RESCUES = "longstop_rescues_total";
    /** Outcomes that differ from the one that stands. Label {@code platform}. */
    public static final String CONTRADICTIONS = "longstop_contradictions_total";
    /** From the platform's finish to our outcome. Label {@code platform}. */
    public static final String COMPLETION_LAG = "longstop_completion_lag_seconds";
    /** Jobs whose outcome was not known in time. Label {@code platform}. */
    public static final String SLA_BREACHES = "longstop_sla_breaches_total";
    /** Asks for jobs, by what came of them. Labels {@code platform}, {@code outcome}. */
    public static final String POLLS = "longstop_polls_total";
    /** Jobs of ours that are not over. Label {@code platform}. */
    public static final String JOBS_UNFINISHED = "longstop_jobs_unfinished";
    /** Of these, those that take longer than such jobs take. Label {@code platform}. */
    public static final String JOBS_STUCK = "longstop_jobs_stuck";
    /** Jobs whose turn to be asked for was more than a minute ago. */
    public static final String JOBS_ASK_OVERDUE = "longstop_jobs_ask_overdue";
    /** For how long nothing came from a platform that announces what happens. Label {@code platform}. */
    public static final String PUSH_SILENCE = "longstop_push_silence_seconds";
    /** Attempts of effects that ended. Labels {@code effect}, {@code outcome}. */
    public static final String EFFECTS = "longstop_effects_total";
    /** Items that shared a commit. */
    public static final String COMMIT_BATCH_SIZE = "longstop_commit_batch_size";
    /** How long a commit took, its statements included. */
    public static final String COMMIT = "longstop_commit_seconds";
    /** The size of SQLite's write-ahead log. */
    public static final String WAL_BYTES = "longstop_wal_bytes";

    private MetricNames() {}
}
