import type { DnsClient } from '../../net/dns-client.ts'
import { probePort } from '../../net/port-probe.ts'
import type { PortAnswer } from '../../net/port-probe.ts'

/** A domain that has received mail for decades at servers open to anyone; the connection is opened, nothing is sent. */
const MAIL_DOMAIN = 'gmail.com'
const SMTP_PORT = 25
const TIMEOUT_MS = 5_000

/** Whether mail servers on the internet can be reached from here; null if names do not resolve. */
export async function reachPort25(dns: DnsClient): Promise<PortAnswer | null> {
  const mx = await dns.resolveMx(MAIL_DOMAIN)
  const exchange = mx.outcome === 'mx' ? mx.records[0]?.exchange : undefined
  if (exchange === undefined) return null
  const found = await dns.resolveAddresses(exchange)
  const address = found.outcome === 'found' ? found.addresses[0]?.address : undefined
  return address === undefined ? null : probePort(address, SMTP_PORT, TIMEOUT_MS)
}
