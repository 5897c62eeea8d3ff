/** `node sending-worker.ts`: a worker that only sends, on the database of the environment, until it is killed. */
import { readConfig } from '../../../src/config.ts'
import { createContext } from '../../../src/context.ts'
import { startSending } from '../../../src/jobs/keep-sending.ts'
import { silentLog } from './silent-log.ts'

const context = await createContext(readConfig(), { log: silentLog })
startSending(context)
// The timer for the next look does not keep the process alive.
setInterval(() => undefined, 60_000)
process.stdout.write('Quarry is ready.\n')
