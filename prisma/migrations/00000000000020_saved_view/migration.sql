-- Lists as people keep them. They hold filters and no conversation, so no wall of a scope stands around them; whose they are
-- is looked at by each statement.
CREATE TABLE "saved_view" (
    "id" UUID NOT NULL,
    "list" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "is_shared" BOOLEAN NOT NULL,
    "is_default" BOOLEAN NOT NULL,
    "state" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saved_view_pkey" PRIMARY KEY ("id")
);

-- A name, and the default, are one among the shared, and one among each person's own.
CREATE UNIQUE INDEX "saved_view_shared_name" ON "saved_view" ("list", lower("name")) WHERE "is_shared";
CREATE UNIQUE INDEX "saved_view_own_name" ON "saved_view" ("created_by", "list", lower("name")) WHERE NOT "is_shared";
CREATE UNIQUE INDEX "saved_view_shared_default" ON "saved_view" ("list") WHERE "is_shared" AND "is_default";
CREATE UNIQUE INDEX "saved_view_own_default" ON "saved_view" ("created_by", "list") WHERE NOT "is_shared" AND "is_default";
