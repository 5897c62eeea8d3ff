/** Facts about individual mail operators, as data, each with the month in which it was last confirmed. */

export interface ProviderRule {
  name: string
  /** Suffixes of MX host names. */
  suffixes: readonly string[]
  /** Mailboxes for the public: domains with such an MX count as webmail. */
  consumer?: true
  /** RCPT replies say nothing about the mailbox: asking would only cost reputation. */
  neverProbe?: true
  /** Refuses a second recipient in one transaction. */
  oneRecipient?: true
  asOf: string
}

const RULES: readonly ProviderRule[] = [
  { name: 'google', suffixes: ['gmail-smtp-in.l.google.com'], consumer: true, asOf: '2026-05' },
  { name: 'google', suffixes: ['google.com', 'googlemail.com'], asOf: '2026-05' },
  { name: 'outlook', suffixes: ['olc.protection.outlook.com'], consumer: true, oneRecipient: true, asOf: '2026-05' },
  { name: 'microsoft365', suffixes: ['mail.protection.outlook.com', 'mx.microsoft'], asOf: '2026-05' },
  // Accept any recipient and decide after DATA.
  { name: 'yahoo', suffixes: ['yahoodns.net'], consumer: true, neverProbe: true, asOf: '2026-05' },
  { name: 'icloud', suffixes: ['mail.icloud.com'], asOf: '2026-05' },
  { name: 'mimecast', suffixes: ['mimecast.com', 'mimecast.co.za'], asOf: '2026-05' },
  { name: 'proofpoint', suffixes: ['pphosted.com', 'ppe-hosted.com'], asOf: '2026-05' },
  { name: 'barracuda', suffixes: ['barracudanetworks.com'], asOf: '2026-05' },
  { name: 'zoho', suffixes: ['zoho.com', 'zoho.eu', 'zoho.in'], asOf: '2026-05' },
]

/** The rule for a mail host, or null; more specific suffixes are listed first. */
export const providerOf = (mx: string): ProviderRule | null =>
  RULES.find(({ suffixes }) => suffixes.some((suffix) => mx === suffix || mx.endsWith(`.${suffix}`))) ?? null
