import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { LociError } from '../errors'

/** Where `npm install` finds the SDK of this very installation. */
export const SDK_PATH = '/loci-sdk.tgz'

/** Hands out the SDK's package. @throws NOT_FOUND where it was not built, as while developing */
export async function answerSdkPackage(response: ServerResponse): Promise<void> {
  const path = 'dist/loci-sdk.tgz'
  const found = await stat(path).catch(() => null)
  if (!found) throw new LociError('NOT_FOUND', 'The SDK is not built here: run npm start once.')
  response.writeHead(200, {
    'content-type': 'application/gzip',
    'content-length': found.size,
    'cache-control': 'private, no-store',
  })
  await pipeline(createReadStream(path), response)
}
