-- After how many days without use threads go to the trash: all of them, an agent's, or those with a tag.
CREATE TABLE "retention_rule" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "value" TEXT NOT NULL DEFAULT '',
    "days" INTEGER NOT NULL,
    "updated_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "retention_rule_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "retention_rule_kind_name_value_key" ON "retention_rule"("kind", "name", "value");

-- When the rules were last followed.
ALTER TABLE "installation" ADD COLUMN "retention_at" TIMESTAMPTZ(3);
