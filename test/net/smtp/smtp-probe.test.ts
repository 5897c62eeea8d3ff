import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { openSmtp } from '../../../src/net/smtp/smtp-connection.ts'
import type { ProbeRequest, ProbeResult, SmtpTarget } from '../../../src/net/smtp/smtp-exchange.ts'
import { probeRecipients } from '../../../src/net/smtp/smtp-probe.ts'
import { makeCertificate } from '../../internet/certificate.ts'
import type { MailScript } from '../../internet/mail-script.ts'
import type { MailServerOptions } from '../../internet/mail-house.ts'
import { startMailServer, startMailServers, type TestMailServer } from '../../internet/mail-server.ts'

const SENDER = 'check@probe.example'
const CERTIFICATE = makeCertificate(['mx.example.com'])

const targetOf = ({ name, address, port }: Pick<TestMailServer, 'name' | 'address' | 'port'>): SmtpTarget => ({
  mx: name,
  address,
  port,
})

interface Asked {
  server: MailServerOptions
  recipients?: readonly string[]
  request?: Partial<ProbeRequest>
}

/** Runs one session with a new server; returns the result and what the server was told. */
async function ask({ server, recipients = ['alice@example.com'], request = {} }: Asked) {
  await using started = await startMailServer(server)
  const result = await probeRecipients({
    targets: [targetOf(started)],
    heloName: 'probe.example',
    sender: SENDER,
    recipients,
    ...request,
  })
  return { result, told: started.commands.map(({ line, secure }) => (secure ? `${line} (TLS)` : line)) }
}

const script = (script: MailScript): Asked => ({ server: { script } })
const codes = ({ answers }: ProbeResult): (number | null)[] => answers.map(({ reply }) => reply?.code ?? null)

describe('a session with a mail server', () => {
  test('goes through banner, greeting, sender and recipients, and takes the answers in order', async () => {
    const { result, told } = await ask({
      server: {},
      recipients: ['alice@example.com', 'nobody@example.com', 'u1@example.com'],
    })
    expect(codes(result)).toEqual([250, 550, 250])
    expect(result.answers[1]?.reply).toMatchObject({ stage: 'rcpt', enhanced: '5.1.1' })
    expect(result.transcript.map(({ stage }) => stage)).toEqual(['connect', 'helo', 'mail', 'rcpt', 'rcpt', 'rcpt'])
    expect(told.slice(0, 3)).toEqual(['EHLO probe.example', `MAIL FROM:<${SENDER}>`, 'RCPT TO:<alice@example.com>'])
    expect(result).toMatchObject({ failure: null, refusal: null, capabilities: { pipelining: true, smtputf8: true } })
  })

  test.each([
    ['byte by byte', { delivery: { byteByByte: true } }],
    ['late', { delivery: { delayMs: 20 } }],
    ['one command at a time', { script: { extensions: [] } }],
    ['over HELO', { script: { ehlo: () => '502 5.5.1 Command not implemented' } }],
    [
      'with other codes in banner and greeting',
      {
        script: {
          banner: [{ say: ['220-mx', '220-No UCE 550 or 421 here'] }, { say: '220 ready 250', afterMs: 20 }],
          ehlo: () => [
            { bytes: Buffer.from('250-mx\r\n250-SI') },
            { bytes: Buffer.from('ZE 1\r\n250-550 is not here\r\n250 PIPELINING\r\n'), afterMs: 20 },
          ],
        },
      },
    ],
  ] satisfies [string, MailServerOptions][])('gives the same answers %s', async (_, server) => {
    const { result } = await ask({ server, recipients: ['alice@example.com', 'nobody@example.com'] })
    expect(codes(result)).toEqual([250, 550])
    expect(result.failure).toBeNull()
  })

  test('accepts any number of recipients', async () => {
    const recipients = Array.from({ length: 25 }, (_, index) => `u${index}@example.com`)
    const { result, told } = await ask({ server: {}, recipients })
    expect(codes(result)).toEqual(recipients.map(() => 250))
    expect(told.filter((line) => line.startsWith('RCPT'))).toEqual(
      recipients.map((recipient) => `RCPT TO:<${recipient}>`),
    )
  })

  test('reports recipients as not asked when the sender is refused', async () => {
    const { result } = await ask({
      ...script({ mail: () => '550 5.7.1 Null sender not allowed here' }),
      request: { sender: '' },
    })
    expect(result).toMatchObject({ refusal: { stage: 'mail', code: 550 }, failure: null })
    expect(codes(result)).toEqual([null])
  })

  test('requests SMTPUTF8 only where it is needed and offered', async () => {
    const recipients = ['jürg@example.com']
    expect((await ask({ server: {}, recipients })).told).toContain(`MAIL FROM:<${SENDER}> SMTPUTF8`)
    const without = await ask({ ...script({ extensions: ['PIPELINING'] }), recipients })
    expect(without.result.failure).toEqual({ outcome: 'no_smtputf8' })
    expect(without.told.some((line) => line.startsWith('MAIL'))).toBe(false)
  })

  test('cannot be made to send a second command', async () => {
    await expect(ask({ server: {}, recipients: ['a@b.example>\r\nDATA'] })).rejects.toThrow(RangeError)
    await expect(ask({ server: {}, request: { heloName: 'x\r\nQUIT' } })).rejects.toThrow(RangeError)
  })
})

describe('a session that continues', () => {
  test('adds to a transaction, or begins a new one with RSET', async () => {
    await using server = await startMailServer({ script: { limits: { recipientsPerTransaction: 1 } } })
    const opened = await openSmtp(targetOf(server), { heloName: 'probe.example' })
    if (opened.outcome !== 'ready') throw new Error('not open')
    await using connection = opened.connection
    const one = async (recipient: string, transaction: 'continue' | 'new') =>
      (await connection.ask({ sender: SENDER, recipients: [recipient], transaction })).answers[0]?.reply?.code
    expect(await one('alice@example.com', 'continue')).toBe(250)
    expect(await one('u1@example.com', 'continue')).toBe(452)
    expect(await one('u1@example.com', 'new')).toBe(250)
    expect(server.commands.map(({ line }) => line.slice(0, 4))).toEqual([
      'EHLO',
      'MAIL',
      'RCPT',
      'RCPT',
      'RSET',
      'MAIL',
      'RCPT',
    ])
  })

  test('keeps the answers that came before the server left', async () => {
    const rcpt = (recipient: string) =>
      recipient.startsWith('alice')
        ? '250 2.1.5 Ok'
        : [{ say: ['550 5.1.1 no such user', '421 4.7.0 Too many invalid recipients'], leave: 'close' as const }]
    const { result } = await ask({ ...script({ rcpt }), recipients: ['alice@example.com', 'bob@example.com'] })
    expect(codes(result)).toEqual([250, 550])
    expect(result).toMatchObject({ parting: { code: 421 }, failure: null })
  })

  test('names the recipients that remained unanswered', async () => {
    const rcpt = (recipient: string) => (recipient.startsWith('bob') ? { leave: 'reset' as const } : '250 2.1.5 Ok')
    const { result } = await ask({
      ...script({ rcpt }),
      recipients: ['u1@example.com', 'bob@example.com', 'u2@example.com'],
    })
    expect(codes(result)).toEqual([250, null, null])
    expect(result.failure).toEqual({ outcome: 'closed', stage: 'rcpt' })
  })
})

describe('TLS', () => {
  const mail: MailScript['mail'] = ({ secure }) =>
    secure ? '250 2.1.0 Ok' : '530 5.7.0 Must issue a STARTTLS command first'

  test('is used where it is offered, with a new greeting, even without a valid certificate', async () => {
    const { result, told } = await ask({ server: { certificate: CERTIFICATE, script: { mail } } })
    expect(codes(result)).toEqual([250])
    expect(told).toEqual(
      [
        'EHLO probe.example',
        'STARTTLS',
        'EHLO probe.example (TLS)',
        `MAIL FROM:<${SENDER}> (TLS)`,
        'RCPT TO:<alice@example.com> (TLS)',
        'QUIT (TLS)',
      ].slice(0, told.length),
    )
    expect(told.length).toBeGreaterThan(4)
  })

  test('is tried when a server demands it without offering it', async () => {
    const ehlo: MailScript['ehlo'] = () => ['250-mx', '250 PIPELINING']
    const { result } = await ask({ server: { certificate: CERTIFICATE, script: { mail, ehlo } } })
    expect(codes(result)).toEqual([250])
  })

  test('discards clear text that follows the 220', async () => {
    const starttls: MailScript['starttls'] = () => ({
      say: ['220 go', '250-evil', '250 PIPELINING', '550 5.1.1 no such user'],
    })
    const { result } = await ask({ server: { certificate: CERTIFICATE, script: { starttls } } })
    expect(codes(result)).toEqual([250])
    expect(result.transcript.map(({ code }) => code)).not.toContain(550)
  })

  test.each([
    ['closes', { say: '220 go', leave: 'close' }],
    ['talks on in the clear', { say: ['220 go'], bytes: Buffer.from('\x15\x03\x01\x00\x02\x02\x28garbage') }],
  ] as const)('is left out in a second session when the server %s instead of shaking hands', async (_, reaction) => {
    const ehlo: MailScript['ehlo'] = () => ({ say: ['250-mx', '250-STARTTLS', '250 PIPELINING'] })
    const { result, told } = await ask(script({ ehlo, starttls: () => reaction }))
    expect(codes(result)).toEqual([250])
    expect(told.filter((line) => line === 'STARTTLS')).toHaveLength(1)
  })

  test('is skipped when the server withdraws its offer', async () => {
    const server = { certificate: CERTIFICATE, script: { starttls: () => '454 4.7.0 TLS not available' } }
    expect(codes((await ask({ server })).result)).toEqual([250])
  })
})

describe('when a server does not answer', () => {
  test('the next target is asked', async () => {
    await using hosts = await startMailServers([{ script: { banner: { leave: 'reset' } } }, {}])
    const targets = [{ mx: 'closed.example.com', address: '127.0.0.1', port: 1 }, ...hosts.servers.map(targetOf)]
    const result = await probeRecipients({
      targets,
      heloName: 'probe.example',
      sender: SENDER,
      recipients: ['alice@example.com'],
    })
    expect(codes(result)).toEqual([250])
    expect(result.target).toEqual(targets[2])
  })

  test.each([
    ['refused', { address: '127.0.0.1', port: 1 }, 'refused'],
    ['closed', null, 'closed'],
  ] as const)('it is unreachable: %s', async (_, address, reason) => {
    await using server = await startMailServer({ script: { banner: { leave: 'close' } } })
    const targets = [{ ...targetOf(server), ...address }]
    const result = await probeRecipients({
      targets,
      heloName: 'probe.example',
      sender: SENDER,
      recipients: ['alice@example.com'],
    })
    expect(result.failure).toEqual({ outcome: 'unreachable', reason })
    expect(codes(result)).toEqual([null])
  })

  test('a refusal in the banner is an answer, and no other server is asked', async () => {
    const banner = { say: '554 5.7.1 Service unavailable', leave: 'close' } as const
    await using hosts = await startMailServers([{ script: { banner } }, {}])
    const result = await probeRecipients({
      targets: hosts.servers.map(targetOf),
      heloName: 'probe.example',
      sender: SENDER,
      recipients: ['alice@example.com'],
    })
    expect(result).toMatchObject({ refusal: { stage: 'connect', code: 554 }, failure: null })
    expect(hosts.servers[1]?.connections.total).toBe(0)
  })

  test('an abort ends the session at once', async () => {
    const abort = new AbortController()
    const rcpt = (): [] => (abort.abort(), [])
    const { result } = await ask({ ...script({ rcpt }), request: { signal: abort.signal } })
    expect(result.failure).toEqual({ outcome: 'aborted' })
    const late = await ask({ server: {}, request: { signal: abort.signal } })
    expect(late).toMatchObject({ result: { failure: { outcome: 'aborted' } }, told: [] })
  })

  test("a caller's own stream is used instead of a socket", async () => {
    const dialled: string[] = []
    const { result } = await ask({
      server: { certificate: CERTIFICATE },
      request: {
        connect: async (address, port) => {
          dialled.push(address)
          const socket = connect(port, address)
          await once(socket, 'connect')
          return socket
        },
      },
    })
    expect(codes(result)).toEqual([250])
    expect(dialled).toEqual(['127.0.0.1'])
  })

  test('a stream that cannot be opened counts as unreachable', async () => {
    const { result } = await ask({ server: {}, request: { connect: () => Promise.reject(new Error('no proxy')) } })
    expect(result.failure).toEqual({ outcome: 'unreachable', reason: 'failed' })
  })
})
