import { z } from 'zod'

/** A person as colleagues see one. Who has left keeps the name under what was written. */
export const PersonView = z.object({ id: z.string(), name: z.string(), email: z.string() })
export type PersonView = z.infer<typeof PersonView>

/** Everybody who may sign in, by name. */
export const ListPeopleOutput = z.object({ items: z.array(PersonView) })
