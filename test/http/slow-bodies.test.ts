import { createServer } from 'node:http'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startHttpServer } from '../../src/http/http-server.ts'
import type { HttpServer } from '../../src/http/http-server.ts'
import { holdBodyTime, readPatiently } from '../../src/lib/input/body-deadline.ts'

const BODY_MS = 150
const PIECE_MS = 50
const HOUR_MS = 3_600_000

/** Resolved when all pieces of the waiting body have been sent. */
const allSent = Promise.withResolvers<void>()

/**
 * `/upload` reads patiently, `/refuse` stops after the first piece, `/turn` waits for others first, and anything else
 * reads at once.
 */
let server: HttpServer
beforeAll(async () => {
  const app = createServer(async (request, response) => {
    const path = request.url ?? ''
    const patience = path === '/idle' ? { idleMs: BODY_MS, totalMs: HOUR_MS } : { idleMs: HOUR_MS, totalMs: HOUR_MS }
    const total = path === '/total' ? { idleMs: HOUR_MS, totalMs: BODY_MS } : patience
    let size = 0
    if (path === '/turn') {
      const goOn = holdBodyTime(request)
      await allSent.promise
      goOn()
    }
    try {
      for await (const chunk of ['/plain', '/turn'].includes(path) ? request : readPatiently(request, total)) {
        size += (chunk as Buffer).length
        if (path === '/refuse') break
      }
    } catch {
      return
    }
    response.end(`read ${size}`)
  })
  const [listener] = app.listeners('request')
  server = await startHttpServer(listener as Parameters<typeof startHttpServer>[0], '127.0.0.1', 0, {
    bodyMs: BODY_MS,
  })
})
afterAll(() => server.close())

/** Sends this many of a body's ten pieces, one after the other, and returns what came back until the end. */
async function answerTo(path: string, pieces: number, whenSent = () => {}): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(server.url).port) })
  let answer = ''
  const closed = Promise.withResolvers<void>()
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString())).on('error', () => undefined)
  socket.once('close', () => closed.resolve())
  socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 10\r\n\r\n`)
  await sendPieces(socket, pieces)
  whenSent()
  await closed.promise
  return answer
}

async function sendPieces(socket: Socket, pieces: number): Promise<void> {
  for (let sent = 0; sent < pieces && socket.writable; sent++) {
    socket.write('x')
    await sleep(PIECE_MS)
  }
}

describe('a body that arrives slowly', () => {
  test('is read as long as it keeps arriving, where uploads are accepted', async () => {
    expect(await answerTo('/upload', 10)).toMatch(/^HTTP\/1\.1 200 [^]*read 10/)
  })

  test.each(['/plain', '/idle', '/total'])('is given up at %s', async (path) => {
    expect(await answerTo(path, 1)).toMatch(/^HTTP\/1\.1 408 [^]*The request did not arrive in time\./)
  })

  test('is not charged for the time it waits for others', async () => {
    expect(await answerTo('/turn', 10, allSent.resolve)).toMatch(/^HTTP\/1\.1 200 [^]*read 10/)
  })

  test('that is not read to the end is answered without waiting for it', async () => {
    expect(await answerTo('/refuse', 1)).toMatch(/^HTTP\/1\.1 200 [^]*read 1/)
  })
})
