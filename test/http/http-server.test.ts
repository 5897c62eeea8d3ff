import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { startHttpServer } from '../../src/http/http-server.ts'

const CLIENTS = 24
/** The duration of each iteration of the event loop, in which one connection is accepted. */
const TURN_MS = 20

test('a server with a slow event loop accepts all waiting connections before it closes', async () => {
  const server = await startHttpServer((_, response) => void response.end('here'), '127.0.0.1', 0)
  const clock = new Int32Array(new SharedArrayBuffer(4))
  const slow = setInterval(() => Atomics.wait(clock, 0, 0, TURN_MS), 0)
  const outcomes: (number | string)[] = []
  const underLoad = Promise.withResolvers<void>()
  const workerData = { url: server.url, clients: CLIENTS }
  const clients = new Worker(new URL('../support/doors/fresh-clients.ts', import.meta.url), { workerData })
  clients.on('message', (outcome: number | string) => outcomes.push(outcome) === CLIENTS * 2 && underLoad.resolve())
  const gone = once(clients, 'exit')
  await underLoad.promise
  await server.close()
  clearInterval(slow)
  await gone
  expect(outcomes.filter((outcome) => outcome !== 200)).toEqual(Array.from({ length: CLIENTS }, () => 'ECONNREFUSED'))
})
