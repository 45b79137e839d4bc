import { defineConfig } from 'tsdown'
import manifest from './package.json' with { type: 'json' }

/** What package.json exports is what is built: an entry `./name` comes from `name.ts`. */
const entries = Object.keys(manifest.exports).filter((name) => name !== './package.json')

/** The package that agents install: ESM and CommonJS, with what it takes from memory/ and the tokenizer inside. */
export default defineConfig({
  cwd: import.meta.dirname,
  entry: Object.fromEntries(entries.map((name) => [name.slice(2), `${name}.ts`])),
  outDir: '../dist/loci-sdk/dist',
  format: ['esm', 'cjs'],
  platform: 'neutral',
  target: 'es2022',
  // Anything else in the bundle would be a mistake: zod above all.
  deps: { alwaysBundle: ['gpt-tokenizer'], onlyBundle: ['gpt-tokenizer'] },
  dts: true,
  clean: true,
  fixedExtension: false,
})
