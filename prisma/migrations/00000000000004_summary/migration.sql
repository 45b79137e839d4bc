-- CreateTable
CREATE TABLE "summary" (
    "tenant" TEXT NOT NULL,
    "scope_id" UUID NOT NULL,
    "thread_uid" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "from_seq" INTEGER NOT NULL DEFAULT 1,
    "to_seq" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "tokens" INTEGER NOT NULL,
    "model" TEXT NOT NULL,
    "prompt" TEXT NOT NULL,
    "source_tokens" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "summary_pkey" PRIMARY KEY ("tenant","scope_id","thread_uid","version")
);

-- CreateTable
CREATE TABLE "summary_state" (
    "tenant" TEXT NOT NULL,
    "scope_id" UUID NOT NULL,
    "thread_uid" UUID NOT NULL,
    "last_version" INTEGER NOT NULL DEFAULT 0,
    "reason" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "retry_at" TIMESTAMPTZ(3),
    "lease_id" UUID,
    "leased_until" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "summary_state_pkey" PRIMARY KEY ("tenant","scope_id","thread_uid")
);

-- AddForeignKey
ALTER TABLE "summary" ADD CONSTRAINT "summary_tenant_scope_id_thread_uid_fkey" FOREIGN KEY ("tenant", "scope_id", "thread_uid") REFERENCES "thread"("tenant", "scope_id", "uid") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "summary_state" ADD CONSTRAINT "summary_state_tenant_scope_id_thread_uid_fkey" FOREIGN KEY ("tenant", "scope_id", "thread_uid") REFERENCES "thread"("tenant", "scope_id", "uid") ON DELETE CASCADE ON UPDATE RESTRICT;

-- The scope's wall, as on every table of a thread.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['summary', 'summary_state'] LOOP
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

-- A redacted message takes every summary with it that was made from it. The thread's row is locked first: a summary that
-- is being stored at this moment is either seen here, or sees the redaction.
CREATE FUNCTION "loci_redact_summaries"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM thread t
    WHERE t.tenant = NEW.tenant AND t.scope_id = NEW.scope_id AND t.uid = NEW.thread_uid FOR NO KEY UPDATE;
  DELETE FROM summary s
    WHERE s.tenant = NEW.tenant AND s.scope_id = NEW.scope_id AND s.thread_uid = NEW.thread_uid
      AND NEW.seq BETWEEN s.from_seq AND s.to_seq;
  RETURN NULL;
END $$;

CREATE TRIGGER "message_redacted" AFTER UPDATE OF "redacted_at" ON "message"
  FOR EACH ROW WHEN (OLD."redacted_at" IS NULL AND NEW."redacted_at" IS NOT NULL)
  EXECUTE FUNCTION "loci_redact_summaries"();
