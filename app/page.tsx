import { redirect } from 'next/navigation'

/** The desk begins with what happens; before the first thread that says how one gets there. */
export default function Page() {
  redirect('/overview')
}
