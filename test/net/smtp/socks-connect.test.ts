import { describe, expect, test } from 'vitest'
import type { ProbeResult } from '../../../src/net/smtp/smtp-exchange.ts'
import { probeRecipients } from '../../../src/net/smtp/smtp-probe.ts'
import { socksConnect } from '../../../src/net/smtp/socks-connect.ts'
import { makeCertificate } from '../../internet/certificate.ts'
import type { MailServerOptions } from '../../internet/mail-house.ts'
import { startMailServer } from '../../internet/mail-server.ts'
import { type ProxyOptions, startSocksProxy } from '../../internet/socks-proxy.ts'

/** Runs one session through a proxy. */
async function askThrough(proxyOptions: ProxyOptions, login = '', server: MailServerOptions = {}) {
  const connectMs = proxyOptions.mute === true ? 300 : 60_000
  await using mail = await startMailServer(server)
  await using proxy = await startSocksProxy(proxyOptions)
  const result: ProbeResult = await probeRecipients({
    targets: [{ mx: mail.name, address: mail.address, port: mail.port }],
    heloName: 'probe.example',
    sender: 'check@probe.example',
    recipients: ['alice@example.com'],
    timeouts: { connectMs },
    connect: socksConnect(`socks5://${login}127.0.0.1:${proxy.port}`),
  })
  return {
    result,
    wasAsked: proxy.targets.includes(`${mail.address}:${mail.port}`),
    connections: mail.connections.total,
  }
}

describe('a SOCKS5 proxy', () => {
  test('carries a session to the address that was checked', async () => {
    const { result, wasAsked } = await askThrough({})
    expect(wasAsked).toBe(true)
    expect(result.answers[0]?.reply?.code).toBe(250)
  })

  test('carries TLS, and a banner that arrives byte by byte', async () => {
    const server = { certificate: makeCertificate(['mx.example.com']), delivery: { byteByByte: true } }
    const { result } = await askThrough({}, '', server)
    expect(result.answers[0]?.reply?.code).toBe(250)
    expect(result.transcript.map(({ stage }) => stage)).toContain('starttls')
  })

  test('gets user and password if it asks for them', async () => {
    const right = await askThrough({ login: 'ada:se:cret' }, 'ada:se%3Acret@')
    expect(right.result.answers[0]?.reply?.code).toBe(250)
    const wrong = await askThrough({ login: 'ada:se:cret' }, 'ada:guess@')
    expect(wrong).toMatchObject({ result: { failure: { outcome: 'unreachable' } }, connections: 0 })
  })

  test.each([
    ['refuses', { refuseWith: 5 }],
    ['says nothing', { mute: true }],
    ['wants a password that we do not have', { login: 'ada:secret' }],
  ] satisfies [string, ProxyOptions][])('that %s leaves the mail server unreachable', async (_, options) => {
    const { result, connections } = await askThrough(options)
    expect(result.failure?.outcome).toBe('unreachable')
    expect(connections).toBe(0)
  })
})
