import { redirect } from 'next/navigation'

/** The desk begins with its threads. */
export default function Page() {
  redirect('/threads')
}
