/** Where mailboxes are hosted: the servers of common providers, as they document them. */

export type Provider = 'google' | 'microsoft' | 'icloud' | 'fastmail' | 'zoho' | 'other'

interface Servers {
  smtp_host: string
  smtp_port: number
  smtp_security: 'tls' | 'starttls'
  imap_host: string
  imap_port: number
  imap_security: 'tls'
}

const servers = (smtp: string, port: 465 | 587, imap: string): Servers => ({
  smtp_host: smtp,
  smtp_port: port,
  smtp_security: port === 465 ? 'tls' : 'starttls',
  imap_host: imap,
  imap_port: 993,
  imap_security: 'tls',
})

export const PROVIDERS: Readonly<Record<Provider, Servers | null>> = {
  google: servers('smtp.gmail.com', 465, 'imap.gmail.com'),
  microsoft: servers('smtp.office365.com', 587, 'outlook.office365.com'),
  icloud: servers('smtp.mail.me.com', 587, 'imap.mail.me.com'),
  fastmail: servers('smtp.fastmail.com', 465, 'imap.fastmail.com'),
  zoho: servers('smtp.zoho.com', 465, 'imap.zoho.com'),
  other: null,
}

export const PROVIDER_NAMES = Object.keys(PROVIDERS) as Provider[]

/** The one named in a query; Google's is the most common. */
export const presetOf = (name: string | undefined): Provider =>
  PROVIDER_NAMES.find((known) => known === name) ?? 'google'
