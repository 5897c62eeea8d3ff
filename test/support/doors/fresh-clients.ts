/** A thread of clients that send requests without a pause, each on a new connection, until the server refuses connections. */
import { request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

const { url, clients } = workerData as { url: string; clients: number }

/** Returns the status of an answer, or why there was none. */
function ask(): Promise<number | string> {
  const outcome = Promise.withResolvers<number | string>()
  const sent = request(url, { agent: false }, (answer) => {
    answer.resume().once('end', () => outcome.resolve(answer.statusCode ?? 0))
  })
  sent.once('error', (error: NodeJS.ErrnoException) => outcome.resolve(error.code ?? error.message)).end()
  return outcome.promise
}

async function askOnAndOn(): Promise<void> {
  for (let outcome: number | string = 0; typeof outcome === 'number';) {
    outcome = await ask()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort?.postMessage(outcome)
  }
}

await Promise.all(Array.from({ length: clients }, askOnAndOn))
