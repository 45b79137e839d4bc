/** What a table holds, in words that people use. */
const words: Readonly<Record<string, string>> = {
  activity: 'Figures by hour',
  api_key: 'Keys for this subject alone',
  bulk_target: 'Notes of operations on many threads',
  embedding: 'States of vectors',
  entry: 'Entries',
  entry_tag: 'Tags of entries',
  export_part: 'Parts of stored export files',
  feedback: 'Feedback',
  import_part: 'Parts of imported files',
  inbox_item: 'Inbox lines',
  job: 'Jobs with their orders and results',
  legal_hold: 'Legal holds that were lifted',
  lineage: 'Places in families of forks',
  message: 'Messages with their search words',
  message_vector: 'Vectors',
  note: 'Notes',
  'pgboss.archive': 'Finished work of the queue',
  'pgboss.job': 'Waiting work of the queue',
  pin: 'Pins',
  redaction: 'Redactions',
  review_queue: 'Review queues that name it',
  review_record: 'Reviews',
  saved_view: 'Saved views that name it',
  scope: 'The subject itself',
  scope_total: 'Totals',
  summary: 'Summaries',
  summary_state: 'States of summaries',
  thread: 'Threads, the trash included',
  thread_reveal: 'Who was shown withheld content',
  thread_review: 'Review states',
  thread_signal: 'Signals',
  thread_sweep: 'States of the sweep',
  thread_tag: 'Tags of threads',
}

/** A table that this page does not know goes by its own name. */
export function placeWords(table: string): string {
  return words[table] ?? table
}
