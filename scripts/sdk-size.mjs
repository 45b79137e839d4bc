// How much of an agent's bundle the SDK takes: npm run bench -- --only size
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { ensureInstalled, main, packSdk, root, SetupError } from './setup.mjs'

/**
 * Bundles a file of the built SDK for a browser, minified.
 * @returns its code, and its size in bytes, gzipped
 */
export async function bundledSize(entry) {
  const { output } = await build({
    configFile: false,
    logLevel: 'silent',
    // Not vite's library mode, which leaves the white space.
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rollupOptions: { input: entry, preserveEntrySignatures: 'strict' },
    },
  })
  const code = output.map((chunk) => chunk.code ?? '').join('')
  return { code, bytes: gzipSync(code, { level: 9 }).length }
}

export async function printSizes() {
  await ensureInstalled()
  const outDir = '.test/packed-sdk'
  if ((await packSdk({ outDir, env: { NODE_ENV: 'production' } })) !== 0)
    throw new SetupError('the SDK could not be built.')
  for (const name of ['client', 'memory', 'better-agent', 'openai', 'ai-sdk', 'testing', 'tokens']) {
    const entry = join(root, outDir, `loci-sdk/dist/${name}.js`)
    if (!existsSync(entry)) continue
    const { code, bytes } = await bundledSize(entry)
    console.log(`loci-sdk/${name}: ${code.length} characters minified, ${(bytes / 1000).toFixed(1)} kB gzipped`)
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main(printSizes)
