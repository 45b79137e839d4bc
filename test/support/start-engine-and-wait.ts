import { startEmbeddedDatabase } from '../../server/database/embedded'

const quiet = { info: () => {}, warn: () => {} }
await startEmbeddedDatabase({ dataDir: process.argv[2] ?? '', address: 'a process to be killed', log: quiet })
process.send?.('started')
setInterval(() => {}, 60_000)
