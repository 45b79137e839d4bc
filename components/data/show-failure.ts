import { showToast } from '../ui/toast'
import { readApiError } from './api-error'

/** Says in a corner that an action failed: what was not done, why, and the request id to give to whoever runs Loci. */
export function showFailure(title: string, error: unknown): void {
  const { message, requestId } = readApiError(error)
  showToast({ title, description: requestId ? `${message} Request ${requestId}.` : message, tone: 'bad' })
}
