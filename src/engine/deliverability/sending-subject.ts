/** Who sends as a domain, and how. */
export interface SendingSubject {
  /** Of the address in From. */
  domain: string
  /** Of the envelope's sender. */
  envelopeDomain: string
  /** Who runs the server that the mailbox hands its mail to, where Quarry knows what that asks for. */
  provider: MailProviderName | null
  smtpHost: string
  /** From where the mail leaves, as far as that is known; empty where it is not. */
  addresses: readonly string[]
  /** With what Quarry signs. */
  ownKey: { domain: string; selector: string; record: string } | null
  /** Domains of signatures that a mail was seen to carry. */
  seenSigners: readonly string[]
  /** What the submission server was seen to offer; null where nobody has looked, or where it is the provider's. */
  tls: 'ok' | 'none' | 'certificate' | null
  /** Where reports may go, for the records that are proposed. */
  reportsTo: string | null
}

export type MailProviderName = 'microsoft' | 'google'

/** What a provider asks its customers to publish. */
export const PROVIDERS: Readonly<
  Record<MailProviderName, { title: string; include: string; selectors: readonly string[]; mx: string | null }>
> = {
  microsoft: {
    title: 'Microsoft 365',
    include: 'spf.protection.outlook.com',
    selectors: ['selector1', 'selector2'],
    mx: null,
  },
  google: { title: 'Google Workspace', include: '_spf.google.com', selectors: ['google'], mx: 'smtp.google.com' },
}

/** Hosts that take the mail of their customers, by the end of their names. */
const HOSTS: readonly (readonly [end: string, provider: MailProviderName])[] = [
  ['.office365.com', 'microsoft'],
  ['.outlook.com', 'microsoft'],
  ['.gmail.com', 'google'],
  ['.googlemail.com', 'google'],
  ['.google.com', 'google'],
]

/** The provider behind the name of a mail server; null for all others. */
export const providerOf = (host: string): MailProviderName | null =>
  HOSTS.find(([end]) => `.${host.toLowerCase()}`.endsWith(end))?.[1] ?? null
