import { describe, expect, test } from 'vitest'
import { readNewMail } from '../../src/engine/send/new-mail.ts'
import { createDnsClient } from '../../src/net/dns-client.ts'
import { createAddressGuard } from '../../src/net/public-address.ts'
import { type Flood, FLOODS, startFloodServer } from '../internet/imap-flood.ts'

/** More than any command is allowed, plus what waits in the buffers at both ends. */
const MOST_BYTES = 8_000_000

/** Reads a mailbox as the product does. */
async function read(port: number, signal = new AbortController().signal) {
  const auth = { kind: 'password', username: 'rui', password: 'secret' } as const
  const server = { host: '127.0.0.1', port, security: 'none', auth } as const
  const taken: number[] = []
  const problem = await readNewMail(
    { dns: createDnsClient({ servers: ['127.0.0.1:1'] }), guard: createAddressGuard(['127.0.0.0/8']) },
    { server, cursor: () => ({ uidValidity: 1, lastUid: 0 }), since: new Date() },
    {
      isWanted: async () => true,
      take: async (raw) => void taken.push(raw.length),
      passed: async () => undefined,
    },
    signal,
  )
  return { problem, taken }
}

describe('an IMAP server that', () => {
  test.each(Object.entries(FLOODS))('%s is cut off', async (name, flood) => {
    await using server = await startFloodServer(flood)
    const { problem } = await read(server.port)
    expect(problem).toBe(name.includes('farewell') ? null : 'too_much')
    expect(server.sent()).toBeLessThan(MOST_BYTES)
    await expect.poll(server.open).toBe(0)
  })

  test('sends a byte now and then is disconnected when the time of the visit is over', async () => {
    await using server = await startFloodServer({ at: 'SEARCH', piece: () => '*', pauseMs: 20 })
    const deadline = new AbortController()
    const reading = read(server.port, deadline.signal)
    await expect.poll(server.sent).toBeGreaterThan(200)
    deadline.abort()
    expect(await reading).toEqual({ problem: 'too_slow', taken: [] })
    await expect.poll(server.open).toBe(0)
  })

  test.each<[string, Flood]>([
    ['says that millions of mails vanished', { at: 'SEARCH', pieces: 50, piece: () => '* VANISHED 1:16777216\r\n' }],
    ['finds millions of mails', { at: 'SEARCH', pieces: 1, piece: () => '* ESEARCH (TAG "A") UID ALL 1:16000000\r\n' }],
  ])('%s in a few bytes causes little work', async (_, flood) => {
    await using server = await startFloodServer(flood)
    expect(await read(server.port)).toEqual({ problem: null, taken: [] })
  })

  test('names a thousand folders at once lets other work run in between', async () => {
    const folders = Array.from({ length: 1_000 }, (_, n) => `* LIST () "/" "folder/${n}"\r\n`).join('')
    await using server = await startFloodServer({ at: 'LIST', pieces: 1, piece: () => folders })
    let turns = 0
    const others = setInterval(() => (turns += 1), 0)
    expect(await read(server.port)).toEqual({ problem: null, taken: [] })
    clearInterval(others)
    expect(turns).toBeGreaterThan(40)
  })
})
