-- ttl: a thread lives until the time that its newest entry names. Here stands when to look: the earliest such time of its
-- entries. Writes without a ttl touch nothing of it; whoever looks asks the newest entry.
CREATE FUNCTION "loci_note_expiry"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE thread t SET expires_at = least(t.expires_at, NEW.expires_at)
    WHERE t.tenant = NEW.tenant AND t.scope_id = NEW.scope_id AND t.uid = NEW.thread_uid;
  RETURN NULL;
END $$;

CREATE TRIGGER "entry_expiry" AFTER INSERT ON "entry"
  FOR EACH ROW WHEN (NEW.expires_at IS NOT NULL) EXECUTE FUNCTION "loci_note_expiry"();

CREATE INDEX "thread_expiring" ON "thread" ("expires_at") WHERE "expires_at" IS NOT NULL AND "deleted_at" IS NULL;
