import {
  CountInboxOutput,
  ListInboxInput,
  ListInboxOutput,
  MarkAllReadInput,
  MarkReadInput,
  MarkReadOutput,
} from '../schemas/inbox'
import {
  AddNoteInput,
  EditNoteInput,
  ListNotesInput,
  ListNotesOutput,
  NoteView,
  RemoveNoteInput,
  RemoveNoteOutput,
} from '../schemas/notes'
import { ListPeopleOutput } from '../schemas/people'
import { countInbox } from '../services/inbox/count-inbox'
import { listInbox } from '../services/inbox/list-inbox'
import { markAllRead, markRead } from '../services/inbox/mark-read'
import { addNote } from '../services/notes/add-note'
import { editNote } from '../services/notes/edit-note'
import { listNotes } from '../services/notes/list-notes'
import { removeNote } from '../services/notes/remove-note'
import { listPeople } from '../services/people/list-people'
import { procedure, router } from './procedure'

/** Notes are what people say among themselves: no key reads or writes them. */
const look = { key: null, operator: 'view' } as const
const write = { key: null, operator: 'edit' } as const

export const notesRouter = router({
  list: procedure({ key: null, operator: 'read', ifRevealed: true })
    .input(ListNotesInput)
    .output(ListNotesOutput)
    .query(({ ctx, input }) => listNotes(ctx, input)),
  add: procedure(write)
    .input(AddNoteInput)
    .output(NoteView)
    .mutation(({ ctx, input }) => addNote(ctx, input)),
  edit: procedure(write)
    .input(EditNoteInput)
    .output(NoteView)
    .mutation(({ ctx, input }) => editNote(ctx, input)),
  remove: procedure(write)
    .input(RemoveNoteInput)
    .output(RemoveNoteOutput)
    .mutation(({ ctx, input }) => removeNote(ctx, input)),
})

/** Everybody has an inbox of their own. */
export const inboxRouter = router({
  list: procedure(look)
    .input(ListInboxInput)
    .output(ListInboxOutput)
    .query(({ ctx, input }) => listInbox(ctx, input)),
  count: procedure(look)
    .output(CountInboxOutput)
    .query(({ ctx }) => countInbox(ctx)),
  markRead: procedure(look)
    .input(MarkReadInput)
    .output(MarkReadOutput)
    .mutation(({ ctx, input }) => markRead(ctx, input)),
  markAllRead: procedure(look)
    .input(MarkAllReadInput)
    .output(MarkReadOutput)
    .mutation(({ ctx, input }) => markAllRead(ctx, input)),
})

export const peopleRouter = router({
  list: procedure(look)
    .output(ListPeopleOutput)
    .query(({ ctx }) => listPeople(ctx)),
})
