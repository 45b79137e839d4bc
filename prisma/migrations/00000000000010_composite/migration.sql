-- The first seq from which the tails of several windows over one thread can lie: that of the one which looks furthest back.
-- p_parts: [{ "messages", "tokens", "turns" }], null where a limit does not bound.
CREATE FUNCTION "loci_parts_from"(
  p_tenant text, p_scope uuid, p_thread uuid, p_count int, p_tokens bigint, p_last_turn int, p_parts jsonb
) RETURNS int
LANGUAGE sql STABLE AS $$
  SELECT min(loci_window_from(p_tenant, p_scope, p_thread, p_count,
    greatest(1, p_count - coalesce(w.messages, p_count) + 1),
    greatest(0, p_tokens - coalesce(w.tokens, p_tokens)),
    greatest(0, p_last_turn - coalesce(w.turns, p_last_turn + 1) + 1)))
  FROM jsonb_to_recordset(p_parts) AS w(messages int, tokens bigint, turns int)
$$;

-- The same for a thread by its id; null when there is no such thread, or nothing in it.
CREATE FUNCTION "loci_read_from"(p_tenant text, p_subject text, p_thread_id text, p_parts jsonb) RETURNS int
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_scope uuid := loci_enter_scope(p_tenant, p_subject);
  v_from int;
BEGIN
  SELECT loci_parts_from(t.tenant, t.scope_id, t.uid, t.message_count, t.token_count, t.last_turn, p_parts) INTO v_from
    FROM thread t
    WHERE t.tenant = p_tenant AND t.scope_id = v_scope AND t.thread_id = p_thread_id AND t.deleted_at IS NULL
      AND t.message_count > 0;
  RETURN v_from;
END $$;
