-- What an import was given, in parts, so that one that failed can be tried again; it goes when the import is done.
CREATE TABLE "import_part" (
    "job_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "import_part_pkey" PRIMARY KEY ("job_id","number")
);

-- AddForeignKey
ALTER TABLE "import_part" ADD CONSTRAINT "import_part_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "job"("id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- It holds conversations of any scope, so only a transaction that has entered the reach 'all' sees it.
ALTER TABLE "import_part" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "import_part" FORCE ROW LEVEL SECURITY;
CREATE POLICY "import_part_owner" ON "import_part" TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY "import_part_wall" ON "import_part" USING ((SELECT current_setting('loci.reach', true)) = 'all');
