-- Each append makes entries of a thread's row in all of its indexes. Those that lists open in hold one kind of thread each,
-- the living or the deleted, so that only the key can serve what looks a thread up: with the others, which hold the row's
-- whole past until it is cleaned up, foreign keys were checked on new installations at a cost that grew with each write.
DROP INDEX "thread_tenant_scope_id_last_message_at_uid_idx";
DROP INDEX "thread_last_message_at_uid_idx";
CREATE INDEX "thread_living_of_scope" ON "thread" ("tenant", "scope_id", "last_message_at", "uid") WHERE "deleted_at" IS NULL;
CREATE INDEX "thread_living" ON "thread" ("last_message_at", "uid") WHERE "deleted_at" IS NULL;
CREATE INDEX "thread_deleted_of_scope" ON "thread" ("tenant", "scope_id", "last_message_at", "uid") WHERE "deleted_at" IS NOT NULL;

DROP FUNCTION "loci_write"(text, text, text, jsonb, json);

-- memory.write in one statement, guarded by what it was decided on (R3, R5).
-- p_write: expectUid, expectRevision (null: append to whatever stands there), configRevision, newUid, newScopeId, entryId,
-- mode, agentName, runId, counter, run, read, recallQuery, conflicts, writtenBy, idempotencyKey, requestHash (hex),
-- answer (JSON text: what the caller is told besides what is given out here; kept for a retry, R5), metadata (JSON text), tags, tokens (of all messages), expiresAt, firstLine, lastLine; and of the messages: lastTurnOffset (turns ended before the
-- last one's turn), lastTurnIndex (index at which that turn begins), turnOpen.
-- p_messages: [{ i: index from 0, id, role, t: turns ended before it in this write, x: index of its exchange's opener,
-- xs: seq of an opener that is stored already, n: tokens, h: hash (hex), raw, c: call ids, r: answered call id, e: empty,
-- s: search text }].
-- Answer: status stored | stale | config | repeated | gone.
CREATE FUNCTION "loci_write"(
  p_tenant text, p_subject text, p_thread_id text, p_write jsonb, p_messages json,
  OUT status text, OUT uid uuid, OUT scope_id uuid, OUT first_seq int, OUT message_count int, OUT token_count bigint,
  OUT revision bigint, OUT answer text, OUT request_hash bytea
)
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET max_parallel_workers_per_gather = 0
SET jit = off
AS $$
#variable_conflict use_column
DECLARE
  -- An assignment runs no statement.
  v_entered text := set_config('loci.reach', 'scope', true) || set_config('loci.tenant', p_tenant, true)
    || set_config('loci.subject', p_subject, true) || set_config('loci.scope', '', true);
  v_scope uuid;
  v_thread thread%ROWTYPE;
  v_is_new boolean := false;
  v_key text := p_write->>'idempotencyKey';
  v_agent text := p_write->>'agentName';
  v_old entry%ROWTYPE;
  v_entry uuid := (p_write->>'entryId')::uuid;
  v_metadata json := (p_write->>'metadata')::json;
  v_count int := json_array_length(p_messages);
  v_turn int;
  v_tokens bigint := (p_write->>'tokens')::bigint;
  v_now timestamptz := now();
BEGIN
  IF (p_write->>'configRevision') IS NOT NULL
     AND (p_write->>'configRevision')::bigint <> (SELECT i.config_revision FROM installation i WHERE i.id = 1) THEN
    status := 'config';
    RETURN;
  END IF;

  SELECT s.id INTO v_scope FROM scope s WHERE s.tenant = p_tenant AND s.subject = p_subject;
  IF v_scope IS NULL THEN
    v_scope := loci_make_scope(p_tenant, p_subject, (p_write->>'newScopeId')::uuid);
  END IF;
  v_entered := set_config('loci.scope', v_scope::text, true);
  scope_id := v_scope;

  LOOP
    SELECT * INTO v_thread FROM thread t
      WHERE t.tenant = p_tenant AND t.scope_id = v_scope AND t.thread_id = p_thread_id AND t.deleted_at IS NULL
      FOR NO KEY UPDATE;
    EXIT WHEN FOUND;
    IF (p_write->>'expectUid') IS NOT NULL THEN
      status := 'gone';
      RETURN;
    END IF;
    INSERT INTO thread (tenant, scope_id, uid, thread_id, agent_name, counter, created_at, updated_at, accessed_at)
      VALUES (p_tenant, v_scope, (p_write->>'newUid')::uuid, p_thread_id, v_agent, p_write->>'counter', v_now, v_now, v_now)
      ON CONFLICT (tenant, scope_id, thread_id) WHERE deleted_at IS NULL DO NOTHING
      RETURNING * INTO v_thread;
    v_is_new := FOUND;
    EXIT WHEN v_is_new;
  END LOOP;

  uid := v_thread.uid;
  first_seq := v_thread.message_count + 1;
  message_count := v_thread.message_count + v_count;
  token_count := v_thread.token_count + v_tokens;
  revision := v_thread.revision + CASE WHEN v_count > 0 THEN 1 ELSE 0 END;

  IF v_thread.uid = coalesce((p_write->>'expectUid')::uuid, v_thread.uid)
     AND ((p_write->>'expectRevision') IS NULL
          OR v_thread.revision = (p_write->>'expectRevision')::bigint AND ((p_write->>'expectUid') IS NOT NULL OR v_is_new)) THEN
    status := 'stored';
  ELSE
    status := 'stale';
  END IF;

  -- The entry comes first, so that the index of the keys says whether this one was used, and no statement looks for it.
  LOOP
    IF status = 'stored' THEN
      INSERT INTO entry (tenant, scope_id, thread_uid, id, mode, first_seq, last_seq, token_count, agent_name, run_id, run, read,
                         recall_query, conflicts, written_by, idempotency_key, request_hash, answer, created_at, expires_at)
        VALUES (p_tenant, v_scope, v_thread.uid, v_entry, p_write->>'mode', loci_write.first_seq, loci_write.message_count, v_tokens,
                v_agent, p_write->>'runId', p_write->>'run', p_write->>'read', p_write->>'recallQuery', p_write->>'conflicts',
                p_write->>'writtenBy', v_key, decode(p_write->>'requestHash', 'hex'),
                CASE WHEN v_key IS NOT NULL THEN json_build_object(
                  'firstSeq', loci_write.first_seq, 'messageCount', loci_write.message_count, 'tokenCount', loci_write.token_count,
                  'revision', loci_write.revision, 'given', (p_write->>'answer')::json)::text END,
                v_now, (p_write->>'expiresAt')::timestamptz)
        ON CONFLICT (tenant, scope_id, thread_uid, idempotency_key) DO NOTHING;
      EXIT WHEN FOUND;
    ELSIF v_key IS NULL OR v_is_new THEN
      RETURN;
    END IF;
    SELECT * INTO v_old FROM entry e
      WHERE e.tenant = p_tenant AND e.scope_id = v_scope AND e.thread_uid = v_thread.uid AND e.idempotency_key = v_key;
    IF v_old.created_at > v_now - interval '24 hours' THEN
      status := 'repeated';
      first_seq := v_old.first_seq;
      message_count := v_thread.message_count;
      token_count := v_thread.token_count;
      revision := v_thread.revision;
      answer := v_old.answer;
      request_hash := v_old.request_hash;
      RETURN;
    END IF;
    IF status = 'stale' THEN RETURN; END IF;
    UPDATE entry e SET idempotency_key = NULL, request_hash = NULL, answer = NULL
      WHERE e.tenant = p_tenant AND e.scope_id = v_scope AND e.thread_uid = v_thread.uid AND e.id = v_old.id;
  END LOOP;

  v_turn := v_thread.last_turn + CASE WHEN v_thread.turn_open THEN 0 ELSE 1 END;

  INSERT INTO message (tenant, scope_id, thread_uid, seq, id, entry_id, role, turn, exchange_seq, tokens, running_tokens,
                       hash, raw, call_ids, tool_call_id, is_empty, search, created_at)
    SELECT p_tenant, v_scope, v_thread.uid, loci_write.first_seq + m.i, m.id, v_entry, m.role, v_turn + m.t,
           coalesce(m.xs, loci_write.first_seq + m.x), m.n,
           v_thread.token_count + sum(m.n) OVER (ORDER BY m.i ROWS UNBOUNDED PRECEDING),
           decode(m.h, 'hex'), m.raw, m.c, m.r, m.e,
           CASE WHEN m.s <> '' THEN loci_search_vector(p_tenant, v_scope, v_thread.uid, m.s) END, v_now
    FROM json_to_recordset(p_messages)
      AS m(i int, id text, role text, t int, x int, xs int, n int, h text, raw text, c text, r text, e boolean, s text);

  IF jsonb_typeof(p_write->'tags') = 'object' THEN
    INSERT INTO entry_tag (tenant, scope_id, thread_uid, key, value, entry_id)
      SELECT p_tenant, v_scope, v_thread.uid, t.key, t.value, v_entry FROM jsonb_each_text(p_write->'tags') AS t;
  END IF;

  UPDATE thread t SET
    message_count = loci_write.message_count,
    token_count = loci_write.token_count,
    revision = loci_write.revision,
    last_turn = CASE WHEN v_count > 0 THEN v_turn + (p_write->>'lastTurnOffset')::int ELSE t.last_turn END,
    -- The newest turn began before this write when it was open and nothing in the write has closed it.
    last_turn_seq = CASE
      WHEN v_count = 0 OR (v_thread.turn_open AND (p_write->>'lastTurnOffset')::int = 0) THEN t.last_turn_seq
      ELSE loci_write.first_seq + (p_write->>'lastTurnIndex')::int END,
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
END $$;
