import type { ImapFlow } from 'imapflow'
import { storableText } from '../../lib/text/storable-text.ts'
import type { DnsClient } from '../dns-client.ts'
import { loginAddress } from '../login-address.ts'
import type { LoginAddress, LoginAuth, LoginSecurity } from '../login-address.ts'
import { MAX_IMAP_LINE_BYTES, MAX_LITERAL_BYTES, MAX_RESPONSE_BYTES, watchReceived } from './mailbox-allowance.ts'
import type { Allowance } from './mailbox-allowance.ts'
import { openFolder } from './mailbox-folder.ts'
import type { OpenFolder } from './mailbox-folder.ts'
import { ask, MailboxUnreadable, SMALL, tokenProblem } from './mailbox-session.ts'
import type { Session } from './mailbox-session.ts'
import type { AddressGuard } from '../public-address.ts'

/**
 * Reads mailboxes over IMAP (RFC 9051, RFC 3501): looks at mail, but never marks, moves or deletes it. The only thing it ever
 * adds is an email that was sent from there.
 */

export interface MailboxServer {
  host: string
  port: number
  security: LoginSecurity
  /** No mailbox can be read without signing in. */
  auth: Exclude<LoginAuth, { kind: 'none' }>
}

export interface MailboxReaderNeeds {
  dns: DnsClient
  guard: AddressGuard
  /** Silence within a dialogue after which it ends. Default: 20 seconds. */
  silenceMs?: number
}

export interface OpenMailbox {
  /** Where answers arrive: the inbox, and what the server treats as junk. */
  folders: () => Promise<string[]>
  open: (folder: string) => Promise<OpenFolder>
  /** Stores an email in the folder of sent mail; false if there is none. */
  addSent: (raw: Buffer) => Promise<boolean>
  /** Bytes that the server has sent so far. */
  received: () => number
  close: () => Promise<void>
}

/** Characters; file systems and servers allow 255 for each level. */
const MAX_PATH_LENGTH = 1_000
const CONNECT_TIMEOUT_MS = 10_000
const GREETING_TIMEOUT_MS = 10_000
const SILENCE_TIMEOUT_MS = 20_000
/** Three thousand folders, and the subscribed ones again. */
const FOLDERS: Allowance = { bytes: 1_048_576, lines: 6_000 }

/**
 * Connects and signs in. Aborting the signal ends the connection at any time.
 * @throws MailboxUnreadable
 */
export async function openMailbox(
  { dns, guard, silenceMs = SILENCE_TIMEOUT_MS }: MailboxReaderNeeds,
  server: MailboxServer,
  signal: AbortSignal,
): Promise<OpenMailbox> {
  const address = await loginAddress({ dns, guard }, server)
  if (typeof address === 'string') throw new MailboxUnreadable(address)
  // Loaded with the first mailbox that is read, not at every start.
  const { QuietImapFlow } = await import('./quiet-imap.ts')
  const client = new QuietImapFlow({ ...optionsOf(server, address), socketTimeout: silenceMs })
  const received = watchReceived(client)
  const abort = (): void => client.close()
  const session: Session = { client, received, signal }
  signal.addEventListener('abort', abort, { once: true })
  const close = async (): Promise<void> => {
    signal.removeEventListener('abort', abort)
    client.close()
  }
  try {
    await ask(session, SMALL, () => {
      signal.throwIfAborted()
      return client.connect()
    })
  } catch (error) {
    await close()
    if (server.auth.kind === 'password' || !(error instanceof MailboxUnreadable)) throw error
    throw new MailboxUnreadable(tokenProblem(error), error.cause)
  }
  return {
    folders: () => ask(session, FOLDERS, () => foldersOf(client)),
    open: (folder) => ask(session, SMALL, () => openFolder(session, folder)),
    addSent: async (raw) => {
      const folder = await ask(session, FOLDERS, () => sentFolder(client))
      if (folder === null) return false
      await ask(session, SMALL, () => client.append(folder, raw, [String.raw`\Seen`]))
      return true
    },
    received: received.total,
    close: async () => {
      received.allow(SMALL)
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
  // Given only a token, the library tries OAUTHBEARER and XOAUTH2 and nothing else.
  auth:
    server.auth.kind === 'token'
      ? { user: server.auth.username, accessToken: server.auth.token }
      : { user: server.auth.username, pass: server.auth.password },
  // Servers on networks that the operator opened may use self-signed certificates.
  tls: { servername: server.host, rejectUnauthorized: isPublic },
  logger: false,
  disableAutoIdle: true,
  disableAutoEnable: true,
  disableCompression: true, // a few bytes could become gigabytes
  connectionTimeout: CONNECT_TIMEOUT_MS,
  greetingTimeout: GREETING_TIMEOUT_MS,
  maxLineLength: MAX_IMAP_LINE_BYTES,
  maxLiteralSize: MAX_LITERAL_BYTES,
  maxResponseSize: MAX_RESPONSE_BYTES,
  maxLockHoldTime: false,
})

/** Folders say what they are for (RFC 6154), or their names do. */
async function foldersOf(client: ImapFlow): Promise<string[]> {
  const listed = await client.list()
  const junk = listed.filter(
    ({ specialUse, path }) => specialUse === '\\Junk' && path.toUpperCase() !== 'INBOX' && isUsablePath(path),
  )
  return ['INBOX', ...junk.slice(0, 1).map(({ path }) => path)]
}

/** How far a folder was read is stored with its name. */
const isUsablePath = (path: string): boolean => path.length <= MAX_PATH_LENGTH && storableText(path) === path

async function sentFolder(client: ImapFlow): Promise<string | null> {
  return (await client.list()).find(({ specialUse }) => specialUse === String.raw`\Sent`)?.path ?? null
}
