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
  /** Domains of signatures that an email was seen to carry. */
  seenSigners: readonly string[]
  /** What the submission server was seen to offer; null where nobody has looked, or where it is the provider's. */
  tls: 'ok' | 'none' | 'certificate' | null
  /** Where reports may go, for the records that are proposed. */
  reportsTo: string | null
}

export type MailProviderName = 'microsoft' | 'google' | 'fastmail' | 'zoho'

/** What a provider asks its customers to publish. */
export const MAIL_PROVIDERS: Readonly<
  Record<
    MailProviderName,
    {
      title: string
      /** Any of them in the SPF record does; the first one is proposed. */
      includes: readonly [string, ...string[]]
      /** Under which its keys stand; none where every customer has others. */
      selectors: readonly string[]
      mx: string | null
    }
  >
> = {
  microsoft: {
    title: 'Microsoft 365',
    includes: ['spf.protection.outlook.com'],
    selectors: ['selector1', 'selector2'],
    mx: null,
  },
  google: { title: 'Google Workspace', includes: ['_spf.google.com'], selectors: ['google'], mx: 'smtp.google.com' },
  fastmail: { title: 'Fastmail', includes: ['spf.messagingengine.com'], selectors: ['fm1', 'fm2', 'fm3'], mx: null },
  zoho: {
    title: 'Zoho Mail',
    includes: ['zohomail.com', 'zoho.com', 'one.zoho.com', 'zohomail.eu', 'zoho.eu', 'one.zoho.eu'],
    selectors: [],
    mx: null,
  },
}

/** Hosts that take the mail of their customers, by the end of their names. */
const HOSTS: readonly (readonly [end: string, provider: MailProviderName])[] = [
  ['.office365.com', 'microsoft'],
  ['.outlook.com', 'microsoft'],
  ['.gmail.com', 'google'],
  ['.googlemail.com', 'google'],
  ['.google.com', 'google'],
  ['.fastmail.com', 'fastmail'],
  ['.messagingengine.com', 'fastmail'],
  ['.zoho.com', 'zoho'],
  ['.zoho.eu', 'zoho'],
]

/** The provider behind the name of a mail server; null for all others. */
export const sendingProviderOf = (host: string): MailProviderName | null =>
  HOSTS.find(([end]) => `.${host.toLowerCase()}`.endsWith(end))?.[1] ?? null
