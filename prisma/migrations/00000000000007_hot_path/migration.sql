-- A thread's pins, beside the thread: a read has them with the row that it looks up anyway. "pin" says who and when.
ALTER TABLE "thread" ADD COLUMN "pinned_seqs" INTEGER[] DEFAULT ARRAY[]::INTEGER[];
UPDATE "thread" t SET "pinned_seqs" = ARRAY(
  SELECT p.seq FROM "pin" p WHERE p.tenant = t.tenant AND p.scope_id = t.scope_id AND p.thread_uid = t.uid ORDER BY p.seq)
  WHERE EXISTS (SELECT 1 FROM "pin" p WHERE p.tenant = t.tenant AND p.scope_id = t.scope_id AND p.thread_uid = t.uid);

CREATE FUNCTION "loci_keep_pins"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE thread t SET pinned_seqs = ARRAY(
      SELECT p.seq FROM pin p WHERE p.tenant = t.tenant AND p.scope_id = t.scope_id AND p.thread_uid = t.uid ORDER BY p.seq)
    FROM (SELECT DISTINCT c.tenant, c.scope_id, c.thread_uid FROM changed c) c
    WHERE t.tenant = c.tenant AND t.scope_id = c.scope_id AND t.uid = c.thread_uid;
  RETURN NULL;
END $$;
CREATE TRIGGER "pin_added" AFTER INSERT ON "pin" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "loci_keep_pins"();
CREATE TRIGGER "pin_removed" AFTER DELETE ON "pin" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "loci_keep_pins"();

-- memory.read, as before, in three statements where the thread has nothing special: scope, thread, rows. What a statement
-- costs behind the wall is mostly its start, so few of them is what makes a read fast.
CREATE OR REPLACE FUNCTION "loci_read"(
  p_tenant text, p_subject text, p_thread_id text,
  p_max_messages int, p_max_tokens bigint, p_max_turns int, p_head int, p_from int,
  p_with_summary boolean DEFAULT false, p_seqs int[] DEFAULT '{}'
) RETURNS TABLE (
  seq int, role text, turn int, tokens int, running_tokens bigint, call_ids text, tool_call_id text,
  is_empty boolean, is_pinned boolean, hash bytea, raw text
)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  -- An assignment runs no statement.
  v_entered text := set_config('loci.reach', 'scope', true) || set_config('loci.tenant', p_tenant, true)
    || set_config('loci.subject', p_subject, true) || set_config('loci.scope', '', true);
  v_scope uuid;
  v_uid uuid;
  v_count int;
  v_tokens bigint;
  v_last_turn int;
  v_open_seq int;
  v_pins int[];
  v_units json;
  v_summary json;
  v_reason text;
  v_facts text;
  v_threshold bigint;
  v_min_turn int;
  v_from int;
  v_found int;
BEGIN
  SELECT s.id INTO v_scope FROM scope s WHERE s.tenant = p_tenant AND s.subject = p_subject;
  v_entered := set_config('loci.scope', coalesce(v_scope::text, ''), true);

  SELECT t.uid, t.message_count, t.token_count, t.last_turn, CASE WHEN t.turn_open THEN t.last_turn_seq END, t.pinned_seqs,
      json_build_object(
        'uid', t.uid, 'scopeId', v_scope, 'agentName', t.agent_name, 'counter', t.counter,
        'messageCount', t.message_count, 'tokenCount', t.token_count, 'lastTurn', t.last_turn,
        'lastTurnSeq', t.last_turn_seq, 'turnOpen', t.turn_open, 'revision', t.revision,
        'lastRunId', t.last_run_id, 'window', t.window, 'windowVersion', t.window_version,
        'accessedAt', t.accessed_at, 'pins', t.pinned_seqs,
        'configRevision', (SELECT i.config_revision FROM installation i WHERE i.id = 1))::text
    INTO v_uid, v_count, v_tokens, v_last_turn, v_open_seq, v_pins, v_facts
    FROM thread t
    WHERE t.tenant = p_tenant AND t.scope_id = v_scope AND t.thread_id = p_thread_id AND t.deleted_at IS NULL;

  IF v_uid IS NOT NULL AND cardinality(p_seqs) > 0 THEN
    SELECT json_agg(json_build_array(u.hit, u.seqs)) INTO v_units FROM (
      SELECT x.hit, array_agg(x.seq ORDER BY x.seq) AS seqs
      FROM loci_exchanges_of(p_tenant, v_scope, v_uid, p_seqs) x GROUP BY x.hit) u;
    p_seqs := ARRAY(SELECT DISTINCT s::int FROM json_array_elements(v_units) u, json_array_elements_text(u->1) s);
  END IF;
  IF v_uid IS NOT NULL AND p_with_summary THEN
    SELECT json_build_object('version', s.version, 'fromSeq', s.from_seq, 'toSeq', s.to_seq, 'tokens', s.tokens, 'text', s.text)
      INTO v_summary
      FROM summary s WHERE s.tenant = p_tenant AND s.scope_id = v_scope AND s.thread_uid = v_uid
      ORDER BY s.version DESC LIMIT 1;
    SELECT s.reason INTO v_reason
      FROM summary_state s WHERE s.tenant = p_tenant AND s.scope_id = v_scope AND s.thread_uid = v_uid;
  END IF;

  seq := 0;
  IF v_uid IS NULL THEN
    raw := json_build_object('uid', NULL, 'scopeId', v_scope,
      'configRevision', (SELECT i.config_revision FROM installation i WHERE i.id = 1))::text;
  ELSE
    -- The extra facts go inside the closing brace.
    raw := left(v_facts, -1) || ', "units" : ' || coalesce(v_units::text, 'null')
      || ', "summary" : ' || coalesce(v_summary::text, 'null')
      || ', "summaryReason" : ' || coalesce(to_json(v_reason)::text, 'null') || '}';
  END IF;
  RETURN NEXT;
  IF v_uid IS NULL OR v_count = 0 THEN RETURN; END IF;

  IF p_from IS NOT NULL OR p_head > 0 OR v_open_seq IS NOT NULL OR cardinality(v_pins) > 0 OR cardinality(p_seqs) > 0 THEN
    RETURN QUERY SELECT w.* FROM loci_window_rows(
      p_tenant, v_scope, v_uid, v_count, v_tokens, v_last_turn, v_open_seq, v_pins,
      p_max_messages, p_max_tokens, p_max_turns, p_head, p_from, true, p_seqs) w;
    RETURN;
  END IF;

  v_threshold := greatest(0, v_tokens - coalesce(p_max_tokens, v_tokens));
  v_min_turn := greatest(0, v_last_turn - coalesce(p_max_turns, v_last_turn + 1) + 1);
  v_from := loci_window_from(p_tenant, v_scope, v_uid, v_count,
    greatest(1, v_count - coalesce(p_max_messages, v_count) + 1), v_threshold, v_min_turn);
  RETURN QUERY
    SELECT m.seq, m.role, m.turn, m.tokens, m.running_tokens, m.call_ids, m.tool_call_id, m.is_empty, false, m.hash, m.raw
    FROM message m
    WHERE m.tenant = p_tenant AND m.scope_id = v_scope AND m.thread_uid = v_uid AND m.seq >= v_from
      AND m.running_tokens - m.tokens >= v_threshold AND m.turn >= v_min_turn
    ORDER BY m.seq;
  GET DIAGNOSTICS v_found = ROW_COUNT;
  -- The newest message is larger than the whole budget: it is shown all the same (W3).
  IF v_found = 0 AND p_max_messages IS DISTINCT FROM 0 THEN
    RETURN QUERY
      SELECT m.seq, m.role, m.turn, m.tokens, m.running_tokens, m.call_ids, m.tool_call_id, m.is_empty, false, m.hash, m.raw
      FROM message m
      WHERE m.tenant = p_tenant AND m.scope_id = v_scope AND m.thread_uid = v_uid AND m.seq = v_count;
  END IF;
END $$;

-- The plans of these functions do not depend on the values: each finds its rows by whole keys. Planned anew at each call,
-- which PostgreSQL prefers where row-level security makes estimates vague, a read takes three times as long.
DO $$
DECLARE
  v_function regprocedure;
BEGIN
  FOR v_function IN
    SELECT p.oid::regprocedure FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE n.nspname = current_schema() AND p.proname IN ('loci_read', 'loci_write', 'loci_recalled_rows')
  LOOP
    EXECUTE format('ALTER FUNCTION %s SET plan_cache_mode = force_generic_plan', v_function);
    -- A plan for any value looks expensive on long threads; to start workers for it, or to compile it, would take 40 ms.
    EXECUTE format('ALTER FUNCTION %s SET max_parallel_workers_per_gather = 0', v_function);
    EXECUTE format('ALTER FUNCTION %s SET jit = off', v_function);
  END LOOP;
END $$;
