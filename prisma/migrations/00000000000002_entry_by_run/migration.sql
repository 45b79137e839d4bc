-- Where a run began in its thread (messages.list with beforeRunId), without a walk over the thread's entries. Entries of no
-- run stand in no index.
CREATE INDEX "entry_run" ON "entry" ("tenant", "scope_id", "thread_uid", "run_id", "first_seq") WHERE "run_id" IS NOT NULL;
