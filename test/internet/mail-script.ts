/** What a test's mail server says: pure behaviour, performed by `mail-server.ts`. */

/** One action of a server. Steps are performed one after another. */
export interface Step {
  /** Lines without CRLF, sent in a single write together with `bytes`. */
  say?: string | readonly string[]
  /** Sent unchanged. */
  bytes?: Uint8Array
  /** The wait before anything is said. */
  afterMs?: number
  leave?: 'close' | 'reset'
}

export type Reaction = string | Step | readonly (string | Step)[]

/** What a hook knows about its session. */
export interface MailSession {
  id: number
  clientAddress: string
  /** The name given with EHLO or HELO. */
  heloName: string
  secure: boolean
  sender: string
  /** Recipients requested in this transaction, including the current one. */
  recipients: string[]
  /** Recipients answered with 5xx in this session. */
  refused: number
}

/** A hook that is left out does what an ordinary server does. */
export interface MailScript {
  banner?: Reaction
  /** EHLO keywords; STARTTLS is added if the server has a certificate. */
  extensions?: readonly string[]
  ehlo?: (session: MailSession) => Reaction
  helo?: (session: MailSession) => Reaction
  mail?: (session: MailSession, line: string) => Reaction
  rcpt?: (recipient: string, session: MailSession) => Reaction
  starttls?: (session: MailSession) => Reaction
  rset?: (session: MailSession) => Reaction
  /** Sees every command before its own hook; undefined leaves it to that one. */
  command?: (line: string, session: MailSession) => Reaction | undefined
  limits?: MailLimits
}

export interface MailLimits {
  /** Beyond this number in a transaction, recipients get 452 4.5.3. */
  recipientsPerTransaction?: number
  /** Beyond this number at once, a client's connections get 421 in the banner. */
  connections?: number
  /** After this many refused recipients, the session ends with 421. */
  badRecipients?: number
}

export const DEFAULT_EXTENSIONS = ['PIPELINING', 'SIZE 35882577', '8BITMIME', 'ENHANCEDSTATUSCODES', 'SMTPUTF8']

export const ACCEPTED = '250 2.1.5 Ok'
export const unknownUser = (recipient: string): string =>
  `550 5.1.1 <${recipient}>: Recipient address rejected: User unknown in local recipient table`

/** The mailboxes that exist: those named (local parts), and `u` followed by digits. */
export function mailboxes(...locals: readonly string[]): (recipient: string) => string {
  const known = new Set(locals)
  return (recipient) => {
    const local = recipient.slice(0, recipient.lastIndexOf('@')).toLowerCase()
    return known.has(local) || /^u\d+$/.test(local) ? ACCEPTED : unknownUser(recipient)
  }
}

export const acceptsEverybody = (): string => ACCEPTED

export interface GreylistOptions {
  /** A triplet is accepted once it is this old. */
  waitMs: number
  now: () => number
  rcpt?: (recipient: string) => string
}

/** Defers every combination of client, sender and recipient until its first attempt is old enough. */
export function greylisting({
  waitMs,
  now,
  rcpt = mailboxes('alice'),
}: GreylistOptions): NonNullable<MailScript['rcpt']> {
  const firstSeenAt = new Map<string, number>()
  return (recipient, session) => {
    const key = [session.clientAddress, session.sender, recipient].join(' ')
    const first = firstSeenAt.get(key) ?? now()
    firstSeenAt.set(key, first)
    if (now() - first >= waitMs) return rcpt(recipient)
    return `450 4.2.0 <${recipient}>: Recipient address rejected: Greylisted, see http://postgrey.example/help`
  }
}
