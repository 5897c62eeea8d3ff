import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import type { RequestListener, ServerResponse } from 'node:http'
import { Worker } from 'node:worker_threads'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startHttpServer } from '../../src/http/http-server.ts'
import type { HttpServer } from '../../src/http/http-server.ts'

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

describe('a server all of whose places are taken', () => {
  const PLACES = 10
  const held: ServerResponse[] = []
  let server: HttpServer
  const sockets: Socket[] = []
  beforeAll(async () => {
    const answer: RequestListener = (request, response) =>
      request.url === '/held' ? void held.push(response) : void response.end('here')
    server = await startHttpServer(answer, '127.0.0.1', 0, { maxConnections: PLACES })
  })
  afterEach(() => {
    for (const response of held.splice(0)) response.end('late')
    for (const socket of sockets.splice(0)) socket.destroy()
  })
  afterAll(() => server.close({ atOnce: true }))

  /** Opens a connection, from any address of this machine, and sends the beginning of a request. */
  async function open(request: string, localAddress = '127.0.0.1'): Promise<Socket & { said: () => string }> {
    const { hostname: host, port } = new URL(server.url)
    const socket = connect({ host, port: Number(port), localAddress })
    let said = ''
    socket.on('data', (chunk: Buffer) => (said += chunk.toString())).on('error', () => undefined)
    sockets.push(socket)
    await once(socket, 'connect')
    socket.write(request)
    return Object.assign(socket, { said: () => said })
  }
  const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`
  const isHeld = (count: number) => vi.waitFor(() => expect(held).toHaveLength(count))
  const answered = async (socket: { said: () => string }): Promise<void> =>
    vi.waitFor(() => expect(socket.said()).toMatch(/^HTTP\/1\.1 200/))

  test('closes those that wait for nothing, and answers the others', async () => {
    const busy = await open(get('/held'))
    await isHeld(1)
    const idle: Socket[] = []
    for (let i = 0; i < 3 * PLACES; i++) idle.push(await open(i % 2 === 0 ? '' : get('/')))
    await answered(await open(get('/')))
    await vi.waitFor(() => expect(idle.filter(({ destroyed }) => !destroyed).length).toBeLessThan(PLACES))
    held[0]?.end('late')
    await answered(busy)
  })

  test('takes them from a client that holds most of them, not from others', async () => {
    const others = [await open(get('/held'), '127.0.0.2'), await open(get('/held'), '127.0.0.3')]
    for (let i = 2; i < PLACES; i++) await open(get('/held'))
    await isHeld(PLACES)
    for (let i = 0; i < PLACES; i++) await open(get('/held'))
    await answered(await open(get('/'), '127.0.0.4'))
    for (const response of held) response.end('late')
    for (const other of others) await answered(other)
  })
})
