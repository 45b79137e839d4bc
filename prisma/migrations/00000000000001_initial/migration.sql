-- CreateTable
CREATE TABLE "scope" (
    "tenant" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "subject" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "scope_pkey" PRIMARY KEY ("tenant","id")
);

-- CreateTable
CREATE TABLE "thread" (
    "tenant" TEXT NOT NULL,
    "scope_id" UUID NOT NULL,
    "uid" UUID NOT NULL,
    "thread_id" TEXT NOT NULL,
    "agent_name" TEXT,
    "title" TEXT,
    "metadata" TEXT NOT NULL DEFAULT '{}',
    "state" TEXT,
    "counter" TEXT NOT NULL,
    "message_count" INTEGER NOT NULL DEFAULT 0,
    "token_count" BIGINT NOT NULL DEFAULT 0,
    "last_turn" INTEGER NOT NULL DEFAULT 0,
    "last_turn_seq" INTEGER NOT NULL DEFAULT 1,
    "turn_open" BOOLEAN NOT NULL DEFAULT false,
    "revision" BIGINT NOT NULL DEFAULT 0,
    "last_run_id" TEXT,
    "first_line" TEXT,
    "last_line" TEXT,
    "window" TEXT,
    "window_version" INTEGER NOT NULL DEFAULT 0,
    "parent_uid" UUID,
    "forked_at_seq" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_message_at" TIMESTAMPTZ(3),
    "accessed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "thread_pkey" PRIMARY KEY ("tenant","scope_id","uid")
);

-- CreateTable
CREATE TABLE "message" (
    "tenant" TEXT NOT NULL,
    "scope_id" UUID NOT NULL,
    "thread_uid" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "entry_id" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "turn" INTEGER NOT NULL,
    "exchange_seq" INTEGER,
    "tokens" INTEGER NOT NULL,
    "running_tokens" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,
    "raw" TEXT NOT NULL,
    "call_ids" TEXT,
    "tool_call_id" TEXT,
    "is_empty" BOOLEAN NOT NULL DEFAULT false,
    "search" tsvector,
    "redacted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "message_pkey" PRIMARY KEY ("tenant","scope_id","thread_uid","seq")
);

-- CreateTable
CREATE TABLE "entry" (
    "tenant" TEXT NOT NULL,
    "scope_id" UUID NOT NULL,
    "thread_uid" UUID NOT NULL,
    "id" UUID NOT NULL,
    "mode" TEXT NOT NULL,
    "first_seq" INTEGER NOT NULL,
    "last_seq" INTEGER NOT NULL,
    "token_count" BIGINT NOT NULL,
    "agent_name" TEXT,
    "run_id" TEXT,
    "run" TEXT,
    "read" TEXT,
    "recall_query" TEXT,
    "conflicts" TEXT,
    "written_by" TEXT,
    "idempotency_key" TEXT,
    "request_hash" BYTEA,
    "answer" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "entry_pkey" PRIMARY KEY ("tenant","scope_id","thread_uid","id")
);

-- CreateTable
CREATE TABLE "entry_tag" (
    "tenant" TEXT NOT NULL,
    "scope_id" UUID NOT NULL,
    "thread_uid" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "entry_id" UUID NOT NULL,

    CONSTRAINT "entry_tag_pkey" PRIMARY KEY ("tenant","scope_id","thread_uid","key","value","entry_id")
);

-- CreateTable
CREATE TABLE "thread_tag" (
    "tenant" TEXT NOT NULL,
    "scope_id" UUID NOT NULL,
    "thread_uid" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "thread_tag_pkey" PRIMARY KEY ("tenant","scope_id","thread_uid","key")
);

-- CreateTable
CREATE TABLE "pin" (
    "tenant" TEXT NOT NULL,
    "scope_id" UUID NOT NULL,
    "thread_uid" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pin_pkey" PRIMARY KEY ("tenant","scope_id","thread_uid","seq")
);

-- CreateTable
CREATE TABLE "lineage" (
    "tenant" TEXT NOT NULL,
    "scope_id" UUID NOT NULL,
    "thread_uid" UUID NOT NULL,
    "root_uid" UUID NOT NULL,
    "parent_uid" UUID,
    "forked_at_seq" INTEGER,
    "thread_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "purged_at" TIMESTAMPTZ(3),

    CONSTRAINT "lineage_pkey" PRIMARY KEY ("tenant","scope_id","thread_uid")
);

-- CreateTable
CREATE TABLE "agent" (
    "name" TEXT NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "agent_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "config_version" (
    "agent_name" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "window" TEXT,
    "storing" BOOLEAN NOT NULL DEFAULT true,
    "allow_call_window" BOOLEAN NOT NULL DEFAULT false,
    "note" TEXT,
    "author" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "config_version_pkey" PRIMARY KEY ("agent_name","version")
);

-- CreateTable
CREATE TABLE "installation" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "config_revision" BIGINT NOT NULL DEFAULT 0,
    "setup_token_hash" BYTEA,
    "setup_at" TIMESTAMPTZ(3),
    "samples_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "installation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "reach" TEXT NOT NULL,
    "tenant" TEXT,
    "subject" TEXT,
    "rights" TEXT[],
    "agents" TEXT[],
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_event" (
    "tenant" TEXT NOT NULL,
    "number" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "object_kind" TEXT NOT NULL,
    "object_id" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "details" TEXT NOT NULL DEFAULT '{}',
    "request_id" TEXT,
    "previous_hash" BYTEA NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audit_event_pkey" PRIMARY KEY ("tenant","number")
);

-- CreateTable
CREATE TABLE "job" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "done" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER,
    "input" TEXT NOT NULL DEFAULT '{}',
    "result" TEXT,
    "error" TEXT,
    "cancel_requested" BOOLEAN NOT NULL DEFAULT false,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "job_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "operator" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "image" TEXT,
    "role" TEXT NOT NULL DEFAULT 'reviewer',
    "disabled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "operator_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "operator_session" (
    "id" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ip_address" TEXT,
    "user_agent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "operator_session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "operator_account" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "access_token" TEXT,
    "refresh_token" TEXT,
    "id_token" TEXT,
    "access_token_expires_at" TIMESTAMPTZ(3),
    "refresh_token_expires_at" TIMESTAMPTZ(3),
    "scope" TEXT,
    "password" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "operator_account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "operator_verification" (
    "id" TEXT NOT NULL,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "operator_verification_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "scope_tenant_subject_key" ON "scope"("tenant", "subject");

-- CreateIndex
CREATE INDEX "thread_uid_idx" ON "thread"("uid");

-- CreateIndex
CREATE INDEX "thread_tenant_scope_id_last_message_at_uid_idx" ON "thread"("tenant", "scope_id", "last_message_at", "uid");

-- CreateIndex
CREATE INDEX "thread_last_message_at_uid_idx" ON "thread"("last_message_at", "uid");

-- CreateIndex
CREATE UNIQUE INDEX "message_tenant_scope_id_thread_uid_id_key" ON "message"("tenant", "scope_id", "thread_uid", "id");

-- CreateIndex
CREATE UNIQUE INDEX "entry_tenant_scope_id_thread_uid_idempotency_key_key" ON "entry"("tenant", "scope_id", "thread_uid", "idempotency_key");

-- CreateIndex
CREATE INDEX "entry_tag_key_value_tenant_scope_id_thread_uid_idx" ON "entry_tag"("key", "value", "tenant", "scope_id", "thread_uid");

-- CreateIndex
CREATE INDEX "thread_tag_key_value_tenant_scope_id_thread_uid_idx" ON "thread_tag"("key", "value", "tenant", "scope_id", "thread_uid");

-- CreateIndex
CREATE INDEX "lineage_tenant_scope_id_root_uid_idx" ON "lineage"("tenant", "scope_id", "root_uid");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_hash_key" ON "api_key"("hash");

-- CreateIndex
CREATE INDEX "audit_event_at_idx" ON "audit_event"("at");

-- CreateIndex
CREATE INDEX "job_created_at_idx" ON "job"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "operator_email_key" ON "operator"("email");

-- CreateIndex
CREATE UNIQUE INDEX "operator_session_token_key" ON "operator_session"("token");

-- CreateIndex
CREATE INDEX "operator_session_user_id_idx" ON "operator_session"("user_id");

-- CreateIndex
CREATE INDEX "operator_account_user_id_idx" ON "operator_account"("user_id");

-- CreateIndex
CREATE INDEX "operator_verification_identifier_idx" ON "operator_verification"("identifier");

-- AddForeignKey
ALTER TABLE "thread" ADD CONSTRAINT "thread_tenant_scope_id_fkey" FOREIGN KEY ("tenant", "scope_id") REFERENCES "scope"("tenant", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "message" ADD CONSTRAINT "message_tenant_scope_id_thread_uid_fkey" FOREIGN KEY ("tenant", "scope_id", "thread_uid") REFERENCES "thread"("tenant", "scope_id", "uid") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "entry" ADD CONSTRAINT "entry_tenant_scope_id_thread_uid_fkey" FOREIGN KEY ("tenant", "scope_id", "thread_uid") REFERENCES "thread"("tenant", "scope_id", "uid") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "entry_tag" ADD CONSTRAINT "entry_tag_tenant_scope_id_thread_uid_fkey" FOREIGN KEY ("tenant", "scope_id", "thread_uid") REFERENCES "thread"("tenant", "scope_id", "uid") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "thread_tag" ADD CONSTRAINT "thread_tag_tenant_scope_id_thread_uid_fkey" FOREIGN KEY ("tenant", "scope_id", "thread_uid") REFERENCES "thread"("tenant", "scope_id", "uid") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "pin" ADD CONSTRAINT "pin_tenant_scope_id_thread_uid_fkey" FOREIGN KEY ("tenant", "scope_id", "thread_uid") REFERENCES "thread"("tenant", "scope_id", "uid") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "lineage" ADD CONSTRAINT "lineage_tenant_scope_id_fkey" FOREIGN KEY ("tenant", "scope_id") REFERENCES "scope"("tenant", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "operator_session" ADD CONSTRAINT "operator_session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "operator"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "operator_account" ADD CONSTRAINT "operator_account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "operator"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Living threads: an id is free again when its thread is deleted (S3). Trash and retention walk the second one.
CREATE UNIQUE INDEX "thread_living_id" ON "thread" ("tenant", "scope_id", "thread_id") WHERE "deleted_at" IS NULL;
CREATE INDEX "thread_deleted_at" ON "thread" ("deleted_at") WHERE "deleted_at" IS NOT NULL;

-- Inserts go to the pending list; autovacuum and a full list merge it. Writes stay cheap, searches stay exact.
CREATE INDEX "message_search" ON "message" USING gin ("search") WITH (fastupdate = on);

INSERT INTO "installation" ("id") VALUES (1);

-- Row-level security. loci.reach says how far a transaction may see: 'scope' (loci.tenant and loci.subject, loci.scope),
-- 'tenant' (loci.tenant) or 'all' (operators and jobs). Unset, it sees nothing: a missing scope denies (S2).
-- The settings stand in sub-selects so that they are read once per statement, not once per row.
ALTER TABLE "scope" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "scope" FORCE ROW LEVEL SECURITY;
CREATE POLICY "scope_owner" ON "scope" TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY "scope_wall" ON "scope"
  USING (
    (SELECT current_setting('loci.reach', true)) = 'all'
    OR ("tenant" = (SELECT current_setting('loci.tenant', true))
        AND ((SELECT current_setting('loci.reach', true)) = 'tenant'
             OR ((SELECT current_setting('loci.reach', true)) = 'scope'
                 AND "subject" = (SELECT current_setting('loci.subject', true)))))
  );

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['thread', 'message', 'entry', 'entry_tag', 'thread_tag', 'pin', 'lineage'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I TO CURRENT_USER USING (true) WITH CHECK (true)', name || '_owner', name);
    EXECUTE format($policy$
      CREATE POLICY %I ON %I USING (
        (SELECT current_setting('loci.reach', true)) = 'all'
        OR ("tenant" = (SELECT current_setting('loci.tenant', true))
            AND ((SELECT current_setting('loci.reach', true)) = 'tenant'
                 OR ((SELECT current_setting('loci.reach', true)) = 'scope'
                     AND "scope_id" = (SELECT nullif(current_setting('loci.scope', true), '')::uuid))))
      )$policy$, name || '_wall', name);
  END LOOP;
END $$;

-- Enters a scope for the rest of the transaction and answers its id; null when nobody has written there yet.
CREATE FUNCTION "loci_enter_scope"(p_tenant text, p_subject text) RETURNS uuid
LANGUAGE plpgsql AS $$
DECLARE
  v_scope uuid;
BEGIN
  PERFORM set_config('loci.reach', 'scope', true), set_config('loci.tenant', p_tenant, true),
          set_config('loci.subject', p_subject, true), set_config('loci.scope', '', true);
  SELECT id INTO v_scope FROM scope WHERE tenant = p_tenant AND subject = p_subject;
  IF v_scope IS NOT NULL THEN
    PERFORM set_config('loci.scope', v_scope::text, true);
  END IF;
  RETURN v_scope;
END $$;

-- The same, and makes the scope when it is new.
CREATE FUNCTION "loci_make_scope"(p_tenant text, p_subject text, p_new_id uuid) RETURNS uuid
LANGUAGE plpgsql AS $$
DECLARE
  v_scope uuid := loci_enter_scope(p_tenant, p_subject);
BEGIN
  IF v_scope IS NULL THEN
    INSERT INTO scope (tenant, id, subject) VALUES (p_tenant, p_new_id, p_subject) ON CONFLICT (tenant, subject) DO NOTHING;
    v_scope := loci_enter_scope(p_tenant, p_subject);
  END IF;
  RETURN v_scope;
END $$;

-- How far a transaction that is not bound to one scope may see: 'tenant' or 'all'.
CREATE FUNCTION "loci_enter_reach"(p_reach text, p_tenant text) RETURNS void
LANGUAGE sql AS $$
  SELECT set_config('loci.reach', p_reach, true), set_config('loci.tenant', coalesce(p_tenant, ''), true),
         set_config('loci.subject', '', true), set_config('loci.scope', '', true);
$$;

-- The text index of a message: its words, and its tenant, scope and thread as words of their own, so that a search
-- inside a scope costs what the rarest of them matches.
CREATE FUNCTION "loci_search_vector"(p_tenant text, p_scope uuid, p_thread uuid, p_text text) RETURNS tsvector
LANGUAGE sql IMMUTABLE AS $$
  SELECT to_tsvector('simple', p_text)
         || array_to_tsvector(ARRAY[chr(1) || 't' || p_tenant, chr(1) || 's' || p_scope::text, chr(1) || 'u' || p_thread::text]);
$$;

-- The first seq from which all of a window's rows can lie, found from the tail in steps that grow, so that the cost
-- follows the window and not the thread (W4). A null limit does not bound. The three bounds are monotone in seq.
CREATE FUNCTION "loci_window_from"(
  p_tenant text, p_scope uuid, p_thread uuid, p_messages int, p_min_seq int, p_threshold bigint, p_min_turn int
) RETURNS int
LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_step int := 48;
  v_probe int;
  v_inside boolean;
BEGIN
  LOOP
    v_probe := p_messages - v_step + 1;
    IF v_probe <= p_min_seq THEN
      RETURN p_min_seq;
    END IF;
    SELECT running_tokens - tokens >= p_threshold AND turn >= p_min_turn INTO v_inside
      FROM message WHERE tenant = p_tenant AND scope_id = p_scope AND thread_uid = p_thread AND seq = v_probe;
    IF NOT coalesce(v_inside, false) THEN
      RETURN v_probe;
    END IF;
    v_step := v_step * 2;
  END LOOP;
END $$;

-- The rows among which a window lies, in seq order: the tail that passes the bounds (at least the newest message), the first
-- p_head messages, the pins with their exchanges, and the message that opened a turn which is still open. By index only, so
-- the cost follows the window and not the thread (W4). A null limit does not bound; p_from (else null) takes everything from
-- that seq on instead. memory/window.ts decides among the rows.
CREATE FUNCTION "loci_window_rows"(
  p_tenant text, p_scope uuid, p_thread uuid, p_count int, p_tokens bigint, p_last_turn int, p_open_seq int, p_pins int[],
  p_max_messages int, p_max_tokens bigint, p_max_turns int, p_head int, p_from int, p_with_raw boolean
) RETURNS TABLE (
  seq int, role text, turn int, tokens int, running_tokens bigint, call_ids text, tool_call_id text,
  is_empty boolean, is_pinned boolean, hash bytea, raw text
)
LANGUAGE plpgsql STABLE ROWS 40 AS $$
DECLARE
  v_threshold bigint := 0;
  v_min_turn int := 0;
  v_from int;
  v_kept int[] := '{}';
  v_found int;
BEGIN
  IF p_from IS NULL THEN
    v_threshold := greatest(0, p_tokens - coalesce(p_max_tokens, p_tokens));
    v_min_turn := greatest(0, p_last_turn - coalesce(p_max_turns, p_last_turn + 1) + 1);
    v_from := loci_window_from(p_tenant, p_scope, p_thread, p_count,
      greatest(1, p_count - coalesce(p_max_messages, p_count) + 1), v_threshold, v_min_turn);
  ELSE
    v_from := p_from;
  END IF;
  -- The open turn's first user message; nearly always the first of the turn.
  IF p_open_seq IS NOT NULL THEN
    SELECT m.seq INTO p_open_seq FROM message m
      WHERE m.tenant = p_tenant AND m.scope_id = p_scope AND m.thread_uid = p_thread AND m.seq >= p_open_seq AND m.role = 'user'
      ORDER BY m.seq LIMIT 1;
  END IF;
  -- A pin holds its whole exchange (W6). A turn is one stretch of seqs, so an exchange ends within it.
  IF cardinality(p_pins) > 0 THEN
    p_pins := p_pins || ARRAY(
      SELECT x.seq FROM message p JOIN message x
        ON x.tenant = p.tenant AND x.scope_id = p.scope_id AND x.thread_uid = p.thread_uid
       AND x.seq BETWEEN p.exchange_seq AND p.exchange_seq + 999 AND x.exchange_seq = p.exchange_seq
      WHERE p.tenant = p_tenant AND p.scope_id = p_scope AND p.thread_uid = p_thread AND p.seq = ANY (p_pins));
  END IF;
  IF p_max_messages IS DISTINCT FROM 0 THEN
    v_kept := ARRAY(SELECT generate_series(1, least(p_head, p_count))) || p_pins || p_open_seq;
    v_kept := ARRAY(SELECT DISTINCT k FROM unnest(v_kept) k WHERE k < v_from OR v_threshold > 0 OR v_min_turn > 0);
  END IF;
  IF cardinality(v_kept) > 0 THEN
    RETURN QUERY
      SELECT m.seq, m.role, m.turn, m.tokens, m.running_tokens, m.call_ids, m.tool_call_id, m.is_empty,
             m.seq = ANY (p_pins), m.hash, CASE WHEN p_with_raw THEN m.raw END
      FROM message m
      WHERE m.tenant = p_tenant AND m.scope_id = p_scope AND m.thread_uid = p_thread AND m.seq = ANY (v_kept)
        AND (m.seq < v_from OR m.running_tokens - m.tokens < v_threshold OR m.turn < v_min_turn)
      ORDER BY m.seq;
  END IF;
  RETURN QUERY
    SELECT m.seq, m.role, m.turn, m.tokens, m.running_tokens, m.call_ids, m.tool_call_id, m.is_empty,
           m.seq = ANY (p_pins), m.hash, CASE WHEN p_with_raw THEN m.raw END
    FROM message m
    WHERE m.tenant = p_tenant AND m.scope_id = p_scope AND m.thread_uid = p_thread AND m.seq >= v_from
      AND m.running_tokens - m.tokens >= v_threshold AND m.turn >= v_min_turn
    ORDER BY m.seq;
  GET DIAGNOSTICS v_found = ROW_COUNT;
  -- The newest message is larger than the whole budget: it is shown all the same (W3).
  IF v_found = 0 AND p_max_messages IS DISTINCT FROM 0 AND NOT p_count = ANY (v_kept) THEN
    RETURN QUERY
      SELECT m.seq, m.role, m.turn, m.tokens, m.running_tokens, m.call_ids, m.tool_call_id, m.is_empty,
             m.seq = ANY (p_pins), m.hash, CASE WHEN p_with_raw THEN m.raw END
      FROM message m
      WHERE m.tenant = p_tenant AND m.scope_id = p_scope AND m.thread_uid = p_thread AND m.seq = p_count;
  END IF;
END $$;

-- memory.read: the thread's facts (a first row with seq 0 whose raw is a JSON object; uid null when there is no such
-- thread) and the rows of loci_window_rows.
CREATE FUNCTION "loci_read"(
  p_tenant text, p_subject text, p_thread_id text,
  p_max_messages int, p_max_tokens bigint, p_max_turns int, p_head int, p_from int
) RETURNS TABLE (
  seq int, role text, turn int, tokens int, running_tokens bigint, call_ids text, tool_call_id text,
  is_empty boolean, is_pinned boolean, hash bytea, raw text
)
LANGUAGE plpgsql AS $$
DECLARE
  v_scope uuid := loci_enter_scope(p_tenant, p_subject);
  v_thread thread%ROWTYPE;
  v_pins int[];
BEGIN
  SELECT * INTO v_thread FROM thread t
    WHERE t.tenant = p_tenant AND t.scope_id = v_scope AND t.thread_id = p_thread_id AND t.deleted_at IS NULL;
  v_pins := ARRAY(SELECT p.seq FROM pin p WHERE p.tenant = p_tenant AND p.scope_id = v_scope AND p.thread_uid = v_thread.uid ORDER BY 1);

  seq := 0;
  raw := json_build_object(
    'uid', v_thread.uid, 'scopeId', v_scope, 'agentName', v_thread.agent_name, 'counter', v_thread.counter,
    'messageCount', v_thread.message_count, 'tokenCount', v_thread.token_count, 'lastTurn', v_thread.last_turn,
    'lastTurnSeq', v_thread.last_turn_seq, 'turnOpen', v_thread.turn_open, 'revision', v_thread.revision,
    'lastRunId', v_thread.last_run_id, 'window', v_thread.window, 'windowVersion', v_thread.window_version,
    'accessedAt', v_thread.accessed_at, 'pins', v_pins,
    'configRevision', (SELECT config_revision FROM installation WHERE id = 1)
  )::text;
  RETURN NEXT;
  IF v_thread.uid IS NULL OR v_thread.message_count = 0 THEN RETURN; END IF;

  RETURN QUERY SELECT w.* FROM loci_window_rows(
    p_tenant, v_scope, v_thread.uid, v_thread.message_count, v_thread.token_count, v_thread.last_turn,
    CASE WHEN v_thread.turn_open THEN v_thread.last_turn_seq END, v_pins,
    p_max_messages, p_max_tokens, p_max_turns, p_head, p_from, true) w;
END $$;

-- memory.write: appends what the caller decided is new, as one entry, in one statement. The decision was made on
-- (expectUid, expectRevision); when the thread has moved on, or the settings have, nothing is stored and the status says
-- so (R3). seq, turns and running totals are given out here, under the thread's row lock (M3).
-- p_write: expectUid, expectRevision (null: append to whatever stands there), configRevision, newUid, newScopeId, entryId,
-- mode, agentName, runId, counter, run, read, recallQuery, conflicts, writtenBy, idempotencyKey, requestHash (hex),
-- answer (JSON text: what the caller is told besides what is given out here; kept for a retry, R5), metadata (JSON text), tags, tokens (of all messages), expiresAt, firstLine, lastLine; and of the messages: lastTurnOffset (turns ended before the
-- last one's turn), lastTurnIndex (index at which that turn begins), turnOpen.
-- p_messages: [{ i: index from 0, id, role, t: turns ended before it in this write, x: index of its exchange's opener,
-- xs: seq of an opener that is stored already, n: tokens, h: hash (hex), raw, c: call ids, r: answered call id, e: empty,
-- s: search text }].
-- Answer: status stored | stale | config | repeated | gone.
CREATE FUNCTION "loci_write"(p_tenant text, p_subject text, p_thread_id text, p_write jsonb, p_messages json)
RETURNS TABLE (
  status text, uid uuid, scope_id uuid, entry_id uuid, first_seq int, message_count int, token_count bigint,
  revision bigint, answer text, request_hash bytea
)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_scope uuid;
  v_thread thread%ROWTYPE;
  v_is_new boolean := false;
  v_key text := p_write->>'idempotencyKey';
  v_agent text := p_write->>'agentName';
  v_old entry%ROWTYPE;
  v_entry uuid := (p_write->>'entryId')::uuid;
  v_metadata json := (p_write->>'metadata')::json;
  v_count int;
  v_first int;
  v_turn int;
  v_tokens bigint := (p_write->>'tokens')::bigint;
  v_now timestamptz := now();
BEGIN
  IF (p_write->>'configRevision') IS NOT NULL
     AND (p_write->>'configRevision')::bigint <> (SELECT i.config_revision FROM installation i WHERE i.id = 1) THEN
    RETURN QUERY SELECT 'config', NULL::uuid, NULL::uuid, NULL::uuid, NULL::int, NULL::int, NULL::bigint, NULL::bigint, NULL, NULL::bytea;
    RETURN;
  END IF;

  v_scope := loci_make_scope(p_tenant, p_subject, (p_write->>'newScopeId')::uuid);
  LOOP
    SELECT * INTO v_thread FROM thread t
      WHERE t.tenant = p_tenant AND t.scope_id = v_scope AND t.thread_id = p_thread_id AND t.deleted_at IS NULL
      FOR NO KEY UPDATE;
    EXIT WHEN FOUND;
    IF (p_write->>'expectUid') IS NOT NULL THEN
      RETURN QUERY SELECT 'gone', NULL::uuid, v_scope, NULL::uuid, NULL::int, NULL::int, NULL::bigint, NULL::bigint, NULL, NULL::bytea;
      RETURN;
    END IF;
    INSERT INTO thread (tenant, scope_id, uid, thread_id, agent_name, counter, created_at, updated_at, accessed_at)
      VALUES (p_tenant, v_scope, (p_write->>'newUid')::uuid, p_thread_id, v_agent, p_write->>'counter', v_now, v_now, v_now)
      ON CONFLICT (tenant, scope_id, thread_id) WHERE deleted_at IS NULL DO NOTHING
      RETURNING * INTO v_thread;
    v_is_new := FOUND;
    EXIT WHEN v_is_new;
  END LOOP;

  IF v_key IS NOT NULL AND NOT v_is_new THEN
    SELECT * INTO v_old FROM entry e
      WHERE e.tenant = p_tenant AND e.scope_id = v_scope AND e.thread_uid = v_thread.uid AND e.idempotency_key = v_key;
    IF FOUND AND v_old.created_at > v_now - interval '24 hours' THEN
      RETURN QUERY SELECT 'repeated', v_thread.uid, v_scope, v_old.id, v_old.first_seq, v_thread.message_count,
        v_thread.token_count, v_thread.revision, v_old.answer, v_old.request_hash;
      RETURN;
    ELSIF FOUND THEN
      UPDATE entry e SET idempotency_key = NULL, request_hash = NULL, answer = NULL
        WHERE e.tenant = p_tenant AND e.scope_id = v_scope AND e.thread_uid = v_thread.uid AND e.id = v_old.id;
    END IF;
  END IF;

  IF v_thread.uid <> (p_write->>'expectUid')::uuid
     OR ((p_write->>'expectRevision') IS NOT NULL
         AND (v_thread.revision <> (p_write->>'expectRevision')::bigint
              OR ((p_write->>'expectUid') IS NULL AND NOT v_is_new))) THEN
    RETURN QUERY SELECT 'stale', v_thread.uid, v_scope, NULL::uuid, NULL::int, v_thread.message_count, v_thread.token_count,
      v_thread.revision, NULL, NULL::bytea;
    RETURN;
  END IF;

  v_first := v_thread.message_count + 1;
  v_turn := v_thread.last_turn + CASE WHEN v_thread.turn_open THEN 0 ELSE 1 END;

  INSERT INTO message (tenant, scope_id, thread_uid, seq, id, entry_id, role, turn, exchange_seq, tokens, running_tokens,
                       hash, raw, call_ids, tool_call_id, is_empty, search, created_at)
    SELECT p_tenant, v_scope, v_thread.uid, v_first + m.i, m.id, v_entry, m.role, v_turn + m.t,
           coalesce(m.xs, v_first + m.x), m.n,
           v_thread.token_count + sum(m.n) OVER (ORDER BY m.i ROWS UNBOUNDED PRECEDING),
           decode(m.h, 'hex'), m.raw, m.c, m.r, m.e,
           CASE WHEN m.s <> '' THEN loci_search_vector(p_tenant, v_scope, v_thread.uid, m.s) END, v_now
    FROM json_to_recordset(p_messages)
      AS m(i int, id text, role text, t int, x int, xs int, n int, h text, raw text, c text, r text, e boolean, s text);

  GET DIAGNOSTICS v_count = ROW_COUNT;

  INSERT INTO entry (tenant, scope_id, thread_uid, id, mode, first_seq, last_seq, token_count, agent_name, run_id, run, read,
                     recall_query, conflicts, written_by, idempotency_key, request_hash, answer, created_at, expires_at)
    VALUES (p_tenant, v_scope, v_thread.uid, v_entry, p_write->>'mode', v_first, v_thread.message_count + v_count, v_tokens,
            v_agent, p_write->>'runId', p_write->>'run', p_write->>'read', p_write->>'recallQuery', p_write->>'conflicts',
            p_write->>'writtenBy', v_key, decode(p_write->>'requestHash', 'hex'),
            CASE WHEN v_key IS NOT NULL THEN json_build_object(
              'firstSeq', v_first, 'messageCount', v_thread.message_count + v_count, 'tokenCount', v_thread.token_count + v_tokens,
              'revision', v_thread.revision + CASE WHEN v_count > 0 THEN 1 ELSE 0 END, 'given', (p_write->>'answer')::json)::text END, v_now, (p_write->>'expiresAt')::timestamptz);

  IF jsonb_typeof(p_write->'tags') = 'object' THEN
    INSERT INTO entry_tag (tenant, scope_id, thread_uid, key, value, entry_id)
      SELECT p_tenant, v_scope, v_thread.uid, t.key, t.value, v_entry FROM jsonb_each_text(p_write->'tags') AS t;
  END IF;

  UPDATE thread t SET
    message_count = v_thread.message_count + v_count,
    token_count = v_thread.token_count + v_tokens,
    revision = v_thread.revision + CASE WHEN v_count > 0 THEN 1 ELSE 0 END,
    last_turn = CASE WHEN v_count > 0 THEN v_turn + (p_write->>'lastTurnOffset')::int ELSE t.last_turn END,
    -- The newest turn began before this write when it was open and nothing in the write has closed it.
    last_turn_seq = CASE
      WHEN v_count = 0 OR (v_thread.turn_open AND (p_write->>'lastTurnOffset')::int = 0) THEN t.last_turn_seq
      ELSE v_first + (p_write->>'lastTurnIndex')::int END,
    turn_open = CASE WHEN v_count > 0 THEN (p_write->>'turnOpen')::boolean ELSE t.turn_open END,
    last_run_id = CASE WHEN v_count > 0 THEN p_write->>'runId' ELSE t.last_run_id END,
    agent_name = coalesce(t.agent_name, v_agent),
    first_line = coalesce(t.first_line, p_write->>'firstLine'),
    last_line = coalesce(p_write->>'lastLine', t.last_line),
    metadata = CASE
      WHEN v_metadata IS NOT NULL THEN coalesce((
        SELECT json_object_agg(k.key, k.value)::text FROM (
          SELECT o.key, o.value FROM json_each(t.metadata::json) o
            WHERE NOT EXISTS (SELECT 1 FROM json_each(v_metadata) n WHERE n.key = o.key)
          UNION ALL SELECT n.key, n.value FROM json_each(v_metadata) n) k), '{}')
      ELSE t.metadata END,
    updated_at = v_now,
    last_message_at = CASE WHEN v_count > 0 THEN v_now ELSE t.last_message_at END
  WHERE t.tenant = p_tenant AND t.scope_id = v_scope AND t.uid = v_thread.uid;

  IF v_agent IS NOT NULL THEN
    INSERT INTO agent (name, first_seen_at, last_seen_at) VALUES (v_agent, v_now, v_now) ON CONFLICT (name) DO NOTHING;
    UPDATE agent a SET last_seen_at = v_now WHERE a.name = v_agent AND a.last_seen_at < v_now - interval '1 minute';
  END IF;
  RETURN QUERY SELECT 'stored', v_thread.uid, v_scope, v_entry, v_first, v_thread.message_count + v_count,
    v_thread.token_count + v_tokens, v_thread.revision + CASE WHEN v_count > 0 THEN 1 ELSE 0 END, NULL, NULL::bytea;
END $$;

-- Text search inside a reach. It runs as the owner, because under a policy the text operators would not use their index,
-- and applies the reach itself: tenant null means everything, scope null every subject of the tenant.
CREATE FUNCTION "loci_search"(p_tenant text, p_scope uuid, p_thread uuid, p_query tsquery, p_limit int)
RETURNS TABLE (tenant text, scope_id uuid, thread_uid uuid, seq int)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT m.tenant, m.scope_id, m.thread_uid, m.seq
  FROM message m
  WHERE m.search @@ (
      p_query
      && CASE WHEN p_tenant IS NULL THEN p_query ELSE array_to_tsvector(ARRAY[chr(1) || 't' || p_tenant])::text::tsquery END
      && CASE WHEN p_scope IS NULL THEN p_query ELSE array_to_tsvector(ARRAY[chr(1) || 's' || p_scope::text])::text::tsquery END
      && CASE WHEN p_thread IS NULL THEN p_query ELSE array_to_tsvector(ARRAY[chr(1) || 'u' || p_thread::text])::text::tsquery END)
    AND (p_tenant IS NULL OR m.tenant = p_tenant)
    AND (p_scope IS NULL OR m.scope_id = p_scope)
    AND m.redacted_at IS NULL
    AND EXISTS (SELECT 1 FROM thread t WHERE t.tenant = m.tenant AND t.scope_id = m.scope_id AND t.uid = m.thread_uid
                  AND t.deleted_at IS NULL)
  LIMIT p_limit;
$$;

-- Appends to the audit log, chained per tenant; the lock orders its writers, and only them.
CREATE FUNCTION "loci_audit"(
  p_tenant text, p_actor_kind text, p_actor_id text, p_action text, p_object_kind text, p_object_id text,
  p_outcome text, p_details text, p_request_id text
) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
  v_number bigint;
  v_previous bytea;
  v_now timestamptz(3) := clock_timestamp();
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('loci.audit.' || p_tenant, 0));
  SELECT a.number, a.hash INTO v_number, v_previous FROM audit_event a WHERE a.tenant = p_tenant ORDER BY a.number DESC LIMIT 1;
  v_number := coalesce(v_number, 0) + 1;
  v_previous := coalesce(v_previous, ''::bytea);
  INSERT INTO audit_event (tenant, number, at, actor_kind, actor_id, action, object_kind, object_id, outcome, details,
                           request_id, previous_hash, hash)
    VALUES (p_tenant, v_number, v_now, p_actor_kind, p_actor_id, p_action, p_object_kind, p_object_id, p_outcome, p_details,
            p_request_id, v_previous,
            sha256(v_previous || convert_to(json_build_array(p_tenant, v_number, extract(epoch FROM v_now), p_actor_kind,
              p_actor_id, p_action, p_object_kind, p_object_id, p_outcome, p_details, p_request_id)::text, 'UTF8')));
  RETURN v_number;
END $$;
