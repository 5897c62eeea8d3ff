/** Who sends from a domain, and how. */
export interface SendingSubject {
  /** Of the address in the From header. */
  domain: string
  /** Of the envelope sender. */
  envelopeDomain: string
  /** The operator of the mailbox's submission server, if Quarry knows its requirements. */
  provider: MailProviderName | null
  smtpHost: string
  /** The addresses from which the mail leaves; empty if unknown. */
  addresses: readonly string[]
  /** The key with which Quarry signs. */
  ownKey: { domain: string; selector: string; record: string } | null
  /** Domains of signatures observed on an email. */
  seenSigners: readonly string[]
  /** What the submission server was observed to offer; null if it was not checked, or is the provider's. */
  tls: 'ok' | 'none' | 'certificate' | null
  /** The address for reports in proposed records. */
  reportsTo: string | null
}

export type MailProviderName = 'microsoft' | 'google' | 'fastmail' | 'zoho'

/** What a provider asks its customers to publish. */
export const MAIL_PROVIDERS: Readonly<
  Record<
    MailProviderName,
    {
      title: string
      /** Any of them is sufficient in the SPF record; the first one is proposed. */
      includes: readonly [string, ...string[]]
      /** The selectors of its keys; empty if they differ between customers. */
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

/** Hosts that accept mail from their customers, by the ends of their names. */
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

/** The provider that owns the name of a mail server; null for all others. */
export const sendingProviderOf = (host: string): MailProviderName | null =>
  HOSTS.find(([end]) => `.${host.toLowerCase()}`.endsWith(end))?.[1] ?? null
