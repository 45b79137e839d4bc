-- CreateTable
CREATE TABLE "message_vector" (
    "tenant" TEXT NOT NULL,
    "scope_id" UUID NOT NULL,
    "thread_uid" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "model" TEXT NOT NULL,
    "dimensions" INTEGER NOT NULL,
    "vector" BYTEA NOT NULL,
    "message_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "message_vector_pkey" PRIMARY KEY ("tenant","scope_id","thread_uid","seq")
);

-- CreateTable
CREATE TABLE "embedding" (
    "tenant" TEXT NOT NULL,
    "scope_id" UUID NOT NULL,
    "thread_uid" UUID NOT NULL,
    "model" TEXT NOT NULL,
    "through_seq" INTEGER NOT NULL DEFAULT 0,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "retry_at" TIMESTAMPTZ(3),
    "error" TEXT,

    CONSTRAINT "embedding_pkey" PRIMARY KEY ("tenant","scope_id","thread_uid")
);

-- CreateIndex
CREATE INDEX "message_vector_tenant_scope_id_message_at_idx" ON "message_vector"("tenant", "scope_id", "message_at");

-- AddForeignKey
ALTER TABLE "message_vector" ADD CONSTRAINT "message_vector_tenant_scope_id_thread_uid_seq_fkey" FOREIGN KEY ("tenant", "scope_id", "thread_uid", "seq") REFERENCES "message"("tenant", "scope_id", "thread_uid", "seq") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "embedding" ADD CONSTRAINT "embedding_tenant_scope_id_thread_uid_fkey" FOREIGN KEY ("tenant", "scope_id", "thread_uid") REFERENCES "thread"("tenant", "scope_id", "uid") ON DELETE CASCADE ON UPDATE RESTRICT;

-- Vectors are compressed by nobody, and read whole.
ALTER TABLE "message_vector" ALTER COLUMN "vector" SET STORAGE EXTERNAL;

-- The second wall, as for every table of a scope.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['message_vector', 'embedding'] LOOP
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

-- What was derived from a message goes when its text goes.
CREATE FUNCTION "loci_forget_vector"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM message_vector v
    WHERE v.tenant = NEW.tenant AND v.scope_id = NEW.scope_id AND v.thread_uid = NEW.thread_uid AND v.seq = NEW.seq;
  RETURN NULL;
END $$;
CREATE TRIGGER "message_redacted_vector" AFTER UPDATE OF "redacted_at" ON "message"
  FOR EACH ROW WHEN (NEW.redacted_at IS NOT NULL AND OLD.redacted_at IS NULL) EXECUTE FUNCTION "loci_forget_vector"();

-- The text index of a message. p_text is the literal of a tsvector, made by server/store/search-text.ts: words with their
-- places, and parts of words ('~abc'). Tenant, scope and thread are words of their own, so that a search inside a scope
-- costs what the rarest of them matches.
CREATE OR REPLACE FUNCTION "loci_search_vector"(p_tenant text, p_scope uuid, p_thread uuid, p_text text) RETURNS tsvector
LANGUAGE sql IMMUTABLE AS $$
  SELECT p_text::tsvector
         || array_to_tsvector(ARRAY[chr(1) || 't' || p_tenant, chr(1) || 's' || p_scope::text, chr(1) || 'u' || p_thread::text]);
$$;

-- Messages that stand here already get the folded words and the parts of words that their vectors lack.
CREATE FUNCTION "loci_missing_words"(p_search tsvector) RETURNS text[]
LANGUAGE sql IMMUTABLE AS $$
  WITH word AS (
    SELECT regexp_replace(normalize(w, NFKD), '[\u0300-\u036f]', '', 'g') AS folded
    FROM unnest(tsvector_to_array(p_search)) w WHERE left(w, 1) <> chr(1))
  SELECT coalesce(array_agg(DISTINCT found.w), '{}') FROM (
    SELECT folded AS w FROM word WHERE folded <> ''
    UNION ALL
    SELECT '~' || substr(folded, i, 3) FROM word, generate_series(1, length(folded) - 2) i
      WHERE length(folded) BETWEEN 4 AND 128 AND folded ~ '^[[:alnum:]_]+$') found;
$$;
UPDATE "message" SET "search" = "search" || array_to_tsvector(loci_missing_words("search")) WHERE "search" IS NOT NULL;
DROP FUNCTION "loci_missing_words"(tsvector);

-- A bigger pending list makes a merge cheaper for each word; loci_merge_search keeps it short, away from the writers.
ALTER INDEX "message_search" SET (gin_pending_list_limit = 8192);

CREATE FUNCTION "loci_merge_search"() RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT gin_clean_pending_list('message_search'::regclass);
$$;

-- The word that holds a search within a thread, a scope or a tenant; null when nothing does.
CREATE FUNCTION "loci_reach_word"(p_tenant text, p_scope uuid, p_thread uuid) RETURNS tsquery
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN coalesce(p_tenant, p_scope::text, p_thread::text) IS NOT NULL THEN
    array_to_tsvector(ARRAY[chr(1) || coalesce('u' || p_thread::text, 's' || p_scope::text, 't' || p_tenant)])::text::tsquery
  END;
$$;

-- Text search inside a reach. It runs as the owner, because under a policy the text operators would not use their index,
-- and applies the reach itself: tenant null means everything, scope null every subject of the tenant. The reach is
-- compared in a form that no other index serves: the planner would take a scope's key for selective, however big it is.
CREATE OR REPLACE FUNCTION "loci_search"(p_tenant text, p_scope uuid, p_thread uuid, p_query tsquery, p_limit int)
RETURNS TABLE (tenant text, scope_id uuid, thread_uid uuid, seq int)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT m.tenant, m.scope_id, m.thread_uid, m.seq
  FROM message m
  WHERE m.search @@ coalesce(p_query && loci_reach_word(p_tenant, p_scope, p_thread), p_query)
    AND (p_tenant IS NULL OR m.tenant = p_tenant)
    AND (p_scope IS NULL OR m.scope_id = p_scope)
    AND (p_thread IS NULL OR m.thread_uid = p_thread)
    AND m.redacted_at IS NULL
    AND EXISTS (SELECT 1 FROM thread t WHERE t.tenant = m.tenant AND t.scope_id = m.scope_id AND t.uid = m.thread_uid
                  AND t.deleted_at IS NULL)
  LIMIT p_limit;
$$;

-- search.messages: what p_match finds inside the reach, best first, from behind (p_rank, p_at, p_uid, p_seq) on. The rank is
-- that of the whole words, near one another first (p_near: all of them, p_any: any), in steps of a hundredth, so that among
-- equals the newest comes first. Of a word that is everywhere at most p_found matches are looked at, and the newest p_cap of
-- those are ranked. Rows that were found once are found again by their place (ctid): the planner would not know how few of a
-- thread's there are. p_agents: threads of these agents only; null: of any.
CREATE FUNCTION "loci_search_messages"(
  p_tenant text, p_scope uuid, p_match tsquery, p_near tsquery, p_any tsquery,
  p_thread_id text, p_agents text[], p_role text, p_after timestamptz, p_before timestamptz, p_tag_keys text[], p_tag_values text[],
  p_rank float8, p_at timestamptz, p_uid uuid, p_seq int, p_found int, p_cap int, p_limit int
) RETURNS TABLE (
  tenant text, subject text, scope_id uuid, thread_uid uuid, thread_id text, title text, seq int, role text,
  created_at timestamptz, raw text, rank float8
)
LANGUAGE plpgsql STABLE ROWS 50 SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
        AND (p_tenant IS NULL OR m.tenant = p_tenant)
        AND (p_scope IS NULL OR m.scope_id = p_scope)
        AND (v_thread IS NULL OR m.thread_uid = v_thread)
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

-- Recall: the messages of one scope, or of one of its threads, that hold any of the terms (p_match). For each, which terms it
-- holds as whole words (p_whole) and which parts of words (p_parts), as positions from 1; and how many messages there are in
-- all. At most p_cap, those with the most terms first, then the newest.
CREATE FUNCTION "loci_recall"(
  p_tenant text, p_scope uuid, p_thread uuid, p_match tsquery, p_whole tsquery[], p_parts text[], p_roles text[], p_cap int
) RETURNS TABLE (thread_uid uuid, seq int, created_at timestamptz, size int, whole int[], parts int[], total int)
LANGUAGE plpgsql STABLE ROWS 100 SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_match tsquery := p_match && loci_reach_word(p_tenant, p_scope, p_thread);
  v_total int;
BEGIN
  IF p_tenant IS NULL OR p_scope IS NULL THEN RETURN; END IF;
  SELECT coalesce(sum(t.message_count), 0) INTO v_total FROM thread t
    WHERE t.tenant = p_tenant AND t.scope_id = p_scope AND (p_thread IS NULL OR t.uid = p_thread) AND t.deleted_at IS NULL;
  RETURN QUERY
    WITH found AS MATERIALIZED (
      SELECT m.thread_uid, m.seq, m.created_at, m.ctid AS place,
             ARRAY(SELECT w.n::int FROM unnest(p_whole) WITH ORDINALITY AS w(query, n) WHERE m.search @@ w.query) AS whole
      FROM message m
      WHERE m.search @@ v_match
        AND (p_tenant IS NULL OR m.tenant = p_tenant)
        AND (p_scope IS NULL OR m.scope_id = p_scope)
        AND (p_thread IS NULL OR m.thread_uid = p_thread)
        AND m.redacted_at IS NULL
        AND (p_roles IS NULL OR m.role = ANY (p_roles))),
    best AS MATERIALIZED (
      SELECT f.* FROM found f
      JOIN thread t ON t.tenant = p_tenant AND t.scope_id = p_scope AND t.uid = f.thread_uid AND t.deleted_at IS NULL
      ORDER BY cardinality(f.whole) DESC, f.created_at DESC, f.seq DESC LIMIT p_cap)
    SELECT b.thread_uid, b.seq, b.created_at, length(m.search), b.whole,
           ARRAY(SELECT x.n::int FROM unnest(tsvector_to_array(m.search)) AS held(word)
                 JOIN unnest(p_parts) WITH ORDINALITY AS x(part, n) ON x.part = held.word),
           v_total
    FROM best b
    JOIN message m ON m.ctid = b.place;
END $$;

-- The share of all messages that hold a word, for the commonest ones only, as the last ANALYZE saw it. Looking for those
-- would find nearly everything.
CREATE FUNCTION "loci_common_words"(p_words text[]) RETURNS TABLE (word text, share float8)
LANGUAGE sql STABLE ROWS 5 SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT e.word, e.share::float8
  FROM pg_stats s
  CROSS JOIN LATERAL unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) AS e(word, share)
  WHERE s.schemaname = 'public' AND s.tablename = 'message' AND s.attname = 'search'
    AND e.word = ANY (p_words) AND e.share >= 0.02;
$$;

-- The newest p_cap vectors of one model in a scope, or in one of its threads; of living threads only.
CREATE FUNCTION "loci_vectors"(p_tenant text, p_scope uuid, p_thread uuid, p_model text, p_dimensions int, p_roles text[], p_cap int)
RETURNS TABLE (thread_uid uuid, seq int, message_at timestamptz, vector bytea)
LANGUAGE plpgsql STABLE ROWS 500 SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
BEGIN
  IF p_thread IS NOT NULL THEN
    RETURN QUERY
      SELECT v.thread_uid, v.seq, v.message_at, v.vector
      FROM message_vector v
      WHERE v.tenant = p_tenant AND v.scope_id = p_scope AND v.thread_uid = p_thread
        AND v.model = p_model AND v.dimensions = p_dimensions
        AND EXISTS (SELECT 1 FROM thread t WHERE t.tenant = p_tenant AND t.scope_id = p_scope AND t.uid = p_thread AND t.deleted_at IS NULL)
        AND (p_roles IS NULL OR EXISTS (SELECT 1 FROM message m WHERE m.tenant = v.tenant AND m.scope_id = v.scope_id
                                          AND m.thread_uid = v.thread_uid AND m.seq = v.seq AND m.role = ANY (p_roles)))
      ORDER BY v.seq DESC LIMIT p_cap;
  ELSE
    RETURN QUERY
      SELECT v.thread_uid, v.seq, v.message_at, v.vector
      FROM message_vector v
      WHERE v.tenant = p_tenant AND v.scope_id = p_scope AND v.model = p_model AND v.dimensions = p_dimensions
        AND EXISTS (SELECT 1 FROM thread t WHERE t.tenant = v.tenant AND t.scope_id = v.scope_id AND t.uid = v.thread_uid AND t.deleted_at IS NULL)
        AND (p_roles IS NULL OR EXISTS (SELECT 1 FROM message m WHERE m.tenant = v.tenant AND m.scope_id = v.scope_id
                                          AND m.thread_uid = v.thread_uid AND m.seq = v.seq AND m.role = ANY (p_roles)))
      ORDER BY v.message_at DESC LIMIT p_cap;
  END IF;
END $$;
