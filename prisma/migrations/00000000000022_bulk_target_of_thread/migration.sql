-- The purge looks for what was noted of the threads that go.
CREATE INDEX "bulk_target_thread_uid_idx" ON "bulk_target"("thread_uid");
