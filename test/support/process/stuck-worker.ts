/** `node stuck-worker.ts URL`: takes a job of the queue `crawl`, says so, and never ends it. */
import { createDatabase } from '../../../src/db/database.ts'
import { createJobQueue } from '../../../src/db/job-queue.ts'
import { kind } from './job-of.ts'
import { silentLog } from './silent-log.ts'

const database = createDatabase({ connectionString: process.argv[2] ?? '', poolSize: 1, log: silentLog })
const queue = createJobQueue(database, { log: silentLog, heartbeatSeconds: 10 })
await queue.start()
await queue.work(kind('crawl'), { concurrency: 1 }, async () => {
  process.stdout.write('taken')
  await Promise.withResolvers<void>().promise
})
