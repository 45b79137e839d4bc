-- What people write to each other about a thread. No fork takes them along, and no agent is told of them.
CREATE TABLE "note" (
    "tenant" TEXT NOT NULL,
    "scope_id" UUID NOT NULL,
    "thread_uid" UUID NOT NULL,
    "id" UUID NOT NULL,
    "seq" INTEGER,
    "text" TEXT NOT NULL,
    "mentions" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "edited_at" TIMESTAMPTZ(3),

    CONSTRAINT "note_pkey" PRIMARY KEY ("tenant","scope_id","thread_uid","id")
);

-- What somebody should look at: a place in a thread, and who led there.
CREATE TABLE "inbox_item" (
    "tenant" TEXT NOT NULL,
    "scope_id" UUID NOT NULL,
    "thread_uid" UUID NOT NULL,
    "id" UUID NOT NULL,
    "operator_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "note_id" UUID,
    "actor_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "read_at" TIMESTAMPTZ(3),

    CONSTRAINT "inbox_item_pkey" PRIMARY KEY ("tenant","scope_id","thread_uid","id")
);

-- AddForeignKey
ALTER TABLE "note" ADD CONSTRAINT "note_tenant_scope_id_thread_uid_fkey" FOREIGN KEY ("tenant", "scope_id", "thread_uid") REFERENCES "thread"("tenant", "scope_id", "uid") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "inbox_item" ADD CONSTRAINT "inbox_item_tenant_scope_id_thread_uid_fkey" FOREIGN KEY ("tenant", "scope_id", "thread_uid") REFERENCES "thread"("tenant", "scope_id", "uid") ON DELETE CASCADE ON UPDATE RESTRICT;

-- A person's list, newest first (ids are in the order of time), and what is unread of it.
CREATE INDEX "inbox_item_operator_id_id_idx" ON "inbox_item"("operator_id", "id");
CREATE INDEX "inbox_item_unread" ON "inbox_item"("operator_id", "id") WHERE "read_at" IS NULL;

-- The scope's wall, as on every table of a thread.
ALTER TABLE "note" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "note" FORCE ROW LEVEL SECURITY;
CREATE POLICY "note_owner" ON "note" TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY "note_wall" ON "note" USING (
  (SELECT current_setting('loci.reach', true)) = 'all'
  OR ("tenant" = (SELECT current_setting('loci.tenant', true))
      AND ((SELECT current_setting('loci.reach', true)) = 'tenant'
           OR ((SELECT current_setting('loci.reach', true)) = 'scope'
               AND "scope_id" = (SELECT nullif(current_setting('loci.scope', true), '')::uuid))))
);

-- The same wall: a person's list crosses scopes, by the reach 'all'.
ALTER TABLE "inbox_item" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "inbox_item" FORCE ROW LEVEL SECURITY;
CREATE POLICY "inbox_item_owner" ON "inbox_item" TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY "inbox_item_wall" ON "inbox_item" USING (
  (SELECT current_setting('loci.reach', true)) = 'all'
  OR ("tenant" = (SELECT current_setting('loci.tenant', true))
      AND ((SELECT current_setting('loci.reach', true)) = 'tenant'
           OR ((SELECT current_setting('loci.reach', true)) = 'scope'
               AND "scope_id" = (SELECT nullif(current_setting('loci.scope', true), '')::uuid))))
);
