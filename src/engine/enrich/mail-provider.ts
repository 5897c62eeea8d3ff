import { registrableDomain } from '../../lib/addresses/domain-name.ts'
import type { DnsClient } from '../../net/dns-client.ts'
import { ownValue } from '../../lib/text/own-value.ts'

/** The host of a domain's mailboxes: by its MX records, or, behind a filter, by the senders SPF permits. */

type Dns = Pick<DnsClient, 'resolveMx' | 'resolveTxt'>

/** Suffixes of MX names → domain of the provider, if it differs from the host's own. */
const HOSTS: readonly [suffix: string, provider: string][] = [
  ['googlemail.com', 'google.com'],
  ['l.google.com', 'google.com'],
  ['mail.protection.outlook.com', 'outlook.com'],
  ['mx.microsoft', 'outlook.com'],
  ['hotmail.com', 'outlook.com'],
  ['protonmail.ch', 'proton.me'],
  ['messagingengine.com', 'fastmail.com'],
  ['zoho.eu', 'zoho.com'],
  ['zoho.in', 'zoho.com'],
  ['zohomail.com', 'zoho.com'],
  ['yahoodns.net', 'yahoo.com'],
  ['icloud.com', 'apple.com'],
  ['emailsrvr.com', 'rackspace.com'],
  ['secureserver.net', 'godaddy.com'],
  ['yandex.net', 'yandex.ru'],
  ['kundenserver.de', 'ionos.com'],
  ['ui-dns.de', 'ionos.com'],
  ['perfora.net', 'ionos.com'],
  ['rzone.de', 'strato.de'],
  ['infomaniak.ch', 'infomaniak.com'],
  ['privateemail.com', 'namecheap.com'],
  ['one.com', 'one.com'],
  ['titan.email', 'titan.email'],
]

/** Filters that forward mail to mailboxes elsewhere. */
const FILTERS = new Set(
  (
    'mimecast.com mimecast.co.za pphosted.com ppe-hosted.com barracudanetworks.com messagelabs.com mxlogic.net iphmx.com hornetsecurity.com ' +
    'antispamcloud.com spamexperts.com mailcontrol.com trendmicro.com trendmicro.eu sophos.com fireeyecloud.com cloudflare.net mailgun.org ' +
    'sendgrid.net retarus.com spamhero.com mxthunder.com mailprotect.be antispameurope.com expurgate.net fortimailcloud.com'
  ).split(' '),
)

/** Includes of SPF records that providers require → domain of the provider. Services that only send are not listed. */
const SENDERS: Readonly<Record<string, string>> = {
  '_spf.google.com': 'google.com',
  'spf.protection.outlook.com': 'outlook.com',
  '_spf.protonmail.ch': 'proton.me',
  'spf.messagingengine.com': 'fastmail.com',
  'zoho.com': 'zoho.com',
  'zoho.eu': 'zoho.com',
  'zoho.in': 'zoho.com',
  'zohomail.com': 'zoho.com',
  'one.zoho.com': 'zoho.com',
  'emailsrvr.com': 'rackspace.com',
  'secureserver.net': 'godaddy.com',
  '_spf.yandex.net': 'yandex.ru',
  '_spf.perfora.net': 'ionos.com',
  '_spf.kundenserver.de': 'ionos.com',
  'spf.infomaniak.ch': 'infomaniak.com',
  'spf.privateemail.com': 'namecheap.com',
  'icloud.com': 'apple.com',
}

/**
 * Domain of the mail host: `google.com`; for the company's own host its own domain. A filter does not reveal the mailboxes
 * behind it: SPF does, otherwise null.
 */
export async function mailProviderOf(dns: Dns, domain: string): Promise<string | null> {
  const answer = await dns.resolveMx(domain)
  if (answer.outcome !== 'mx') return null
  const [first] = [...answer.records].sort((one, other) => one.priority - other.priority)
  if (first === undefined) return null
  const host = first.exchange.toLowerCase().replace(/\.$/, '')
  if (!FILTERS.has(registrableDomain(host))) return providerOfHost(host)
  return providerOfSpf(dns, domain)
}

function providerOfHost(host: string): string {
  const known = HOSTS.find(([suffix]) => host === suffix || host.endsWith(`.${suffix}`))
  return known?.[1] ?? registrableDomain(host)
}

async function providerOfSpf(dns: Dns, domain: string): Promise<string | null> {
  const answer = await dns.resolveTxt(domain)
  if (answer.outcome !== 'found') return null
  const record = answer.texts.find((text) => /^v=spf1(?: |$)/i.test(text)) ?? ''
  const included = record
    .toLowerCase()
    .split(' ')
    .flatMap((term) => /^[+~?]?(?:include:|redirect=)(.+)$/.exec(term)?.[1] ?? [])
  const providers = new Set(included.flatMap((name) => ownValue(SENDERS, name) ?? []))
  const [only] = providers
  return providers.size === 1 ? (only ?? null) : null
}
