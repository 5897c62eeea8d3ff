/**
 * `node quarry-process.ts wait|write DATA_DIR [SHARED_DIR]`: a process that uses the embedded server as Quarry does. It
 * prints as lines of JSON that it is ready, with `write` each row whose commit was acknowledged, and on SIGTERM how it
 * stopped.
 */
import { createDatabase } from '../../../src/db/database.ts'
import { startEmbeddedPostgres } from '../../../src/db/postgres/embedded-postgres.ts'
import { silentLog } from './silent-log.ts'

const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)

const [mode, dataDir = '', sharedDir = ''] = process.argv.slice(2)
const shared = sharedDir === '' ? {} : { sharedDir }
const server = await startEmbeddedPostgres({ dataDir, ...shared, log: silentLog }).catch((error: Error) => {
  say({ refused: error.message })
  return process.exit(1)
})
const { adopted } = server
const connectionString = server.urls.superuser
process.on('SIGTERM', () => void server.stop().then((outcome) => say({ outcome })))
say({ ready: { connectionString, adopted } })

if (mode === 'write') {
  const { pool } = createDatabase({ connectionString, poolSize: 4, log: silentLog })
  await pool.query('create table if not exists rows (id int8 generated always as identity primary key, padding text)')
  const writers = Array.from({ length: 4 }, async () => {
    for (;;) {
      const { rows } = await pool.query(`insert into rows (padding) values (repeat('x', 500)) returning id`)
      say({ row: rows[0] })
    }
  })
  await Promise.race(writers)
}
