-- The tenants that a person sees; null is all of them, an empty list none.
ALTER TABLE "operator" ADD COLUMN "tenants" TEXT[];

-- Who was shown the content of a thread that their role withholds, and until when. Why stands in the audit log.
CREATE TABLE "thread_reveal" (
    "tenant" TEXT NOT NULL,
    "scope_id" UUID NOT NULL,
    "thread_uid" UUID NOT NULL,
    "operator_id" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "thread_reveal_pkey" PRIMARY KEY ("tenant","scope_id","thread_uid","operator_id")
);

-- AddForeignKey
ALTER TABLE "thread_reveal" ADD CONSTRAINT "thread_reveal_tenant_scope_id_thread_uid_fkey" FOREIGN KEY ("tenant", "scope_id", "thread_uid") REFERENCES "thread"("tenant", "scope_id", "uid") ON DELETE CASCADE ON UPDATE RESTRICT;

-- The scope's wall, as on every table of a thread.
ALTER TABLE "thread_reveal" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "thread_reveal" FORCE ROW LEVEL SECURITY;
CREATE POLICY "thread_reveal_owner" ON "thread_reveal" TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY "thread_reveal_wall" ON "thread_reveal" USING (
  (SELECT current_setting('loci.reach', true)) = 'all'
  OR ("tenant" = (SELECT current_setting('loci.tenant', true))
      AND ((SELECT current_setting('loci.reach', true)) = 'tenant'
           OR ((SELECT current_setting('loci.reach', true)) = 'scope'
               AND "scope_id" = (SELECT nullif(current_setting('loci.scope', true), '')::uuid))))
);

-- One reach more: 'tenants', some of them (loci.tenants). A gate beside the one in each wall of a table with a tenant.
DO $$
DECLARE
  name text;
BEGIN
  FOR name IN
    SELECT c.relname FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid
    WHERE c.relnamespace = 'public'::regnamespace AND p.polname = c.relname || '_wall'
      AND EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant' AND NOT a.attisdropped)
  LOOP
    EXECUTE format($policy$
      CREATE POLICY %I ON %I USING (
        (SELECT current_setting('loci.reach', true)) = 'tenants'
        AND "tenant" = ANY ((SELECT nullif(current_setting('loci.tenants', true), '')::text[])::text[])
      )$policy$, name || '_tenants', name);
  END LOOP;
END $$;

-- For the rest of the transaction it sees these tenants and nothing else.
CREATE OR REPLACE FUNCTION "loci_enter_tenants"(p_tenants text[]) RETURNS void
LANGUAGE sql AS $$
  SELECT set_config('loci.reach', 'tenants', true), set_config('loci.tenants', p_tenants::text, true),
         set_config('loci.tenant', '', true), set_config('loci.subject', '', true), set_config('loci.scope', '', true);
$$;
