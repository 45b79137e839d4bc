-- What a message said before it was redacted, as a hash only, so that its echo is not stored again.
CREATE TABLE "redaction" (
    "tenant" TEXT NOT NULL,
    "scope_id" UUID NOT NULL,
    "thread_uid" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "original_hash" BYTEA NOT NULL,
    "reason" TEXT,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "redaction_pkey" PRIMARY KEY ("tenant","scope_id","thread_uid","seq")
);

-- AddForeignKey
ALTER TABLE "redaction" ADD CONSTRAINT "redaction_tenant_scope_id_thread_uid_fkey" FOREIGN KEY ("tenant", "scope_id", "thread_uid") REFERENCES "thread"("tenant", "scope_id", "uid") ON DELETE CASCADE ON UPDATE RESTRICT;

-- The scope's wall, as on every table of a thread.
ALTER TABLE "redaction" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "redaction" FORCE ROW LEVEL SECURITY;
CREATE POLICY "redaction_owner" ON "redaction" TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY "redaction_wall" ON "redaction" USING (
  (SELECT current_setting('loci.reach', true)) = 'all'
  OR ("tenant" = (SELECT current_setting('loci.tenant', true))
      AND ((SELECT current_setting('loci.reach', true)) = 'tenant'
           OR ((SELECT current_setting('loci.reach', true)) = 'scope'
               AND "scope_id" = (SELECT nullif(current_setting('loci.scope', true), '')::uuid))))
);
