import type { AuditEventView } from '@/server/schemas/audit'

/** What was done, as it goes on after a name: "Ada deleted thread …". */
const deeds: Readonly<Record<string, string>> = {
  'account.changePassword': 'changed the password of',
  'account.endSessions': 'ended sessions of',
  'account.rename': 'changed the name of',
  'agents.setWindow': 'set the window of',
  'audit.export': 'exported',
  'auth.signIn': 'signed in as',
  'exports.fetch': 'fetched the file of',
  'exports.start': 'started an export,',
  'keys.create': 'made',
  'keys.register': 'registered',
  'keys.revoke': 'revoked',
  'members.invite': 'invited somebody by',
  'members.join': 'joined as',
  'members.resetPassword': 'made a link for a new password of',
  'members.setPassword': 'set a new password of',
  'members.update': 'changed',
  'members.withdrawLink': 'withdrew',
  'memory.clear': 'cleared',
  'messages.redact': 'took out the text of',
  'notes.remove': "removed somebody's note from",
  'queues.create': 'made',
  'queues.delete': 'deleted',
  'queues.update': 'changed',
  'reasons.set': 'set',
  'retention.remove': 'removed',
  'retention.save': 'saved',
  'retention.trash': 'put unused threads into the trash, of',
  'reviews.assign': 'assigned',
  'reviews.claim': 'took to review',
  'reviews.mark': 'marked',
  'reviews.set': 'reviewed',
  'holds.lift': 'lifted',
  'holds.place': 'placed',
  'jobs.retry': 'tried again',
  'imports.start': 'started an import,',
  'setup.complete': 'set Loci up as',
  'reviews.assignMatching': 'assigned all threads that match,',
  'reviews.markMatching': 'marked all threads that match,',
  'subjects.erase': 'erased for good',
  'subjects.startErasure': 'began to erase for good',
  'threads.delete': 'deleted',
  'threads.deleteMatching': 'deleted all threads that match,',
  'threads.export': 'opened as a file',
  'threads.fork': 'forked',
  'threads.open': 'read',
  'threads.restore': 'restored',
  'threads.reveal': 'had shown to them',
  'threads.setWindow': 'set the window of',
  'threads.tag': 'tagged',
  'threads.tagMatching': 'tagged all threads that match,',
  'threads.undoMatching': 'took back',
  'views.delete': 'deleted',
  'views.save': 'saved',
  'views.update': 'changed',
}

const kinds: Readonly<Record<string, string>> = {
  account: 'an account',
  account_link: 'a link',
  agent: 'agent',
  audit: 'the audit log',
  app: 'all agents',
  hold: 'legal hold',
  installation: 'the installation',
  job: 'job',
  key: 'key',
  message: 'message',
  operator: 'person',
  procedure: 'call',
  queue: 'queue',
  reasons: 'the reasons of reviews',
  'retention-rule': 'rule of retention',
  scope: 'scope',
  subject: 'subject',
  tenant: 'tenant',
  thread: 'thread',
  view: 'view',
}

/** What one filters by: each action by its name on the wire, the words beside it. */
export const auditActions = Object.entries(deeds).map(([value, words]) => ({ value, words: words.replace(/,$/, '') }))

/** What was done; an action that this page does not know by its own name, made readable. */
export function deedWords(action: string): string {
  return deeds[action] ?? `did ${action.replace(/[.A-Z]/g, (sign) => ` ${sign.replace('.', '').toLowerCase()}`)} to`
}

/** What came between who and what: done, or refused. */
export function verbWords({ action, objectKind, outcome }: Pick<AuditEventView, 'action' | 'objectKind' | 'outcome'>) {
  if (outcome === 'done') return deedWords(action)
  if (action === 'auth.signIn') return 'was not let in as'
  return objectKind === 'procedure' ? 'was refused the' : `was refused: ${deedWords(action)}`
}

type Actor = Pick<AuditEventView, 'actorKind' | 'actorId' | 'actorName' | 'actorEmail'>

/** Who did it, as people call them. */
export function actorWords({ actorKind, actorId, actorName, actorEmail }: Actor): string {
  if (actorKind === 'system') return 'Loci itself'
  if (actorKind === 'anonymous') return 'Somebody who is not signed in'
  if (actorKind === 'key') return actorName === null ? `A key that is gone, ${shortId(actorId)}` : `Key ${actorName}`
  return actorName || actorEmail || `Somebody who is gone, ${shortId(actorId)}`
}

type What = Pick<AuditEventView, 'objectKind' | 'objectId' | 'objectName'>

/** To what, with its name where it has one. */
export function objectWords({ objectKind, objectId, objectName }: What): string {
  if (objectKind === 'operator' && objectId === 'unknown') return 'somebody who is not here'
  const kind = kinds[objectKind] ?? objectKind.replace(/_/g, ' ')
  const isNameless =
    objectId === '' || ['app', 'audit', 'installation', 'reasons', 'account_link', 'account'].includes(objectKind)
  return isNameless ? kind : `${kind} ${objectName ?? shortId(objectId)}`
}

/** The end of an id tells more than its beginning, which is a time. */
function shortId(id: string): string {
  return /^[0-9a-f-]{36}$/.test(id) ? `…${id.slice(-8)}` : id
}

/** The chain that a line stands in. */
export function tenantWords(tenant: string): string {
  return tenant === '' ? 'the installation' : tenant
}
