import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundledSize } from '../../scripts/sdk-size.mjs'
import { type PackedSdk, packSdkAndInstall, run, type Snippet, snippetsOf } from '../support/packed-sdk'
import { type TestServer, testServer } from '../support/server'

let packed: PackedSdk
let server: TestServer
let key: string

beforeAll(async () => {
  ;[packed, server] = await Promise.all([packSdkAndInstall(), testServer()])
  key = await server.createKey()
}, 120_000)
afterAll(async () => {
  packed.remove()
  await server.close()
})

const snippets = ['README.md', 'sdk/README.md'].flatMap(snippetsOf)
const isModule = ({ code }: Snippet) => code.includes('import ')

/** Where a page says 127.0.0.1:3000, the test's server answers. */
function redirected(): string {
  const path = join(packed.project, 'redirect.mjs')
  const server3000 = 'http://127.0.0.1:3000'
  writeFileSync(
    path,
    `const send = globalThis.fetch
     globalThis.fetch = (url, init) => send(String(url).replace(${JSON.stringify(server3000)}, ${JSON.stringify(server.url)}), init)`,
  )
  return pathToFileURL(path).href
}

/** Runs a program in the project that has the package; fails with what it says when it fails. */
async function runInProject(file: string, code: string): Promise<string> {
  writeFileSync(join(packed.project, file), code)
  const env = { ...process.env, LOCI_API_KEY: key }
  const { stdout } = await run(process.execPath, ['--import', redirected(), file], {
    cwd: packed.project,
    env,
    timeout: 30_000,
  })
  return stdout
}

function transpiled(code: string, module: ModuleKind): string {
  return transpileModule(code, { compilerOptions: { module, target: ScriptTarget.ES2022 } }).outputText
}

describe('the package', () => {
  it('installs nothing but itself, from its file alone', () => {
    expect(readdirSync(join(packed.project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      'loci-sdk',
    ])
    const manifest = JSON.parse(readFileSync(join(packed.installed, 'package.json'), 'utf8'))
    expect(manifest.dependencies).toBeUndefined()
    expect(readdirSync(packed.installed).sort()).toEqual([
      'LICENSE',
      'LICENSE-gpt-tokenizer',
      'README.md',
      'dist',
      'package.json',
    ])
  })

  it('holds neither zod nor anything of Node, the server or another package, in code or types', () => {
    const dist = join(packed.installed, 'dist')
    for (const file of readdirSync(dist)) {
      // Examples stand in comments.
      const text = readFileSync(join(dist, file), 'utf8').replace(/\/\*.*?\*\//gs, '')
      const names = [...text.matchAll(/(?:from|import|require)\s*\(?\s*["']([^"'.][^"']*)["']/g)].map(
        ([, name]) => name,
      )
      const allowed = file.startsWith('ai-sdk') ? ['ai'] : []
      // The tokenizer's vocabulary is words of all kinds.
      if (!file.startsWith('tokens')) {
        expect(
          names.filter((name) => name !== undefined && !allowed.includes(name)),
          file,
        ).toEqual([])
        expect(text, file).not.toMatch(/\bZod|\bz\.(infer|core)\b/)
      }
    }
  })

  it('carries the tokenizer in one entry alone', () => {
    const dist = join(packed.installed, 'dist')
    const large = readdirSync(dist).filter((file) => readFileSync(join(dist, file)).length > 500_000)
    expect(large.sort()).toEqual(['tokens.cjs', 'tokens.js'])
  })

  it('has every entry for ESM and for CommonJS', async () => {
    const { exports } = JSON.parse(readFileSync(join(packed.installed, 'package.json'), 'utf8'))
    const names = Object.keys(exports)
      .filter((name) => name !== './package.json')
      .map((name) => name.replace('.', 'loci-sdk'))
    const esm = `for (const name of ${JSON.stringify(names)}) console.log(name, Object.keys(await import(name)).length > 0)`
    const cjs = `for (const name of ${JSON.stringify(names)}) console.log(name, Object.keys(require(name)).length > 0)`
    const expected = names.map((name) => `${name} true\n`).join('')
    expect(await runInProject('every.mjs', esm)).toBe(expected)
    expect(await runInProject('every.cjs', cjs)).toBe(expected)
  })
})

describe('the snippets of the pages', () => {
  it('are there', () => {
    expect(snippets.length).toBeGreaterThan(5)
  })

  it.each(snippets.filter(isModule))('$name runs as it stands', async ({ name, code }) => {
    await runInProject(`${name}.mjs`, transpiled(code, ModuleKind.ESNext))
  })

  it.each(snippets)('$name runs as CommonJS', async ({ name, code }) => {
    const lines = code.split('\n')
    const imports = lines.filter((line) => line.startsWith('import '))
    const rest = lines.filter((line) => !line.startsWith('import '))
    // CommonJS has no await at the top.
    const wrapped = [...imports, 'async function main() {', ...rest, '}', 'main()'].join('\n')
    await runInProject(`${name}.cjs`, transpiled(wrapped, ModuleKind.CommonJS))
  })

  it('the first of them remembers', async () => {
    const first = snippets.find(({ name }) => name.startsWith('README'))
    const code = transpiled(`${first?.code}\nconsole.log(messages.length)`, ModuleKind.ESNext)
    const [before, after] = [await runInProject('again.mjs', code), await runInProject('again.mjs', code)].map(Number)
    expect(after).toBe((before ?? 0) + 2)
  })

  it.each(['node16', 'bundler'])(
    'pass the compiler under moduleResolution %s',
    async (moduleResolution) => {
      const modules = snippets.filter(isModule)
      for (const { name, code } of modules) writeFileSync(join(packed.project, `${name}.mts`), `${code}\nexport {}\n`)
      const everything = `import * as client from 'loci-sdk/client'
import * as memory from 'loci-sdk/memory'
import * as testing from 'loci-sdk/testing'
import * as tokens from 'loci-sdk/tokens'
export { client, memory, testing, tokens }
// What any would let pass.
// @ts-expect-error
new client.Loci({ url: 1 })
`
      writeFileSync(join(packed.project, 'every.mts'), everything)
      writeFileSync(join(packed.project, 'every.cts'), everything)
      writeFileSync(
        join(packed.project, 'globals.d.ts'),
        'declare const process: { env: Record<string, string | undefined> }\n',
      )
      const files = [
        ...modules.map(({ name }) => `${name}.mts`),
        'every.mts',
        ...(moduleResolution === 'node16' ? ['every.cts'] : []),
      ]
      writeFileSync(
        join(packed.project, 'tsconfig.json'),
        JSON.stringify({
          compilerOptions: {
            strict: true,
            exactOptionalPropertyTypes: true,
            noEmit: true,
            skipLibCheck: false,
            target: 'es2022',
            lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
            types: [],
            module: moduleResolution === 'node16' ? 'node16' : 'esnext',
            moduleResolution,
          },
          files: [...files, 'globals.d.ts'],
        }),
      )
      const compiler = resolve('node_modules/typescript/bin/tsc')
      const { stdout } = await run(process.execPath, [compiler, '-p', '.'], { cwd: packed.project }).catch(
        (error) => error,
      )
      expect(stdout).toBe('')
    },
    60_000,
  )
})

describe('loci-sdk/client in a browser or at the edge', () => {
  it('is bundled without anything of Node, and is less than 10 kB minified and gzipped', async () => {
    const { code, bytes } = await bundledSize(join(packed.installed, 'dist/client.js'))
    expect(/node:|require\(|process\.|Buffer\b/.exec(code)?.[0]).toBeUndefined()
    expect(bytes).toBeLessThan(10_000)
  })
})
