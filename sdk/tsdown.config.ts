import { defineConfig } from 'tsdown'

/** The package that agents install: ESM and CommonJS, with what it takes from memory/ inside. */
export default defineConfig({
  cwd: import.meta.dirname,
  entry: { client: 'client.ts', 'loci-memory': 'loci-memory.ts' },
  outDir: '../dist/loci-sdk/dist',
  format: ['esm', 'cjs'],
  platform: 'neutral',
  target: 'es2022',
  dts: true,
  clean: true,
  fixedExtension: false,
})
