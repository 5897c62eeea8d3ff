import type { TestCertificate } from './certificate.ts'
import type { MailScript } from './mail-script.ts'

/** What a scripted mail server and its conversations share. */

export interface LoggedCommand {
  session: number
  line: string
  secure: boolean
  /** Milliseconds of `performance.now()`. */
  at: number
}

/** The current number, the most at once, and the total. */
export interface MailConnections {
  now: number
  peak: number
  total: number
}

export interface MailServerOptions {
  /** Its own host name. */
  name?: string
  /** Any of 127/8. */
  address?: string
  /** Chosen by the system by default. */
  port?: number
  script?: MailScript
  /** Makes the server offer STARTTLS. */
  certificate?: TestCertificate
  /** How every reply is sent, including the banner. */
  delivery?: { delayMs?: number; byteByByte?: boolean }
}

/** What the conversations of one server share. */
export interface MailHouse extends MailServerOptions {
  name: string
  commands: LoggedCommand[]
  connections: MailConnections
  /** Open connections of each client address. */
  clients: Map<string, number>
}
