-- What an export wrote, in parts, until somebody has fetched it; housekeeping removes it after a day.
CREATE TABLE "export_part" (
    "job_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "export_part_pkey" PRIMARY KEY ("job_id","number")
);

-- AddForeignKey
ALTER TABLE "export_part" ADD CONSTRAINT "export_part_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "job"("id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- It holds conversations of any scope, so only a transaction that has entered the reach 'all' sees it.
ALTER TABLE "export_part" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "export_part" FORCE ROW LEVEL SECURITY;
CREATE POLICY "export_part_owner" ON "export_part" TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY "export_part_wall" ON "export_part" USING ((SELECT current_setting('loci.reach', true)) = 'all');
