-- The log by tenant, by who did it and by what it was done to, newest first.
CREATE INDEX "audit_event_tenant_at_idx" ON "audit_event"("tenant", "at");
CREATE INDEX "audit_event_actor_id_at_idx" ON "audit_event"("actor_id", "at");
CREATE INDEX "audit_event_object_id_at_idx" ON "audit_event"("object_id", "at");
