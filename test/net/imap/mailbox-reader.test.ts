import { describe, expect, test } from 'vitest'
import { createDnsClient } from '../../../src/net/dns-client.ts'
import { type MailboxServer, openMailbox } from '../../../src/net/imap/mailbox-reader.ts'
import { MailboxUnreadable } from '../../../src/net/imap/mailbox-session.ts'
import { createAddressGuard } from '../../../src/net/public-address.ts'
import { makeCertificate } from '../../internet/certificate.ts'
import { startDnsServer } from '../../internet/dns-server.ts'
import { startImapServer } from '../../internet/imap-server.ts'

const zone = new Map([
  ['imap.lumen.example', { a: ['127.0.0.1'] }],
  ['lumen.example', { a: ['127.0.0.1'] }],
])
const open = new AbortController().signal

async function needs(networks: readonly string[] = ['127.0.0.0/8']) {
  const dns = await startDnsServer(zone)
  return {
    dns: createDnsClient({ servers: [dns.address] }),
    guard: createAddressGuard(networks),
    [Symbol.asyncDispose]: () => dns.stop(),
  }
}

const server = (port: number, more: Partial<MailboxServer> = {}): MailboxServer => ({
  host: 'imap.lumen.example',
  port,
  security: 'none',
  auth: { kind: 'password', username: 'rui@lumen.example', password: 'secret' },
  ...more,
})

const mail = (subject: string, body = 'Hello'): string =>
  `From: Jo <jo@maker.example>\r\nSubject: ${subject}\r\nMessage-ID: <${subject}@maker.example>\r\n\r\n${body}\r\n`

const problemOf = async (work: Promise<unknown>): Promise<string | null> => {
  try {
    await work
    return null
  } catch (error) {
    return error instanceof MailboxUnreadable ? error.problem : String(error)
  }
}

describe('a mailbox', () => {
  test('is read from where the last reading ended, including junk, and nothing in it changes', async () => {
    await using world = await needs()
    await using imap = await startImapServer()
    for (const subject of ['one', 'two', 'three']) imap.deliver(mail(subject))
    imap.deliver(mail('four'), { folder: 'Spam' })
    const mailbox = await openMailbox(world, server(imap.port), open)
    expect(await mailbox.folders()).toEqual(['INBOX', 'Spam'])
    const inbox = await mailbox.open('INBOX')
    expect(inbox.uidValidity).toBe(1)
    expect(await inbox.newUids(1)).toEqual([2, 3])
    expect(await inbox.newUids(3)).toEqual([])
    const headers = await inbox.headers([2, 3])
    expect(headers.map(({ uid, header }) => [uid, /Subject: (.*)\r/.exec(header.toString())?.[1]])).toEqual([
      [2, 'two'],
      [3, 'three'],
    ])
    expect((await inbox.beginning(2, 10))?.toString()).toBe('From: Jo <')
    expect(await inbox.beginning(99, 10)).toBeNull()
    await mailbox.close()
    const writing = imap.commands.filter((line) => /STORE|EXPUNGE|COPY|MOVE|SELECT|BODY\[|APPEND/i.test(line))
    expect(writing).toEqual([])
  })

  test('is read over TLS from the start and over STARTTLS, and no password is sent before that', async () => {
    await using world = await needs()
    const certificate = makeCertificate(['imap.lumen.example'])
    for (const startTls of [false, true]) {
      await using imap = await startImapServer({ certificate, startTls })
      imap.deliver(mail('one'))
      const security = startTls ? 'starttls' : 'tls'
      const mailbox = await openMailbox(world, server(imap.port, { security }), open)
      expect(await (await mailbox.open('INBOX')).newUids(0)).toEqual([1])
      await mailbox.close()
      const login = imap.commands.findIndex((line) => line.includes('LOGIN'))
      expect(imap.commands.slice(0, login).some((line) => line.includes('STARTTLS'))).toBe(startTls)
    }
  })

  test('gets no password in clear text when STARTTLS is required and not offered', async () => {
    await using world = await needs()
    await using imap = await startImapServer()
    expect(await problemOf(openMailbox(world, server(imap.port, { security: 'starttls' }), open))).toBe('no_tls')
    expect(imap.commands.filter((line) => line.includes('secret'))).toEqual([])
  })

  test('says why it cannot be read', async () => {
    await using world = await needs()
    await using closed = await needs([])
    await using imap = await startImapServer()
    const wrong = server(imap.port, { auth: { kind: 'password', username: 'rui@lumen.example', password: 'guess' } })
    expect(await problemOf(openMailbox(world, wrong, open))).toBe('login_refused')
    expect(await problemOf(openMailbox(closed, server(imap.port), open))).toBe('private_address')
    expect(await problemOf(openMailbox(world, server(imap.port, { host: 'no.lumen.example' }), open))).toBe(
      'unknown_host',
    )
    expect(await problemOf(openMailbox(world, server(1), open))).toBe('unreachable')
    expect(await problemOf(openMailbox(closed, server(imap.port, { host: '127.0.0.1' }), open))).toBe('private_address')
  })

  test('ends when its caller has gone, even in the middle of a dialogue', async () => {
    await using world = await needs()
    await using imap = await startImapServer({ script: (line) => line.includes('SEARCH') })
    const gone = new AbortController()
    const mailbox = await openMailbox(world, server(imap.port), gone.signal)
    const inbox = await mailbox.open('INBOX')
    const search = problemOf(inbox.newUids(0))
    gone.abort()
    expect(await search).toBe('too_slow')
    await mailbox.close()
  })

  test('whose server falls silent is said to be slow, before and after signing in', async () => {
    await using world = await needs()
    for (const command of ['LOGIN', 'SEARCH']) {
      await using imap = await startImapServer({ script: (line) => line.includes(command) })
      const reading = openMailbox({ ...world, silenceMs: 100 }, server(imap.port), open).then(async (mailbox) =>
        (await mailbox.open('INBOX')).newUids(0),
      )
      expect([command, await problemOf(reading)]).toEqual([command, 'too_slow'])
    }
  })
})

describe('a hostile server', () => {
  test('that announces 50 MB where 10 bytes were requested is disconnected', async () => {
    await using world = await needs()
    await using imap = await startImapServer({
      script: (line, write) => {
        if (!line.includes('BODY.PEEK[]')) return false
        write('* 1 FETCH (UID 1 BODY[]<0> {52428800}\r\n')
        write(Buffer.alloc(65_536, 'x'))
        return true
      },
    })
    imap.deliver(mail('one'))
    const mailbox = await openMailbox(world, server(imap.port), open)
    const inbox = await mailbox.open('INBOX')
    expect(await problemOf(inbox.beginning(1, 10))).toBe('too_much')
    await mailbox.close()
  })

  test('that sends more than was requested is cut off', async () => {
    await using world = await needs()
    await using imap = await startImapServer({
      script: (line, write, tag) => {
        if (!line.includes('BODY.PEEK[HEADER]')) return false
        write(`* 1 FETCH (UID 1 RFC822.SIZE 100000 BODY[HEADER]<0> {100000}\r\n${'y'.repeat(100_000)})\r\n`)
        write(`* 2 FETCH (UID 999 RFC822.SIZE 1 BODY[HEADER]<0> {1}\r\ny)\r\n${tag} OK done\r\n`)
        return true
      },
    })
    imap.deliver(mail('one'))
    const mailbox = await openMailbox(world, server(imap.port), open)
    const headers = await (await mailbox.open('INBOX')).headers([1])
    expect(headers.map(({ uid, header }) => [uid, header.length])).toEqual([[1, 32_768]])
    await mailbox.close()
  })

  test('that never ends a line is disconnected', async () => {
    await using world = await needs()
    await using imap = await startImapServer({
      script: (line, write) => {
        if (!line.includes('SEARCH')) return false
        write(`* SEARCH ${'1 '.repeat(3_000_000)}`)
        return true
      },
    })
    const mailbox = await openMailbox(world, server(imap.port), open)
    const inbox = await mailbox.open('INBOX')
    expect(await problemOf(inbox.newUids(0))).toBe('too_much')
    await mailbox.close()
  })
})
