-- Schema version 1. Instants are epoch milliseconds (UTC). Flags are 0 or 1. JSON stands in text columns.
-- Unique indexes carry the guarantees, CHECK constraints tie states to their timestamps, partial indexes keep the
-- unfinished sets small: no cost grows with history.
-- What a column may say on the road is asked word by word, which costs less than a list.
-- Words in indexes are ordered by their bytes: a language's order changes with the system's library, and an index that
-- was built in the old one then no longer finds what is in it, so that a known event would be new.

create table delivery (
    id            bigint primary key,
    source        text    not null,
    received_at   bigint  not null,
    body          bytea,
    body_hash     bytea   not null,
    -- finds a body as well as the whole hash does, in half the pages: a new one falls anywhere among all of them
    body_key      bytea   not null generated always as (substr(body_hash, 1, 8)) stored,
    body_bytes    integer not null check (body_bytes >= 0),
    content_type  text    not null,
    headers       text    not null,
    secret        text,
    replay_watch  integer not null check (replay_watch in (0, 1)),
    pruned_at     bigint,
    check ((body is null) = (pruned_at is not null))
);
create index delivery_replay on delivery (body_key) where replay_watch = 1;

create table inbox (
    seq                 bigint generated always as identity primary key,
    source              text collate "C" not null,
    event_id            text collate "C" not null check (length(event_id) between 1 and 255),
    event_id_raw        bytea,
    event_id_origin     text    not null check (event_id_origin = 'sender' or event_id_origin = 'body_hash'
                                    or event_id_origin = 'operator'),
    delivery_id         bigint  not null,
    item                integer not null check (item >= 0),
    item_hash           bytea   not null,
    type                text collate "C" not null,
    action              text    not null,
    subject             text,
    received_at         bigint  not null,
    body_authenticated  integer not null check (body_authenticated in (0, 1)),
    suspected_replay    integer not null check (suspected_replay in (0, 1)),
    ignored             text,
    unique (source, event_id),
    unique (delivery_id, item)
);
create index inbox_type on inbox (source, type, seq);

create table job (
    id                   bigint primary key,
    platform             text collate "C" not null,
    job_id               text collate "C",
    generation           integer not null check (generation >= 1),
    generation_key       text,
    generation_order     bigint,
    ownership            text    not null check (ownership in ('tracked', 'planted', 'orphan', 'foreign')),
    agent                text,
    intent_key           text collate "C",
    state                text collate "C" not null,
    superseded           integer not null default 0 check (superseded in (0, 1)),
    launch               text    not null default 'none' check (launch in ('none', 'intended', 'sent', 'known',
                                                                    'uncertain')),
    raw                  text    not null default '{}',
    flags                text    not null default '[]',
    attention            text,
    seq                  text,
    seq_kind             text,
    decided_by           text    check (decided_by in ('push', 'pull', 'launch', 'operator')),
    ask_with             text    not null default '{}',
    result               text,
    created_at           bigint  not null,
    opened_at            bigint  not null,
    started_at           bigint,
    finished_at          bigint,
    ended_at             bigint,
    lost_since           bigint,
    lost_final           integer not null default 0 check (lost_final in (0, 1)),
    cancel_requested_at  bigint,
    cancel_sent_at       bigint,
    first_push_at        bigint,
    outcome_push_at      bigint,
    rescue_due_at        bigint,
    rescued_at           bigint,
    nudged_at            bigint,
    nudges_left          integer not null default 0 check (nudges_left >= 0),
    next_ask_at          bigint,
    asked_at             bigint,
    answered_at          bigint,
    asks                 integer not null default 0 check (asks >= 0),
    ask_lease_token      bigint  not null default 0,
    ask_lease_until      bigint,
    ask_lease_owner      text,
    sla_at               bigint,
    sla_breached_at      bigint,
    stuck_at             bigint,
    observations         integer not null default 0 check (observations >= 0),
    contradictions       integer not null default 0 check (contradictions >= 0),
    version              bigint  not null default 0,
    unique (platform, job_id, generation),
    check (job_id is not null or intent_key is not null),
    check (case state
        when 'unknown' then (superseded = 1) = (ended_at is not null)
        when 'queued' then (superseded = 1) = (ended_at is not null)
        when 'running' then (superseded = 1) = (ended_at is not null)
        when 'waiting' then (superseded = 1) = (ended_at is not null)
        when 'lost' then (superseded = 1) = (ended_at is not null)
        when 'ended' then (superseded = 1) = (ended_at is not null)
        when 'succeeded' then ended_at is not null
        when 'failed' then ended_at is not null
        when 'cancelled' then ended_at is not null
        when 'expired' then ended_at is not null
        else false end),
    check (ended_at is null or next_ask_at is null),
    check (state <> 'lost' or lost_since is not null),
    check ((ask_lease_until is null) = (ask_lease_owner is null))
);
create unique index job_intent on job (platform, intent_key, generation) where intent_key is not null;
create index job_due on job (platform, next_ask_at) where next_ask_at is not null;
create index job_unfinished on job (platform, state) where ended_at is null;
create index job_rescue on job (rescue_due_at) where rescue_due_at is not null;
create index job_breached on job (sla_breached_at) where sla_breached_at is not null;
create index job_sla on job (sla_at) where sla_at is not null and sla_breached_at is null and ended_at is null;

create table run (
    id             bigint primary key,
    event_seq      bigint  not null,
    agent          text collate "C" not null,
    round          integer not null check (round >= 1),
    source         text    not null,
    lane           text collate "C",
    lane_governed  integer not null default 0 check (lane_governed in (0, 1)),
    lane_wait      integer not null default 0 check (lane_wait in (0, 1)),
    mode           text    not null check (mode in ('live', 'shadow')),
    urgent         integer not null default 0 check (urgent in (0, 1)),
    state          text collate "C" not null,
    held           text,
    attempts       integer not null default 0 check (attempts >= 0),
    lapses         integer not null default 0 check (lapses >= 0),
    created_at     bigint  not null,
    due_at         bigint,
    lease_token    bigint  not null default 0,
    lease_until    bigint,
    lease_owner    text,
    process        text,
    started_at     bigint,
    ended_at       bigint,
    wait_until     bigint,
    callback_hash  text,
    job_row        bigint  references job (id),
    outcome        text,
    exit_code      integer,
    result         text,
    result_cut     integer not null default 0 check (result_cut in (0, 1)),
    unique (event_seq, agent, round),
    -- Exactly one of these is there, and the state says which.
    check (num_nonnulls(due_at, lease_until, wait_until, held, ended_at) = 1),
    check (case state
        when 'pending' then due_at is not null
        when 'running' then lease_until is not null
        when 'waiting' then wait_until is not null
        when 'held' then held is not null
        when 'done' then ended_at is not null
        when 'dead' then ended_at is not null
        when 'cancelled' then ended_at is not null
        when 'superseded' then ended_at is not null
        when 'expired' then ended_at is not null
        when 'uncertain' then ended_at is not null
        else false end),
    check ((lease_until is null) = (lease_owner is null)),
    check (ended_at is null or outcome is not null)
);
create index run_due_agent on run (agent, lane_wait, urgent, due_at, id) where state = 'pending';
create index run_leased on run (lease_until) where state = 'running';
create index run_waiting on run (wait_until) where state = 'waiting';
create index run_job on run (job_row) where job_row is not null;
create index run_state on run (state, event_seq) where state <> 'done';
create unique index run_lane on run (lane) where lane is not null and state in ('running', 'waiting');
create index run_lane_pending on run (lane, id) where lane_governed = 1 and state in ('pending', 'held');
create index run_lane_wait on run (lane, due_at, id) where lane_wait = 1 and state = 'pending';

-- A pending run that a claim found behind another run of its lane waits (lane_wait = 1), and no claim looks at it again
-- until whatever stood before it has left. Whoever writes that, the next one's turn comes in the same transaction.
create function run_lane_left() returns trigger language plpgsql as $$
begin
    if old.state <> 'pending' then
        -- Somebody may be about to let a run wait for this one, and neither sees the other's.
        perform pg_advisory_xact_lock(hashtextextended(old.lane, 1));
    end if;
    update run set lane_wait = 0
    where id = (
        select next.id from run as next
        where next.lane = old.lane and next.lane_wait = 1 and next.state = 'pending'
        order by next.due_at, next.id limit 1);
    return null;
end
$$;
create trigger run_lane_left after update of state on run for each row
when (old.lane is not null and (
        (old.state in ('running', 'waiting') and new.state not in ('running', 'waiting'))
        or (old.state = 'pending' and old.lane_wait = 0 and new.state not in ('pending', 'running'))))
execute function run_lane_left();

create table observation (
    job_row          bigint  not null references job (id),
    n                integer not null check (n >= 1),
    channel          text    not null check (channel in ('push', 'pull', 'launch', 'operator')),
    observed_at      bigint  not null,
    read_started_at  bigint  not null,
    event_seq        bigint  references inbox (seq),
    state            text,
    seq              text,
    seq_kind         text,
    generation_key   text,
    raw              text    not null,
    verdict          text    not null,
    primary key (job_row, n)
);
create index observation_age on observation (observed_at);

create table effect (
    id               bigint primary key,
    run_id           bigint  references run (id),
    job_row          bigint  references job (id),
    name             text collate "C" not null,
    round            integer not null check (round >= 1),
    state            text collate "C" not null,
    policy           text    not null check (policy in ('at_least_once', 'at_most_once')),
    idempotency_key  text collate "C" not null unique,
    method           text    not null,
    url              text    not null,
    headers          text    not null,
    body             bytea    not null,
    kind             text    not null,
    settings         text    not null default '{}',
    attempts         integer not null default 0 check (attempts >= 0),
    lapses           integer not null default 0 check (lapses >= 0),
    created_at       bigint  not null,
    due_at           bigint,
    lease_token      bigint  not null default 0,
    lease_until      bigint,
    lease_owner      text,
    sent_at          bigint,
    ended_at         bigint,
    outcome          text,
    answer_status    integer,
    answer           text,
    check ((run_id is null) <> (job_row is null)),
    -- Exactly one of these is there, and the state says which.
    check (num_nonnulls(due_at, lease_until, ended_at) = 1),
    check (case state
        when 'pending' then due_at is not null
        when 'running' then lease_until is not null
        when 'done' then ended_at is not null
        when 'dead' then ended_at is not null
        when 'uncertain' then ended_at is not null
        when 'cancelled' then ended_at is not null
        else false end),
    check ((lease_until is null) = (lease_owner is null)),
    check (ended_at is null or outcome is not null)
);
create unique index effect_of_run on effect (run_id, name, round) where run_id is not null;
create unique index effect_of_job on effect (job_row, name, round) where job_row is not null;
create index effect_due on effect (name, due_at, id) where state = 'pending';
create index effect_leased on effect (lease_until) where state = 'running';
create index effect_open on effect (name, state) where state <> 'done';

create table mismatch (
    id           bigint primary key,
    event_seq    bigint  not null references inbox (seq),
    item_hash    bytea   not null,
    body_hash    bytea   not null,
    body_bytes   integer not null,
    received_at  bigint  not null
);
create index mismatch_event on mismatch (event_seq);

create table action (
    id        bigint primary key,
    acted_at  bigint not null,
    actor     text   not null,
    verb      text   not null,
    target    text collate "C" not null,
    detail    text   not null default '{}'
);
create index action_target on action (target, id);

create table setting (
    name        text collate "C" primary key,
    value       text   not null,
    changed_at  bigint not null,
    changed_by  text   not null
);

-- Row ids are taken from these in blocks, so that a statement of many rows knows its ids beforehand.
create sequence delivery_id increment by 1000;
create sequence job_id increment by 1000;
create sequence run_id increment by 1000;
create sequence effect_id increment by 1000;
create sequence mismatch_id increment by 1000;
create sequence action_id increment by 1000;
