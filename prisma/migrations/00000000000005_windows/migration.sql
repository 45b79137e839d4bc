-- The whole exchanges of these messages (T2), each message with the one that it was asked for; a message of no exchange
-- stands alone. An exchange ends within its turn, and a turn is one stretch of seqs: nothing behind it is looked at.
CREATE FUNCTION "loci_exchanges_of"(p_tenant text, p_scope uuid, p_thread uuid, p_seqs int[]) RETURNS TABLE (hit int, seq int)
LANGUAGE sql STABLE ROWS 20 AS $$
  SELECT p.seq, x.seq
  FROM message p
  CROSS JOIN LATERAL (
    SELECT coalesce(min(n.seq) - 1, p.exchange_seq + 999) AS seq FROM (
      SELECT e.seq FROM message e
      WHERE e.tenant = p_tenant AND e.scope_id = p_scope AND e.thread_uid = p_thread
        AND e.seq > p.seq AND e.seq <= p.exchange_seq + 999 AND e.turn > p.turn
      ORDER BY e.seq LIMIT 1) n) AS last
  JOIN message x
    ON x.tenant = p_tenant AND x.scope_id = p_scope AND x.thread_uid = p_thread
   AND x.seq BETWEEN p.exchange_seq AND last.seq AND x.exchange_seq = p.exchange_seq
  WHERE p.tenant = p_tenant AND p.scope_id = p_scope AND p.thread_uid = p_thread AND p.seq = ANY (p_seqs)
    AND p.exchange_seq IS NOT NULL
  UNION ALL
  SELECT p.seq, p.seq FROM message p
  WHERE p.tenant = p_tenant AND p.scope_id = p_scope AND p.thread_uid = p_thread AND p.seq = ANY (p_seqs)
    AND p.exchange_seq IS NULL;
$$;

DROP FUNCTION "loci_read"(text, text, text, int, bigint, int, int, int);
DROP FUNCTION "loci_window_rows"(text, uuid, uuid, int, bigint, int, int, int[], int, bigint, int, int, int, boolean);

-- The rows among which a window lies, in seq order: the tail that passes the bounds (at least the newest message), the first
-- p_head messages, the pins with their exchanges, the message that opened a turn which is still open, and p_seqs. By index only, so
-- the cost follows the window and not the thread (W4). A null limit does not bound; p_from (else null) takes everything from
-- that seq on instead. memory/window.ts decides among the rows.
CREATE FUNCTION "loci_window_rows"(
  p_tenant text, p_scope uuid, p_thread uuid, p_count int, p_tokens bigint, p_last_turn int, p_open_seq int, p_pins int[],
  p_max_messages int, p_max_tokens bigint, p_max_turns int, p_head int, p_from int, p_with_raw boolean,
  p_seqs int[] DEFAULT '{}'
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
  -- A pin holds its whole exchange (W6).
  IF cardinality(p_pins) > 0 THEN
    p_pins := p_pins || ARRAY(SELECT x.seq FROM loci_exchanges_of(p_tenant, p_scope, p_thread, p_pins) x);
  END IF;
  IF p_max_messages IS DISTINCT FROM 0 THEN
    v_kept := ARRAY(SELECT generate_series(1, least(p_head, p_count))) || p_pins || p_open_seq || p_seqs;
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
-- thread) and the rows of loci_window_rows. With p_with_summary the facts hold the newest summary and why there is no newer
-- one; with p_seqs (what a question recalled) the rows of these and of their whole exchanges come too, and the facts say for
-- each which seqs it stands for.
CREATE FUNCTION "loci_read"(
  p_tenant text, p_subject text, p_thread_id text,
  p_max_messages int, p_max_tokens bigint, p_max_turns int, p_head int, p_from int,
  p_with_summary boolean DEFAULT false, p_seqs int[] DEFAULT '{}'
) RETURNS TABLE (
  seq int, role text, turn int, tokens int, running_tokens bigint, call_ids text, tool_call_id text,
  is_empty boolean, is_pinned boolean, hash bytea, raw text
)
LANGUAGE plpgsql AS $$
DECLARE
  v_scope uuid := loci_enter_scope(p_tenant, p_subject);
  v_thread thread%ROWTYPE;
  v_pins int[];
  v_units json;
  v_summary json;
  v_reason text;
BEGIN
  SELECT * INTO v_thread FROM thread t
    WHERE t.tenant = p_tenant AND t.scope_id = v_scope AND t.thread_id = p_thread_id AND t.deleted_at IS NULL;
  v_pins := ARRAY(SELECT p.seq FROM pin p WHERE p.tenant = p_tenant AND p.scope_id = v_scope AND p.thread_uid = v_thread.uid ORDER BY 1);

  IF cardinality(p_seqs) > 0 THEN
    SELECT json_agg(json_build_array(u.hit, u.seqs)) INTO v_units FROM (
      SELECT x.hit, array_agg(x.seq ORDER BY x.seq) AS seqs
      FROM loci_exchanges_of(p_tenant, v_scope, v_thread.uid, p_seqs) x GROUP BY x.hit) u;
    p_seqs := ARRAY(SELECT DISTINCT s::int FROM json_array_elements(v_units) u, json_array_elements_text(u->1) s);
  END IF;

  IF p_with_summary THEN
    SELECT json_build_object('version', s.version, 'fromSeq', s.from_seq, 'toSeq', s.to_seq, 'tokens', s.tokens, 'text', s.text)
      INTO v_summary
      FROM summary s WHERE s.tenant = p_tenant AND s.scope_id = v_scope AND s.thread_uid = v_thread.uid
      ORDER BY s.version DESC LIMIT 1;
    SELECT s.reason INTO v_reason
      FROM summary_state s WHERE s.tenant = p_tenant AND s.scope_id = v_scope AND s.thread_uid = v_thread.uid;
  END IF;

  seq := 0;
  raw := json_build_object(
    'uid', v_thread.uid, 'scopeId', v_scope, 'agentName', v_thread.agent_name, 'counter', v_thread.counter,
    'messageCount', v_thread.message_count, 'tokenCount', v_thread.token_count, 'lastTurn', v_thread.last_turn,
    'lastTurnSeq', v_thread.last_turn_seq, 'turnOpen', v_thread.turn_open, 'revision', v_thread.revision,
    'lastRunId', v_thread.last_run_id, 'window', v_thread.window, 'windowVersion', v_thread.window_version,
    'accessedAt', v_thread.accessed_at, 'pins', v_pins,
    'configRevision', (SELECT config_revision FROM installation WHERE id = 1),
    'units', v_units,
    'summary', v_summary, 'summaryReason', v_reason
  )::text;
  RETURN NEXT;
  IF v_thread.uid IS NULL OR v_thread.message_count = 0 THEN RETURN; END IF;

  RETURN QUERY SELECT w.* FROM loci_window_rows(
    p_tenant, v_scope, v_thread.uid, v_thread.message_count, v_thread.token_count, v_thread.last_turn,
    CASE WHEN v_thread.turn_open THEN v_thread.last_turn_seq END, v_pins,
    p_max_messages, p_max_tokens, p_max_turns, p_head, p_from, true, p_seqs) w;
END $$;

-- What was recalled in other threads of one subject: for each (thread, seq) asked for its whole exchange, in the order asked.
-- Living threads only, behind the scope's wall.
CREATE FUNCTION "loci_recalled_rows"(p_tenant text, p_subject text, p_threads uuid[], p_seqs int[]) RETURNS TABLE (
  hit bigint, thread_uid uuid, seq int, role text, turn int, tokens int, running_tokens bigint, call_ids text,
  tool_call_id text, is_empty boolean, is_pinned boolean, hash bytea, raw text
)
LANGUAGE plpgsql ROWS 40 AS $$
DECLARE
  v_scope uuid := loci_enter_scope(p_tenant, p_subject);
BEGIN
  RETURN QUERY
    SELECT q.i, t.uid, m.seq, m.role, m.turn, m.tokens, m.running_tokens, m.call_ids, m.tool_call_id, m.is_empty, false, m.hash, m.raw
    FROM unnest(p_threads, p_seqs) WITH ORDINALITY AS q(uid, seq, i)
    JOIN thread t ON t.tenant = p_tenant AND t.scope_id = v_scope AND t.uid = q.uid AND t.deleted_at IS NULL
    CROSS JOIN LATERAL loci_exchanges_of(p_tenant, v_scope, t.uid, ARRAY[q.seq]) x
    JOIN message m ON m.tenant = p_tenant AND m.scope_id = v_scope AND m.thread_uid = t.uid AND m.seq = x.seq
    ORDER BY q.i, m.seq;
END $$;
