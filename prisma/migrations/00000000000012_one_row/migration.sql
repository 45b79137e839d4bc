DROP FUNCTION "loci_read"(text, text, text, int, bigint, int, int, int, boolean, int[]);

-- memory.read in one row: what is known of the thread, and the rows among which its window lies, in seq order, as a JSON
-- array of arrays, their hashes (32 bytes each) and their texts, one after the other. A row for each message would cost the
-- client more than the rest of a read does. Texts are parted by a character that no JSON text holds; one that is more
-- than its share of an answer (p_text_bytes, by the number of rows) stays out and is an empty text.
CREATE FUNCTION "loci_read"(
  p_tenant text, p_subject text, p_thread_id text,
  p_max_messages int, p_max_tokens bigint, p_max_turns int, p_head int, p_from int,
  p_with_summary boolean, p_seqs int[], p_text_bytes int,
  OUT facts text, OUT rows text, OUT hashes bytea, OUT texts text
)
LANGUAGE plpgsql
-- The plans do not depend on the values: each finds its rows by whole keys.
SET plan_cache_mode = force_generic_plan
SET max_parallel_workers_per_gather = 0
SET jit = off
AS $$
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
  v_threshold bigint;
  v_min_turn int;
  v_from int;
  v_share int;
BEGIN
  SELECT s.id INTO v_scope FROM scope s WHERE s.tenant = p_tenant AND s.subject = p_subject;
  v_entered := set_config('loci.scope', coalesce(v_scope::text, ''), true);

  SELECT t.uid, t.message_count, t.token_count, t.last_turn, CASE WHEN t.turn_open THEN t.last_turn_seq END, t.pinned_seqs,
      json_build_object('scopeId', v_scope, 'configRevision', (SELECT i.config_revision FROM installation i WHERE i.id = 1),
        'thread', json_build_object(
          'tenant', p_tenant, 'scopeId', v_scope, 'uid', t.uid, 'agentName', t.agent_name, 'counter', t.counter,
          'messageCount', t.message_count, 'tokenCount', t.token_count, 'lastTurn', t.last_turn,
          'lastTurnSeq', t.last_turn_seq, 'turnOpen', t.turn_open, 'revision', t.revision,
          'lastRunId', t.last_run_id, 'window', t.window, 'windowVersion', t.window_version,
          'accessedAt', floor(extract(epoch FROM t.accessed_at) * 1000), 'pins', t.pinned_seqs))::text
    INTO v_uid, v_count, v_tokens, v_last_turn, v_open_seq, v_pins, facts
    FROM thread t
    WHERE t.tenant = p_tenant AND t.scope_id = v_scope AND t.thread_id = p_thread_id AND t.deleted_at IS NULL;
  IF v_uid IS NULL THEN
    facts := json_build_object('scopeId', v_scope,
      'configRevision', (SELECT i.config_revision FROM installation i WHERE i.id = 1), 'thread', NULL)::text;
    RETURN;
  END IF;

  IF p_with_summary OR cardinality(p_seqs) > 0 THEN
    IF cardinality(p_seqs) > 0 THEN
      SELECT json_agg(json_build_array(u.hit, u.seqs)) INTO v_units FROM (
        SELECT x.hit, array_agg(x.seq ORDER BY x.seq) AS seqs
        FROM loci_exchanges_of(p_tenant, v_scope, v_uid, p_seqs) x GROUP BY x.hit) u;
      p_seqs := ARRAY(SELECT DISTINCT s::int FROM json_array_elements(v_units) u, json_array_elements_text(u->1) s);
    END IF;
    IF p_with_summary THEN
      SELECT json_build_object('version', s.version, 'fromSeq', s.from_seq, 'toSeq', s.to_seq, 'tokens', s.tokens, 'text', s.text)
        INTO v_summary
        FROM summary s WHERE s.tenant = p_tenant AND s.scope_id = v_scope AND s.thread_uid = v_uid
        ORDER BY s.version DESC LIMIT 1;
      SELECT s.reason INTO v_reason
        FROM summary_state s WHERE s.tenant = p_tenant AND s.scope_id = v_scope AND s.thread_uid = v_uid;
    END IF;
    -- They go inside the closing brace.
    facts := left(facts, -1) || ', "units" : ' || coalesce(v_units::text, 'null')
      || ', "summary" : ' || coalesce(v_summary::text, 'null')
      || ', "summaryReason" : ' || coalesce(to_json(v_reason)::text, 'null') || '}';
  END IF;
  IF v_count = 0 THEN RETURN; END IF;

  IF p_from IS NOT NULL OR p_head > 0 OR v_open_seq IS NOT NULL OR cardinality(v_pins) > 0 OR cardinality(p_seqs) > 0 THEN
    SELECT json_agg(json_build_array(w.seq, w.role, w.turn, w.tokens, w.running_tokens,
          w.call_ids::json, w.tool_call_id::json, w.is_empty, w.is_pinned) ORDER BY w.seq)::text,
        string_agg(w.hash, '' ORDER BY w.seq),
        string_agg(CASE WHEN octet_length(w.raw) <= p_text_bytes / w.found THEN w.raw ELSE '' END, E'\x01' ORDER BY w.seq)
      INTO rows, hashes, texts
      FROM (
        SELECT *, count(*) OVER () AS found FROM loci_window_rows(
          p_tenant, v_scope, v_uid, v_count, v_tokens, v_last_turn, v_open_seq, v_pins,
          p_max_messages, p_max_tokens, p_max_turns, p_head, p_from, true, p_seqs)) w;
    RETURN;
  END IF;

  v_threshold := greatest(0, v_tokens - coalesce(p_max_tokens, v_tokens));
  v_min_turn := greatest(0, v_last_turn - coalesce(p_max_turns, v_last_turn + 1) + 1);
  v_from := loci_window_from(p_tenant, v_scope, v_uid, v_count,
    greatest(1, v_count - coalesce(p_max_messages, v_count) + 1), v_threshold, v_min_turn);
  v_share := p_text_bytes / greatest(1, v_count - v_from + 1);
  LOOP
    SELECT json_agg(json_build_array(m.seq, m.role, m.turn, m.tokens, m.running_tokens,
          m.call_ids::json, m.tool_call_id::json, m.is_empty, false) ORDER BY m.seq)::text,
        string_agg(m.hash, '' ORDER BY m.seq),
        string_agg(CASE WHEN octet_length(m.raw) <= v_share THEN m.raw ELSE '' END, E'\x01' ORDER BY m.seq)
      INTO rows, hashes, texts
      FROM message m
      WHERE m.tenant = p_tenant AND m.scope_id = v_scope AND m.thread_uid = v_uid AND m.seq >= v_from
        AND m.running_tokens - m.tokens >= v_threshold AND m.turn >= v_min_turn;
    EXIT WHEN rows IS NOT NULL OR p_max_messages = 0 OR v_from >= v_count AND v_threshold = 0;
    -- The newest message is larger than the whole budget: it is shown all the same (W3).
    v_from := v_count;
    v_threshold := 0;
    v_min_turn := 0;
  END LOOP;
END $$;
