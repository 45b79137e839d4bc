-- CreateTable
CREATE TABLE "thread_review" (
    "tenant" TEXT NOT NULL,
    "scope_id" UUID NOT NULL,
    "thread_uid" UUID NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'open',
    "outcome" TEXT,
    "reasons" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "score" INTEGER,
    "assignee" TEXT,
    "reviewed_through_seq" INTEGER NOT NULL DEFAULT 0,
    "reviewed_by" TEXT,
    "reviewed_at" TIMESTAMPTZ(3),
    "reopens" BOOLEAN NOT NULL DEFAULT false,
    "queue_id" UUID,
    "claimed_by" TEXT,
    "claimed_until" TIMESTAMPTZ(3),
    "skipped_by" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "version" INTEGER NOT NULL DEFAULT 1,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "thread_review_pkey" PRIMARY KEY ("tenant","scope_id","thread_uid")
);

-- CreateTable
CREATE TABLE "review_record" (
    "tenant" TEXT NOT NULL,
    "scope_id" UUID NOT NULL,
    "thread_uid" UUID NOT NULL,
    "id" UUID NOT NULL,
    "reviewer" TEXT NOT NULL,
    "queue_id" UUID,
    "through_seq" INTEGER NOT NULL,
    "outcome" TEXT,
    "reasons" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "score" INTEGER,
    "agent_name" TEXT,
    "config_version" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "review_record_pkey" PRIMARY KEY ("tenant","scope_id","thread_uid","id")
);

-- CreateTable
CREATE TABLE "feedback" (
    "tenant" TEXT NOT NULL,
    "scope_id" UUID NOT NULL,
    "thread_uid" UUID NOT NULL,
    "id" UUID NOT NULL,
    "seq" INTEGER,
    "value" DOUBLE PRECISION NOT NULL,
    "comment" TEXT,
    "source" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "feedback_pkey" PRIMARY KEY ("tenant","scope_id","thread_uid","id")
);

-- CreateTable
CREATE TABLE "review_queue" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "filters" TEXT NOT NULL,
    "share" INTEGER NOT NULL DEFAULT 100,
    "claim_minutes" INTEGER NOT NULL DEFAULT 15,
    "reopens" BOOLEAN NOT NULL DEFAULT false,
    "members" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "review_queue_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "review_reason" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "review_reason_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "review_record_created_at_idx" ON "review_record"("created_at");

-- AddForeignKey
ALTER TABLE "thread_review" ADD CONSTRAINT "thread_review_tenant_scope_id_thread_uid_fkey" FOREIGN KEY ("tenant", "scope_id", "thread_uid") REFERENCES "thread"("tenant", "scope_id", "uid") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "review_record" ADD CONSTRAINT "review_record_tenant_scope_id_thread_uid_fkey" FOREIGN KEY ("tenant", "scope_id", "thread_uid") REFERENCES "thread"("tenant", "scope_id", "uid") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_tenant_scope_id_thread_uid_fkey" FOREIGN KEY ("tenant", "scope_id", "thread_uid") REFERENCES "thread"("tenant", "scope_id", "uid") ON DELETE CASCADE ON UPDATE RESTRICT;

CREATE UNIQUE INDEX "review_queue_name" ON "review_queue" (lower("name"));
CREATE UNIQUE INDEX "review_reason_name" ON "review_reason" (lower("name"));
-- What one person holds, and what is theirs.
CREATE INDEX "thread_review_claimed" ON "thread_review" ("claimed_by") WHERE "claimed_by" IS NOT NULL;
CREATE INDEX "thread_review_assigned" ON "thread_review" ("assignee") WHERE "assignee" IS NOT NULL;

-- The scope's wall, as on every table of a thread.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['thread_review', 'review_record', 'feedback'] LOOP
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

-- Reasons to begin with; leads change the list.
INSERT INTO "review_reason" ("id", "name", "position") VALUES
  (gen_random_uuid(), 'Wrong answer', 1),
  (gen_random_uuid(), 'Incomplete answer', 2),
  (gen_random_uuid(), 'Forgot what was said', 3),
  (gen_random_uuid(), 'A tool failed', 4),
  (gen_random_uuid(), 'Tone', 5),
  (gen_random_uuid(), 'Policy broken', 6);

-- Where a thread stands in review now, from its row and its newest seq: a claim that holds is a review under way, and new
-- messages reopen a thread where its queue says so.
CREATE FUNCTION "loci_review_status"(status text, claimed_until timestamptz, reopens boolean, through_seq int, message_count int)
RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN claimed_until > now() THEN 'in-review'
    WHEN status = 'reviewed' AND reopens AND message_count > through_seq THEN 'open'
    ELSE status
  END
$$;
