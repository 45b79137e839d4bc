-- Searches go by the text index however the planner guesses: a scope's or a thread's own key would look at all its messages.
-- IS NOT DISTINCT FROM is a comparison that no index serves; the reach is in the text index as a word.
CREATE OR REPLACE FUNCTION "loci_search"(p_tenant text, p_scope uuid, p_thread uuid, p_query tsquery, p_limit int)
RETURNS TABLE (tenant text, scope_id uuid, thread_uid uuid, seq int)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off AS $$
  SELECT m.tenant, m.scope_id, m.thread_uid, m.seq
  FROM message m
  WHERE m.search @@ coalesce(p_query && loci_reach_word(p_tenant, p_scope, p_thread), p_query)
    AND (p_tenant IS NULL OR m.tenant IS NOT DISTINCT FROM p_tenant)
    AND (p_scope IS NULL OR m.scope_id IS NOT DISTINCT FROM p_scope)
    AND (p_thread IS NULL OR m.thread_uid IS NOT DISTINCT FROM p_thread)
    AND m.redacted_at IS NULL
    AND EXISTS (SELECT 1 FROM thread t WHERE t.tenant = m.tenant AND t.scope_id = m.scope_id AND t.uid = m.thread_uid
                  AND t.deleted_at IS NULL)
  LIMIT p_limit;
$$;

CREATE OR REPLACE FUNCTION "loci_search_messages"(
  p_tenant text, p_scope uuid, p_match tsquery, p_near tsquery, p_any tsquery,
  p_thread_id text, p_agents text[], p_role text, p_after timestamptz, p_before timestamptz, p_tag_keys text[], p_tag_values text[],
  p_rank float8, p_at timestamptz, p_uid uuid, p_seq int, p_found int, p_cap int, p_limit int
) RETURNS TABLE (
  tenant text, subject text, scope_id uuid, thread_uid uuid, thread_id text, title text, seq int, role text,
  created_at timestamptz, raw text, rank float8
)
LANGUAGE plpgsql STABLE ROWS 50 SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  v_thread uuid;
  v_match tsquery;
BEGIN
  IF p_scope IS NOT NULL AND p_thread_id IS NOT NULL THEN
    SELECT t.uid INTO v_thread FROM thread t
      WHERE t.tenant = p_tenant AND t.scope_id = p_scope AND t.thread_id = p_thread_id AND t.deleted_at IS NULL;
    IF NOT FOUND THEN RETURN; END IF;
  END IF;
  v_match := coalesce(p_match && loci_reach_word(p_tenant, p_scope, v_thread), p_match);
  RETURN QUERY
    WITH found AS MATERIALIZED (
      SELECT m.tenant, m.scope_id, m.thread_uid, m.seq, m.role, m.created_at, m.entry_id, m.ctid AS place
      FROM message m
      WHERE m.search @@ v_match
        AND (p_tenant IS NULL OR m.tenant IS NOT DISTINCT FROM p_tenant)
        AND (p_scope IS NULL OR m.scope_id IS NOT DISTINCT FROM p_scope)
        AND (v_thread IS NULL OR m.thread_uid IS NOT DISTINCT FROM v_thread)
        AND m.redacted_at IS NULL
        AND (p_role IS NULL OR m.role = p_role)
        AND (p_after IS NULL OR m.created_at >= p_after)
        AND (p_before IS NULL OR m.created_at < p_before)
      LIMIT p_found),
    newest AS MATERIALIZED (
      SELECT f.*
      FROM found f
      JOIN thread t ON t.tenant = f.tenant AND t.scope_id = f.scope_id AND t.uid = f.thread_uid
      WHERE t.deleted_at IS NULL
        AND (p_thread_id IS NULL OR t.thread_id = p_thread_id)
        AND (p_agents IS NULL OR t.agent_name = ANY (p_agents))
        AND NOT EXISTS (
          SELECT 1 FROM unnest(p_tag_keys, p_tag_values) AS g(key, value)
          WHERE NOT EXISTS (SELECT 1 FROM thread_tag x WHERE x.tenant = f.tenant AND x.scope_id = f.scope_id
                              AND x.thread_uid = f.thread_uid AND x.key = g.key AND x.value = g.value)
            AND NOT EXISTS (SELECT 1 FROM entry_tag x WHERE x.tenant = f.tenant AND x.scope_id = f.scope_id
                              AND x.thread_uid = f.thread_uid AND x.key = g.key AND x.value = g.value AND x.entry_id = f.entry_id))
      ORDER BY f.created_at DESC, f.thread_uid DESC, f.seq DESC
      LIMIT p_cap),
    ranked AS MATERIALIZED (
      SELECT n.*, floor(100 * (ts_rank_cd(m.search, p_near, 1) + ts_rank_cd(m.search, p_any, 1) / 4)::float8) / 100 AS rank
      FROM newest n
      JOIN message m ON m.ctid = n.place),
    page AS MATERIALIZED (
      SELECT r.* FROM ranked r
      WHERE p_rank IS NULL OR (r.rank, r.created_at, r.thread_uid, r.seq) < (p_rank, p_at, p_uid, p_seq)
      ORDER BY r.rank DESC, r.created_at DESC, r.thread_uid DESC, r.seq DESC
      LIMIT p_limit)
    SELECT p.tenant, s.subject, p.scope_id, p.thread_uid, t.thread_id, t.title, p.seq, p.role, p.created_at, m.raw, p.rank
    FROM page p
    JOIN thread t ON t.tenant = p.tenant AND t.scope_id = p.scope_id AND t.uid = p.thread_uid
    JOIN scope s ON s.tenant = p.tenant AND s.id = p.scope_id
    JOIN message m ON m.ctid = p.place
    ORDER BY p.rank DESC, p.created_at DESC, p.thread_uid DESC, p.seq DESC;
END $$;

ALTER FUNCTION "loci_vectors"(text, uuid, uuid, text, int, text[], int) SET enable_seqscan = off;

DROP FUNCTION "loci_recall"(text, uuid, uuid, tsquery, tsquery[], text[], text[], int);

-- Recall: the messages of one scope, or of one of its threads, that hold any of the terms. Each term (p_terms) is looked for by
-- itself, and at most p_each messages of it are taken; those whose terms weigh most (p_weights) are looked at more closely, at
-- most p_cap. For each of them: which words (p_whole) and which parts of words (p_parts) it holds, as positions from 1. And for
-- all: how many messages each term was found in, and how many messages there are. The cost follows the number of terms, not of
-- messages.
CREATE FUNCTION "loci_recall"(
  p_tenant text, p_scope uuid, p_thread uuid, p_terms tsquery[], p_weights float8[], p_whole tsquery[], p_parts tsquery[],
  p_roles text[], p_each int, p_cap int
) RETURNS TABLE (
  thread_uid uuid, seq int, created_at timestamptz, size int, whole int[], parts int[], counts int[], total int
)
LANGUAGE plpgsql STABLE ROWS 100 SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  v_reach tsquery := loci_reach_word(p_tenant, p_scope, p_thread);
  v_deleted uuid[];
  v_total int;
BEGIN
  IF p_tenant IS NULL OR p_scope IS NULL THEN RETURN; END IF;
  SELECT coalesce(sum(t.message_count) FILTER (WHERE t.deleted_at IS NULL), 0), array_agg(t.uid) FILTER (WHERE t.deleted_at IS NOT NULL)
    INTO v_total, v_deleted
    FROM thread t WHERE t.tenant = p_tenant AND t.scope_id = p_scope AND (p_thread IS NULL OR t.uid = p_thread);
  IF v_total = 0 THEN RETURN; END IF;
  RETURN QUERY
    WITH hit AS MATERIALIZED (
      SELECT w.n, w.weight, f.place
      FROM unnest(p_terms, p_weights) WITH ORDINALITY AS w(query, weight, n)
      CROSS JOIN LATERAL (
        SELECT m.ctid AS place FROM message m
        WHERE m.search @@ (w.query && v_reach)
          AND (p_tenant IS NULL OR m.tenant IS NOT DISTINCT FROM p_tenant)
          AND (p_scope IS NULL OR m.scope_id IS NOT DISTINCT FROM p_scope)
          AND (p_thread IS NULL OR m.thread_uid IS NOT DISTINCT FROM p_thread)
          AND (v_deleted IS NULL OR m.thread_uid <> ALL (v_deleted))
          AND m.redacted_at IS NULL
          AND (p_roles IS NULL OR m.role = ANY (p_roles))
        LIMIT p_each) f),
    best AS MATERIALIZED (
      SELECT h.place FROM hit h GROUP BY h.place ORDER BY sum(h.weight) DESC, h.place DESC LIMIT p_cap),
    -- A copy that is taken apart once, not for each term.
    held AS MATERIALIZED (
      SELECT m.thread_uid, m.seq, m.created_at, m.search || ''::tsvector AS search
      FROM best b JOIN message m ON m.ctid = b.place)
    SELECT h.thread_uid, h.seq, h.created_at, length(h.search),
           ARRAY(SELECT w.n::int FROM unnest(p_whole) WITH ORDINALITY AS w(query, n) WHERE h.search @@ w.query),
           ARRAY(SELECT x.n::int FROM unnest(p_parts) WITH ORDINALITY AS x(query, n) WHERE h.search @@ x.query),
           (SELECT array_agg(coalesce(c.found, 0) ORDER BY g.n) FROM generate_series(1, cardinality(p_terms)) AS g(n)
              LEFT JOIN (SELECT i.n, count(*)::int AS found FROM hit i GROUP BY i.n) c ON c.n = g.n),
           v_total
    FROM held h;
END $$;
