-- How many messages a fork began with: whoever reads it sees where its own begin. Unknown of forks made before.
ALTER TABLE "lineage" ADD COLUMN "copied" INTEGER;
