import { deskRoutes } from './desk-routes'
import { feedbackRoutes } from './feedback-routes'
import { memoryRoutes } from './memory-routes'
import { messageRoutes } from './message-routes'
import type { Route } from './route'
import { threadRoutes } from './thread-routes'

/** Every operation, in the order of the document. */
export const ROUTES: readonly Route[] = [
  ...memoryRoutes,
  ...threadRoutes,
  ...messageRoutes,
  ...feedbackRoutes,
  ...deskRoutes,
]

/** Procedures without an address of their own, and why. A test holds that every procedure is here or routed. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  'inbox.count': 'what a person should look at, for people alone',
  'inbox.list': 'what a person should look at, for people alone',
  'inbox.markAllRead': 'what a person should look at, for people alone',
  'inbox.markRead': 'what a person should look at, for people alone',
  'notes.add': 'what people say among themselves: no key reads or writes it',
  'notes.edit': 'what people say among themselves: no key reads or writes it',
  'notes.list': 'what people say among themselves: no key reads or writes it',
  'notes.remove': 'what people say among themselves: no key reads or writes it',
  'overview.activity': 'figures of the desk, for people alone',
  'overview.attention': 'figures of the desk, for people alone',
  'overview.get': 'figures of the desk, for people alone',
  'people.list': 'who works at the desk, for people alone',
  'jobs.list': 'what the desk shows of all jobs, for people alone',
  'jobs.retry': 'a button beside a job on the desk, for people alone',
  'queues.create': 'reviewing on the desk, for people alone',
  'queues.delete': 'reviewing on the desk, for people alone',
  'queues.list': 'reviewing on the desk, for people alone',
  'queues.update': 'reviewing on the desk, for people alone',
  'reasons.list': 'reviewing on the desk, for people alone',
  'reasons.set': 'reviewing on the desk, for people alone',
  'reviews.assign': 'reviewing on the desk, for people alone',
  'reviews.get': 'reviewing on the desk, for people alone',
  'reviews.history': 'reviewing on the desk, for people alone',
  'reviews.mark': 'reviewing on the desk, for people alone',
  'reviews.next': 'reviewing on the desk, for people alone',
  'reviews.release': 'reviewing on the desk, for people alone',
  'reviews.set': 'reviewing on the desk, for people alone',
  'samples.load': "the desk's button for a first look",
  'samples.remove': "the desk's button for a first look",
  'scopes.get': 'for people alone: keys know their scopes',
  'scopes.list': 'for people alone: keys know their scopes',
  'scopes.tenants': 'for people alone: keys know their scopes',
  'setup.complete': 'the first admin, by the link that the start prints',
  'setup.state': 'for the sign-in page',
  'team.figures': 'reviewing on the desk, for people alone',
  'threads.assignMatching': 'all rows that match on the desk, for people alone',
  'threads.bulkDelete': 'a selection of rows on the desk, for people alone',
  'threads.bulkRestore': 'a selection of rows on the desk, for people alone',
  'threads.bulkTag': 'a selection of rows on the desk, for people alone',
  'threads.compare': 'two threads side by side on the desk, for people alone',
  'threads.countMatching': 'all rows that match on the desk, for people alone',
  'threads.deleteMatching': 'all rows that match on the desk, for people alone',
  'threads.duplicates': 'what the desk found in many threads, for people alone',
  'threads.findDuplicates': 'looks through many threads for the desk, for people alone',
  'threads.impact': 'what the desk says before it deletes, for people alone',
  'threads.markMatching': 'all rows that match on the desk, for people alone',
  'threads.repair': 'a fork that the desk proposes, for people alone',
  'threads.facet': "the choices of the desk's filters, for people alone",
  'threads.tagMatching': 'all rows that match on the desk, for people alone',
  'threads.undoMatching': 'all rows that match on the desk, for people alone',
  'viewer.get': 'who is signed in, for people alone',
  'views.delete': 'how people keep their lists, for people alone',
  'views.list': 'how people keep their lists, for people alone',
  'views.save': 'how people keep their lists, for people alone',
  'views.update': 'how people keep their lists, for people alone',
}
