import { describe, expect, test } from 'vitest'
import { createDnsClient } from '../../src/net/dns-client.ts'
import { openMailbox } from '../../src/net/imap/mailbox-reader.ts'
import { MailboxUnreadable } from '../../src/net/imap/mailbox-session.ts'
import { createAddressGuard } from '../../src/net/public-address.ts'
import { createMailSubmitter } from '../../src/net/smtp/mail-submit.ts'
import { startImapServer } from '../internet/imap-server.ts'
import { startReceivingServer } from '../internet/receiving-server.ts'
import type { ShownToken, TokenLogin, TokenMechanismName } from '../internet/token-login.ts'

const USERNAME = 'rui@lumen.example'
const needs = { dns: createDnsClient({ servers: ['127.0.0.1:1'] }), guard: createAddressGuard(['127.0.0.0/8']) }
const login = (port: number, token: string) =>
  ({ host: '127.0.0.1', port, security: 'none', auth: { kind: 'token', username: USERNAME, token } }) as const

const envelope = { from: USERNAME, to: 'ines@maker.example' }
const RAW = Buffer.from('Subject: Hello\r\n\r\nHello\r\n')
const submitter = () => createMailSubmitter({ ...needs, heloName: 'mail.lumen.example' })

/** Accepts one token for one user. */
function oneToken(good: string, mechanisms: readonly TokenMechanismName[]) {
  const shown: ShownToken[] = []
  const judge: TokenLogin['judge'] = (given) => {
    shown.push(given)
    return given.token === good && given.username === USERNAME ? 'good' : { status: 'invalid_token' }
  }
  return { shown, tokens: { mechanisms, judge } satisfies TokenLogin }
}

const checkSmtp = async (port: number, token: string) => {
  const sending = submitter()
  const problem = await sending.check(login(port, token))
  sending.close()
  return problem
}

async function checkImap(port: number, token: string): Promise<string | null> {
  try {
    const mailbox = await openMailbox(needs, login(port, token), new AbortController().signal)
    await mailbox.close()
    return null
  } catch (error) {
    return error instanceof MailboxUnreadable ? error.problem : String(error)
  }
}

describe('an SMTP server', () => {
  test.each([[['OAUTHBEARER']], [['XOAUTH2']], [['XOAUTH2', 'OAUTHBEARER']]] as const)(
    'that offers %j gets the token that way',
    async (mechanisms) => {
      const { shown, tokens } = oneToken('short-token', mechanisms)
      await using server = await startReceivingServer({ tokens, login: { username: USERNAME, password: 'secret' } })
      expect(await checkSmtp(server.port, 'short-token')).toBeNull()
      expect(server.logins).toEqual([mechanisms.length === 2 ? 'OAUTHBEARER' : mechanisms[0]])
      expect(shown).toEqual([{ username: USERNAME, token: 'short-token' }])
    },
  )

  test.each(['OAUTHBEARER', 'XOAUTH2'] as const)('gets a long token by %s on a separate line', async (name) => {
    const token = 'e'.repeat(2_400)
    const { tokens } = oneToken(token, [name])
    await using server = await startReceivingServer({ tokens })
    expect(await checkSmtp(server.port, token)).toBeNull()
  })

  test('is not sent a token that no server accepts', async () => {
    const { shown, tokens } = oneToken('good', ['XOAUTH2'])
    await using server = await startReceivingServer({ tokens })
    for (const token of ['e'.repeat(12_288), 'a b', 'a\x01auth=Bearer b', ''])
      expect(await checkSmtp(server.port, token)).toBe('token_refused')
    expect(shown).toEqual([])
  })

  test('that accepts only passwords is sent nothing', async () => {
    await using server = await startReceivingServer({ login: { username: USERNAME, password: 'a-token' } })
    expect(await checkSmtp(server.port, 'a-token')).toBe('no_oauth')
    expect(server.logins).toEqual([])
  })

  test.each(['OAUTHBEARER', 'XOAUTH2'] as const)('says by %s why it refuses the token', async (name) => {
    const { shown, tokens } = oneToken('good', [name])
    await using server = await startReceivingServer({ tokens, login: { username: USERNAME, password: 'good' } })
    expect(await checkSmtp(server.port, 'old')).toBe('token_refused')
    expect(shown).toHaveLength(1)
    expect(server.logins).toEqual([name])
  })

  test.each([
    ['535 5.7.3 Authentication unsuccessful', 'token_refused'],
    ['535-5.7.8 No\r\n535 5.7.8 https://help.example', 'token_refused'],
    ['535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Tenant.', 'smtp_off'],
    ['504 5.5.4 Unrecognized authentication type', 'no_oauth'],
    ['454 4.7.0 Temporary authentication failure', 'unreachable'],
    ['432 4.3.2 Concurrent connections limit exceeded', 'unreachable'],
  ])('may refuse with %s', async (say, problem) => {
    await using server = await startReceivingServer({ tokens: { mechanisms: ['XOAUTH2'], judge: () => ({ say }) } })
    expect(await checkSmtp(server.port, 'token')).toBe(problem)
  })

  test('may say that the token is for something else', async () => {
    const judge = () => ({ status: 'insufficient_scope' })
    await using server = await startReceivingServer({ tokens: { mechanisms: ['OAUTHBEARER'], judge } })
    expect(await checkSmtp(server.port, 'token')).toBe('scope_refused')
  })

  test('whose session outlives its token is logged in to again, once per email', async () => {
    let good = 'first'
    const judge: TokenLogin['judge'] = ({ token }) => (token === good ? 'good' : { status: 'invalid_token' })
    await using server = await startReceivingServer({ tokens: { mechanisms: ['XOAUTH2'], judge, eachMail: true } })
    const sending = submitter()
    const submit = (token: string) => sending.submit({ ...login(server.port, token), session: '1/1' }, envelope, RAW)
    expect(await submit('first')).toMatchObject({ outcome: 'accepted' })
    expect(await submit('first')).toMatchObject({ outcome: 'accepted' })
    good = 'second'
    expect(await submit('first')).toEqual({ outcome: 'no_session', problem: 'token_refused' })
    expect(await submit('second')).toMatchObject({ outcome: 'accepted' })
    expect(server.mails).toHaveLength(3)
    expect(server.logins).toHaveLength(3)
    sending.close()
  })
})

describe('an IMAP server', () => {
  test.each([[['OAUTHBEARER']], [['XOAUTH2']], [['XOAUTH2', 'OAUTHBEARER']]] as const)(
    'that offers %j gets the token that way, and says why it refuses one',
    async (mechanisms) => {
      const { shown, tokens } = oneToken('good', mechanisms)
      await using server = await startImapServer({ tokens })
      expect(await checkImap(server.port, 'good')).toBeNull()
      expect(await checkImap(server.port, 'old')).toBe('token_refused')
      expect(shown.map(({ token }) => token)).toEqual(['good', 'old'])
      const asked = server.commands.filter((line) => /AUTHENTICATE|LOGIN/.test(line)).map((line) => line.split(' ')[2])
      const name = mechanisms.length === 2 ? 'OAUTHBEARER' : mechanisms[0]
      expect(asked).toEqual([name, name])
    },
  )

  test('that accepts only passwords is sent nothing', async () => {
    await using server = await startImapServer({ password: 'a-token' })
    expect(await checkImap(server.port, 'a-token')).toBe('no_oauth')
    expect(server.commands.join(' ')).not.toMatch(/LOGIN|AUTHENTICATE/)
  })

  test.each([
    ['[ALERT] IMAP access is disabled for your domain. Please contact your domain administrator', 'imap_off'],
    ['[UNAVAILABLE] Temporary authentication failure', 'unreachable'],
    ['[AUTHORIZATIONFAILED] No', 'scope_refused'],
    ['AUTHENTICATE failed.', 'token_refused'],
  ])('may refuse with %s', async (say, problem) => {
    await using server = await startImapServer({ tokens: { mechanisms: ['XOAUTH2'], judge: () => ({ say }) } })
    expect(await checkImap(server.port, 'token')).toBe(problem)
  })
})
