/** What providers allow a mailbox to send in 24 hours, with a margin below their own limits. */

const GMAIL = 400
const COMPANY_MAILBOX = 1_500
const GMAIL_DOMAINS = new Set(['gmail.com', 'googlemail.com'])
const GOOGLE_HOSTS = new Set(['smtp.gmail.com', 'smtp.googlemail.com', 'smtp-relay.gmail.com'])
const MICROSOFT_HOSTS = new Set(['smtp.office365.com', 'smtp-mail.outlook.com', 'smtp-legacy.office365.com'])

/** @param host of submission. @returns null if the provider is unknown. */
export function providerCeiling(host: string | null, email: string): number | null {
  const name = (host ?? '').toLowerCase()
  if (GOOGLE_HOSTS.has(name))
    return GMAIL_DOMAINS.has(email.slice(email.lastIndexOf('@') + 1)) ? GMAIL : COMPANY_MAILBOX
  return MICROSOFT_HOSTS.has(name) ? COMPANY_MAILBOX : null
}
