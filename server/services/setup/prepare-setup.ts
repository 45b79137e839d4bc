import { LociError } from '../../errors'
import { StartupError } from '../../startup-error'
import type { Services } from '../context'
import { makeFirstAdmin } from './first-admin'
import { isSetUp } from './setup-state'
import { makeSetupToken } from './setup-token'

/**
 * What a start does for an installation without operators: makes the admin it was given, or a one-time token for the
 * set-up page. Undefined when there is nothing to set up any more.
 *
 * @throws StartupError when the given password is too weak
 */
export async function prepareSetup(
  services: Services,
  admin: { email: string; password: string } | undefined,
): Promise<{ token: string } | undefined> {
  if (await isSetUp(services)) return undefined
  if (!admin) return { token: await makeSetupToken(services) }
  try {
    const name = admin.email.split('@')[0] ?? admin.email
    await makeFirstAdmin(services, { ...admin, name }, { requestId: 'start', mayProceed: () => {} })
    services.log.info('setup: made the first admin from LOCI_ADMIN_EMAIL')
  } catch (error) {
    if (!(error instanceof LociError)) throw error
    // Another process that started at the same time was first.
    if (error.code === 'CONFLICT') return undefined
    throw new StartupError(`LOCI_ADMIN_PASSWORD is not usable (${error.message})`)
  }
  return undefined
}
