-- What may not be destroyed: a tenant, or one subject of it, from when on, why and by whom; lifted ones stay as a record.
CREATE TABLE "legal_hold" (
    "tenant" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "subject" TEXT,
    "reason" TEXT NOT NULL,
    "placed_by" TEXT NOT NULL,
    "placed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lifted_by" TEXT,
    "lifted_at" TIMESTAMPTZ(3),

    CONSTRAINT "legal_hold_pkey" PRIMARY KEY ("tenant","id")
);

-- What an erasure removed. Nothing in it names the subject; the role that serves requests can neither change nor remove one.
CREATE TABLE "erasure_receipt" (
    "tenant" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "subject_hash" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "erased_at" TIMESTAMPTZ(3) NOT NULL,
    "erased_by" TEXT NOT NULL,
    "places" TEXT NOT NULL,
    "audit_lines" INTEGER NOT NULL,
    "proof" TEXT NOT NULL,

    CONSTRAINT "erasure_receipt_pkey" PRIMARY KEY ("tenant","id")
);

-- CreateIndex
CREATE INDEX "erasure_receipt_subject_hash_idx" ON "erasure_receipt"("subject_hash");

-- One hold stands on a subject, and one on a tenant as a whole.
CREATE UNIQUE INDEX "legal_hold_standing" ON "legal_hold" ("tenant", ("subject" IS NULL), coalesce("subject", '')) WHERE "lifted_at" IS NULL;

-- A scope sees the holds on it and on its tenant.
ALTER TABLE "legal_hold" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "legal_hold" FORCE ROW LEVEL SECURITY;
CREATE POLICY "legal_hold_owner" ON "legal_hold" TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY "legal_hold_wall" ON "legal_hold" USING (
  (SELECT current_setting('loci.reach', true)) = 'all'
  OR ("tenant" = (SELECT current_setting('loci.tenant', true))
      AND ((SELECT current_setting('loci.reach', true)) = 'tenant'
           OR ((SELECT current_setting('loci.reach', true)) = 'scope'
               AND ("subject" IS NULL OR "subject" = (SELECT current_setting('loci.subject', true))))))
);

-- Receipts are a tenant's: no scope sees one.
ALTER TABLE "erasure_receipt" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "erasure_receipt" FORCE ROW LEVEL SECURITY;
CREATE POLICY "erasure_receipt_owner" ON "erasure_receipt" TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY "erasure_receipt_wall" ON "erasure_receipt" USING (
  (SELECT current_setting('loci.reach', true)) = 'all'
  OR ("tenant" = (SELECT current_setting('loci.tenant', true)) AND (SELECT current_setting('loci.reach', true)) = 'tenant')
);

-- Some tenants, as on every table with a tenant.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['legal_hold', 'erasure_receipt'] LOOP
    EXECUTE format($policy$
      CREATE POLICY %I ON %I USING (
        (SELECT current_setting('loci.reach', true)) = 'tenants'
        AND "tenant" = ANY ((SELECT nullif(current_setting('loci.tenants', true), '')::text[])::text[])
      )$policy$, name || '_tenants', name);
  END LOOP;
END $$;
