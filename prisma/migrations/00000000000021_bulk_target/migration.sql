-- The threads that an operation on all that match means, as they were found when it was begun.
CREATE TABLE "bulk_target" (
    "job_id" UUID NOT NULL,
    "thread_uid" UUID NOT NULL,
    "outcome" TEXT,
    "before" TEXT,

    CONSTRAINT "bulk_target_pkey" PRIMARY KEY ("job_id","thread_uid")
);

-- AddForeignKey
ALTER TABLE "bulk_target" ADD CONSTRAINT "bulk_target_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "job"("id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- It holds tags of threads of any scope, so only a transaction that has entered the reach 'all' sees it.
ALTER TABLE "bulk_target" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "bulk_target" FORCE ROW LEVEL SECURITY;
CREATE POLICY "bulk_target_owner" ON "bulk_target" TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY "bulk_target_wall" ON "bulk_target" USING ((SELECT current_setting('loci.reach', true)) = 'all');
