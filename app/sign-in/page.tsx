import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { ownPath } from '@/components/auth/own-path'
import { SignInPage } from '@/components/auth/sign-in-page'
import { getBridge } from '@/server/bridge'

export const metadata: Metadata = { title: 'Sign in' }

export default async function Page({ searchParams }: { searchParams: Promise<{ next?: string | string[] }> }) {
  const { next } = await searchParams
  const path = ownPath(typeof next === 'string' ? next : null)
  const bridge = getBridge()
  if (await bridge.viewer(await headers())) redirect(path)
  if (!(await bridge.isSetUp())) redirect('/setup')
  return <SignInPage next={path} />
}
