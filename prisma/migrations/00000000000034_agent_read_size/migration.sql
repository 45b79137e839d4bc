-- How many reads of each agent came to about how many tokens, by day (UTC) and class of size (memory/read-sizes.ts). Counted in
-- memory and written from time to time, off the agents' path.
CREATE TABLE "agent_read_size" (
    "agent_name" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "size_class" INTEGER NOT NULL,
    "reads" BIGINT NOT NULL,

    CONSTRAINT "agent_read_size_pkey" PRIMARY KEY ("agent_name","day","size_class")
);

-- It counts over all tenants, so only a transaction that has entered the reach 'all' sees it.
ALTER TABLE "agent_read_size" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "agent_read_size" FORCE ROW LEVEL SECURITY;
CREATE POLICY "agent_read_size_owner" ON "agent_read_size" TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY "agent_read_size_wall" ON "agent_read_size" USING ((SELECT current_setting('loci.reach', true)) = 'all');
