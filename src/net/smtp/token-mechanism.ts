import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import { isRecord } from '../../lib/text/json-record.ts'

/** How to present a token to a mail server (SASL): OAUTHBEARER (RFC 7628), and its predecessor XOAUTH2. */
export type TokenMechanism = 'OAUTHBEARER' | 'XOAUTH2'

const MECHANISMS: readonly TokenMechanism[] = ['OAUTHBEARER', 'XOAUTH2']
/** A command including its line end (RFC 5321 4.5.3.1.4): a longer initial response is sent only on request (RFC 4954 4). */
const MAX_COMMAND_BYTES = 512
/** The longest response that servers accept (RFC 4954 4). */
const MAX_RESPONSE_BYTES = 12_288
/** Names of errors are short. */
const MAX_STATUS = 60

/** The mechanism that a server offers in its reply to EHLO; null for a server that accepts no tokens. */
export function offeredMechanism(ehlo: string): TokenMechanism | null {
  const offered = offeredMechanisms(ehlo)
  return MECHANISMS.find((mechanism) => offered.has(mechanism)) ?? null
}

/** All mechanisms that a server offers in its reply to EHLO (RFC 4954 3), in upper case. */
export function offeredMechanisms(ehlo: string): ReadonlySet<string> {
  const offered = new Set<string>()
  for (const line of ehlo.split(/\r?\n/)) {
    const [keyword = '', ...rest] = line
      .slice(4)
      .toUpperCase()
      .split(/[ \t=]/)
    if (keyword === 'AUTH') for (const mechanism of rest) offered.add(mechanism)
  }
  return offered
}

/** The client's response, encoded; null if the name or token cannot be part of one, or is too long for any server. */
export function tokenResponse(
  mechanism: TokenMechanism,
  { username, token }: { username: string; token: string },
  { host, port }: { host: string; port: number },
): string | null {
  if (!/^[\x21-\x7e]+$/.test(token) || hasControls(username)) return null
  const fields =
    mechanism === 'XOAUTH2'
      ? [`user=${username}`]
      : [`n,a=${username.replaceAll('=', '=3D').replaceAll(',', '=2C')},`, `host=${host}`, `port=${port}`]
  const encoded = Buffer.from([...fields, `auth=Bearer ${token}`, '', ''].join('\x01')).toString('base64')
  return encoded.length + 2 > MAX_RESPONSE_BYTES ? null : encoded
}

const hasControls = (text: string): boolean => /\p{Cc}/u.test(text)

/** The server did not accept the token, with or without a reason. */
export class TokenNotTaken extends Error {
  readonly status: string | null

  constructor(status: string | null) {
    super('The server did not accept the token.')
    this.name = 'TokenNotTaken'
    this.status = status
  }
}

type Turn = Parameters<NonNullable<SMTPConnection['options']['customAuth']>[string]>[0]

/** Names that nothing else uses, so that the library's own handling of XOAUTH2, which swallows the error, does not apply. */
export const handlerName = (mechanism: TokenMechanism): string => `TOKEN ${mechanism}`

/** Handlers for the library, which assumes success unless a handler throws. The client's response is passed as `pass`. */
export const TOKEN_HANDLERS = Object.fromEntries(
  MECHANISMS.map((mechanism) => [handlerName(mechanism), (turn: Turn) => showToken(turn, mechanism)]),
)

/** @throws TokenNotTaken unless the server replies 235. */
async function showToken(turn: Turn, mechanism: TokenMechanism): Promise<true> {
  const say = async (line: string): Promise<string> => (await turn.sendCommand(line)).response
  const { pass: answer } = turn.auth.credentials
  const command = `AUTH ${mechanism}`
  const whole = `${command} ${answer}`
  let reply = await say(whole.length + 2 > MAX_COMMAND_BYTES ? command : whole)
  if (whole.length + 2 > MAX_COMMAND_BYTES && isChallenge(reply)) reply = await say(answer)
  if (reply.startsWith('235')) return true
  if (!isChallenge(reply)) throw new TokenNotTaken(null)
  const status = statusOf(reply)
  // The challenge contains the reason; the dialogue continues only after an answer (RFC 7628 3.2.3).
  if ((await say(mechanism === 'OAUTHBEARER' ? 'AQ==' : '')).startsWith('235')) return true
  throw new TokenNotTaken(status)
}

const isChallenge = (reply: string): boolean => reply.startsWith('334')

/** `334 <base64 of JSON>` (RFC 7628 3.2.2). */
function statusOf(reply: string): string | null {
  try {
    const said: unknown = JSON.parse(Buffer.from(reply.slice(4).trim(), 'base64').toString())
    const status = isRecord(said) ? said['status'] : null
    return typeof status === 'string' ? status.slice(0, MAX_STATUS) : null
  } catch {
    return null
  }
}
