import { ImapFlow } from 'imapflow'
import type { FetchMessageObject } from 'imapflow'
import type { DnsClient } from './dns-client.ts'
import { CERTIFICATE_CODE, loginAddress } from './login-address.ts'
import type { LoginAddress, LoginSecurity, LoginTrouble } from './login-address.ts'
import type { AddressGuard } from './public-address.ts'

/** Reads mailboxes over IMAP (RFC 9051, RFC 3501): looks at mail, never marks, moves or deletes it. */

export interface MailboxServer {
  host: string
  port: number
  security: LoginSecurity
  username: string
  password: string
}

export interface MailboxReaderNeeds {
  dns: DnsClient
  guard: AddressGuard
}

export interface MailHeader {
  uid: number
  /** Bytes of the whole mail. */
  size: number
  /** The header, cut. */
  header: Buffer
}

/** One folder, open for reading. */
export interface OpenFolder {
  uidValidity: number
  /** No mail has this UID or a greater one yet. */
  uidNext: number
  /** UIDs above one, ascending. */
  newUids: (above: number) => Promise<number[]>
  /** UIDs of what arrived on this day or later, ascending. */
  uidsSince: (day: Date) => Promise<number[]>
  headers: (uids: readonly number[]) => Promise<MailHeader[]>
  /** The beginning of a mail; null when it is gone. */
  beginning: (uid: number, maxBytes: number) => Promise<Buffer | null>
}

export interface OpenMailbox {
  /** Where answers arrive: the inbox, and what the server keeps as junk. */
  folders: () => Promise<string[]>
  open: (folder: string) => Promise<OpenFolder>
  close: () => Promise<void>
}

/** A mailbox that could not be read. */
export class MailboxUnreadable extends Error {
  readonly problem: LoginTrouble

  constructor(problem: LoginTrouble, cause?: unknown) {
    super(`The mailbox could not be read: ${problem}.`, cause === undefined ? {} : { cause })
    this.name = 'MailboxUnreadable'
    this.problem = problem
  }
}

const CONNECT_TIMEOUT_MS = 10_000
const GREETING_TIMEOUT_MS = 10_000
/** Silence in the middle of a dialogue. */
const SILENCE_TIMEOUT_MS = 20_000
/** Bytes of a header that are looked at. */
const MAX_HEADER_BYTES = 32_768
/** Nothing that is asked for is longer; a server that sends more is cut off. */
const MAX_LITERAL_BYTES = 1_048_576
const MAX_LINE_BYTES = 4_194_304
const MAX_RESPONSE_BYTES = 8_388_608

/**
 * Connects and logs in. Aborting the signal ends the connection, at any time.
 * @throws MailboxUnreadable
 */
export async function openMailbox(
  { dns, guard }: MailboxReaderNeeds,
  server: MailboxServer,
  signal: AbortSignal,
): Promise<OpenMailbox> {
  const address = await loginAddress({ dns, guard }, server)
  if (typeof address === 'string') throw new MailboxUnreadable(address)
  const client = new ImapFlow(optionsOf(server, address))
  // What goes wrong is told by the command that fails; unheard, the event would end the process.
  client.on('error', () => undefined)
  const abort = (): void => client.close()
  signal.addEventListener('abort', abort, { once: true })
  const close = async (): Promise<void> => {
    signal.removeEventListener('abort', abort)
    client.close()
  }
  try {
    signal.throwIfAborted()
    await client.connect()
  } catch (error) {
    await close()
    throw new MailboxUnreadable(problemOf(error), error)
  }
  return {
    folders: () => ask(() => foldersOf(client)),
    open: (folder) => ask(() => openFolder(client, folder)),
    close: async () => {
      if (!signal.aborted) await client.logout().catch(() => undefined)
      await close()
    },
  }
}

const optionsOf = (
  server: MailboxServer,
  { ip, isPublic }: LoginAddress,
): ConstructorParameters<typeof ImapFlow>[0] => ({
  host: ip,
  servername: server.host,
  port: server.port,
  secure: server.security === 'tls',
  doSTARTTLS: server.security === 'starttls',
  auth: { user: server.username, pass: server.password },
  // Servers on networks that the operator opened sign their own certificates.
  tls: { servername: server.host, rejectUnauthorized: isPublic },
  logger: false,
  disableAutoIdle: true,
  disableAutoEnable: true,
  disableCompression: true, // a few bytes could become gigabytes
  connectionTimeout: CONNECT_TIMEOUT_MS,
  greetingTimeout: GREETING_TIMEOUT_MS,
  socketTimeout: SILENCE_TIMEOUT_MS,
  maxLineLength: MAX_LINE_BYTES,
  maxLiteralSize: MAX_LITERAL_BYTES,
  maxResponseSize: MAX_RESPONSE_BYTES,
  maxLockHoldTime: false,
})

/** Folders say what they are for (RFC 6154), or their names do. */
async function foldersOf(client: ImapFlow): Promise<string[]> {
  const listed = await client.list()
  const junk = listed.filter(({ specialUse, path }) => specialUse === '\\Junk' && path.toUpperCase() !== 'INBOX')
  return ['INBOX', ...junk.slice(0, 1).map(({ path }) => path)]
}

async function openFolder(client: ImapFlow, path: string): Promise<OpenFolder> {
  const mailbox = await client.mailboxOpen(path, { readOnly: true })
  return {
    uidValidity: Number(mailbox.uidValidity),
    uidNext: mailbox.uidNext,
    // `n:*` always names the last mail, whatever its UID (RFC 9051 9, seq-range).
    newUids: (above) => ask(async () => (await found(client, { uid: `${above + 1}:*` })).filter((uid) => uid > above)),
    uidsSince: (day) => ask(() => found(client, { since: day })),
    headers: (uids) => ask(() => headersOf(client, uids)),
    beginning: (uid, maxBytes) =>
      ask(async () => {
        const query = { uid: true, source: { start: 0, maxLength: maxBytes } }
        const mail = await client.fetchOne(String(uid), query, { uid: true })
        return mail === false ? null : (mail?.source?.subarray(0, maxBytes) ?? null)
      }),
  }
}

async function found(client: ImapFlow, query: { uid: string } | { since: Date }): Promise<number[]> {
  const uids = await client.search(query, { uid: true })
  if (!Array.isArray(uids)) throw new MailboxUnreadable('refused')
  return uids.filter((uid) => Number.isSafeInteger(uid)).toSorted((a, b) => a - b)
}

async function headersOf(client: ImapFlow, uids: readonly number[]): Promise<MailHeader[]> {
  if (uids.length === 0) return []
  const bodyParts = [{ key: 'HEADER', start: 0, maxLength: MAX_HEADER_BYTES }]
  const mails = await client.fetchAll(uids.join(','), { uid: true, size: true, bodyParts }, { uid: true })
  return mails.filter(({ uid }) => uids.includes(uid)).map(headerOf)
}

const headerOf = ({ uid, size, headers }: FetchMessageObject): MailHeader => ({
  uid,
  size: size ?? 0,
  header: (headers ?? Buffer.alloc(0)).subarray(0, MAX_HEADER_BYTES),
})

async function ask<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof MailboxUnreadable ? error : new MailboxUnreadable(problemOf(error), error)
  }
}

const NO_CONNECTION = /^(?:E(?:CONN|HOST|NET|TIMEDOUT|PIPE|AI)|CONNECT_TIMEOUT|GREETING_TIMEOUT)/
const TLS = /^(?:ERR_SSL|EPROTO)|STARTTLS/i

function problemOf(error: unknown): LoginTrouble {
  if (typeof error !== 'object' || error === null) return 'refused'
  if ('authenticationFailed' in error && error.authenticationFailed === true) return 'login_refused'
  const code = 'code' in error ? String(error.code) : ''
  if (CERTIFICATE_CODE.test(code)) return 'bad_certificate'
  if (TLS.test(code) || ('tlsFailed' in error && error.tlsFailed === true)) return 'no_tls'
  return NO_CONNECTION.test(code) ? 'unreachable' : 'refused'
}
