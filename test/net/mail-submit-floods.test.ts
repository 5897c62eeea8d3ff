import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createDnsClient } from '../../src/net/dns-client.ts'
import { createMailSubmitter } from '../../src/net/smtp/mail-submit.ts'
import { createAddressGuard } from '../../src/net/public-address.ts'
import { SMTP_FLOODS, startSmtpFlood } from '../internet/smtp-flood.ts'

/** The limit of one reply, plus what waits in the buffers at both ends. */
const MOST_BYTES = 8_000_000

const submit = async (port: number, timeoutMs?: number) => {
  const submitter = createMailSubmitter({
    dns: createDnsClient({ servers: ['127.0.0.1:1'] }),
    guard: createAddressGuard(['127.0.0.0/8']),
    heloName: 'mail.lumen.example',
    ...(timeoutMs !== undefined && { timeoutMs }),
  })
  const login = {
    host: '127.0.0.1',
    port,
    security: 'none',
    auth: { kind: 'none' },
    session: '1/1',
  } as const
  const envelope = { from: 'rui@lumen.example', to: 'ines@maker.example' }
  const outcome = await submitter.submit(login, envelope, Buffer.from('Subject: Hello\r\n\r\nHello\r\n'))
  submitter.close()
  return outcome
}

const shareOfTimeBusy = async () => {
  const before = performance.eventLoopUtilization()
  await setTimeout(100)
  return performance.eventLoopUtilization(before).utilization
}

describe('an SMTP server that', () => {
  test.each(Object.entries(SMTP_FLOODS))('%s is cut off', async (name, flood) => {
    await using server = await startSmtpFlood(flood)
    const { outcome } = await submit(server.port)
    // Replies sent before their commands cannot be distinguished from answers to them.
    const answersAhead = /again and again|with replies/.test(name)
    if (flood.at === 'mail') expect(outcome).toBe('uncertain')
    else if (!answersAhead) expect(outcome).toBe('no_session')
    expect(server.sent()).toBeLessThan(MOST_BYTES)
    await expect.poll(server.open).toBe(0)
    await expect.poll(shareOfTimeBusy, { message: 'the rest is still being read', timeout: 20_000 }).toBeLessThan(0.5)
  })

  test('names an extension now and then is disconnected when its time is over', async () => {
    await using server = await startSmtpFlood({ at: 'EHLO', piece: () => '250-X\r\n', pauseMs: 20 })
    expect(await submit(server.port, 300)).toEqual({ outcome: 'no_session', problem: 'unreachable' })
    await expect.poll(server.open).toBe(0)
  })
})
