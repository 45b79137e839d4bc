import { defineConfig } from 'prisma/config'

/** Paths are relative to this file. */
export default defineConfig({ schema: 'schema.prisma', migrations: { path: 'migrations' } })
