import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')

export interface SdkFolder {
  /** A folder in which `loci-sdk` is installed as it is published, without its types. */
  readonly path: string
  remove(): Promise<void>
}

/** Builds the SDK into the node_modules of an empty folder (a few seconds). */
export async function sdkFolder(): Promise<SdkFolder> {
  const path = await mkdtemp(join(tmpdir(), 'loci-sdk-'))
  const installed = join(path, 'node_modules/loci-sdk')
  await mkdir(installed, { recursive: true })
  await cp(join(root, 'sdk/package.json'), join(installed, 'package.json'))
  const options = ['--config', join(root, 'sdk/tsdown.config.ts'), '--no-dts', '--format', 'esm']
  await run(process.execPath, [
    join(root, 'node_modules/tsdown/dist/run.mjs'),
    ...options,
    '--out-dir',
    join(installed, 'dist'),
  ])
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
