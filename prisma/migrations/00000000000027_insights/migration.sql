-- What the desk knows of threads without a model and without scanning messages. All of it is made by a sweep off the agents'
-- path (server/services/insights/): no append moves any of these.

-- How far each thread has been looked at, and what it held then.
CREATE TABLE "thread_sweep" (
    "tenant" TEXT NOT NULL,
    "scope_id" UUID NOT NULL,
    "thread_uid" UUID NOT NULL,
    "through_seq" INTEGER NOT NULL,
    "token_count" BIGINT NOT NULL,
    "due_at" TIMESTAMPTZ(3),

    CONSTRAINT "thread_sweep_pkey" PRIMARY KEY ("tenant","scope_id","thread_uid")
);

-- What is worth a person's look.
CREATE TABLE "thread_signal" (
    "tenant" TEXT NOT NULL,
    "scope_id" UUID NOT NULL,
    "thread_uid" UUID NOT NULL,
    "signal" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "first_seq" INTEGER NOT NULL,
    "last_seq" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "thread_signal_pkey" PRIMARY KEY ("tenant","scope_id","thread_uid","signal")
);

-- What happened in each hour, by scope and agent ('' for none), and the same by tenant alone.
CREATE TABLE "activity" (
    "tenant" TEXT NOT NULL,
    "scope_id" UUID NOT NULL,
    "agent_name" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "threads" INTEGER NOT NULL DEFAULT 0,
    "messages" BIGINT NOT NULL DEFAULT 0,
    "tokens" BIGINT NOT NULL DEFAULT 0,
    "reads" BIGINT NOT NULL DEFAULT 0,
    "writes" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "activity_pkey" PRIMARY KEY ("tenant","scope_id","hour","agent_name")
);

CREATE TABLE "tenant_activity" (
    "tenant" TEXT NOT NULL,
    "agent_name" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "threads" INTEGER NOT NULL DEFAULT 0,
    "messages" BIGINT NOT NULL DEFAULT 0,
    "tokens" BIGINT NOT NULL DEFAULT 0,
    "reads" BIGINT NOT NULL DEFAULT 0,
    "writes" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "tenant_activity_pkey" PRIMARY KEY ("tenant","hour","agent_name")
);

-- What a scope's living threads hold together.
CREATE TABLE "scope_total" (
    "tenant" TEXT NOT NULL,
    "scope_id" UUID NOT NULL,
    "threads" INTEGER NOT NULL,
    "messages" BIGINT NOT NULL,
    "tokens" BIGINT NOT NULL,
    "last_message_at" TIMESTAMPTZ(3),

    CONSTRAINT "scope_total_pkey" PRIMARY KEY ("tenant","scope_id")
);

-- CreateIndex
CREATE INDEX "thread_sweep_token_count_idx" ON "thread_sweep"("token_count");
CREATE INDEX "thread_sweep_tenant_token_count_idx" ON "thread_sweep"("tenant", "token_count");
CREATE INDEX "thread_signal_signal_tenant_scope_id_thread_uid_idx" ON "thread_signal"("signal", "tenant", "scope_id", "thread_uid");
CREATE INDEX "activity_tenant_hour_idx" ON "activity"("tenant", "hour");
CREATE INDEX "tenant_activity_hour_idx" ON "tenant_activity"("hour");
-- Few threads wait for an answer at any time.
CREATE INDEX "thread_sweep_due" ON "thread_sweep" ("due_at") WHERE "due_at" IS NOT NULL;

-- AddForeignKey
ALTER TABLE "thread_sweep" ADD CONSTRAINT "thread_sweep_tenant_scope_id_thread_uid_fkey" FOREIGN KEY ("tenant", "scope_id", "thread_uid") REFERENCES "thread"("tenant", "scope_id", "uid") ON DELETE CASCADE ON UPDATE RESTRICT;
ALTER TABLE "thread_signal" ADD CONSTRAINT "thread_signal_tenant_scope_id_thread_uid_fkey" FOREIGN KEY ("tenant", "scope_id", "thread_uid") REFERENCES "thread"("tenant", "scope_id", "uid") ON DELETE CASCADE ON UPDATE RESTRICT;
ALTER TABLE "activity" ADD CONSTRAINT "activity_tenant_scope_id_fkey" FOREIGN KEY ("tenant", "scope_id") REFERENCES "scope"("tenant", "id") ON DELETE CASCADE ON UPDATE RESTRICT;
ALTER TABLE "scope_total" ADD CONSTRAINT "scope_total_tenant_scope_id_fkey" FOREIGN KEY ("tenant", "scope_id") REFERENCES "scope"("tenant", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['thread_sweep', 'thread_signal', 'activity', 'scope_total'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I TO CURRENT_USER USING (true) WITH CHECK (true)', name || '_owner', name);
    EXECUTE format($policy$
      CREATE POLICY %I ON %I USING (
        (SELECT current_setting('loci.reach', true)) = 'all'
        OR ("tenant" = (SELECT current_setting('loci.tenant', true))
            AND ((SELECT current_setting('loci.reach', true)) = 'tenant'
                 OR ((SELECT current_setting('loci.reach', true)) = 'scope'
                     AND "scope_id" = (SELECT nullif(current_setting('loci.scope', true), '')::uuid))))
      )$policy$, name || '_wall', name);
  END LOOP;
END $$;
ALTER TABLE "tenant_activity" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "tenant_activity" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_activity_owner" ON "tenant_activity" TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY "tenant_activity_wall" ON "tenant_activity" USING (
  (SELECT current_setting('loci.reach', true)) = 'all'
  OR ("tenant" = (SELECT current_setting('loci.tenant', true)) AND (SELECT current_setting('loci.reach', true)) = 'tenant')
);
