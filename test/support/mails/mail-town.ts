import { mailboxes } from '../../internet/mail-script.ts'
import type { MailScript } from '../../internet/mail-script.ts'
import { startMailServers } from '../../internet/mail-server.ts'
import type { TestMailServer } from '../../internet/mail-server.ts'
import { startDnsServer } from '../../internet/dns-server.ts'
import type { ZoneEntry } from '../../internet/test-site.ts'

/** Many domains, some with their own mail server and some that share one. */
export interface MailTown extends AsyncDisposable {
  domains: string[]
  dnsServer: string
  smtpPort: number
  servers: readonly TestMailServer[]
  /** `u0@` to `u<n>@` at each domain in turn, with every fourth unknown. */
  addresses: (count: number) => string[]
}

/** @param sharing how many domains share each server. */
export async function startMailTown(
  domainCount: number,
  { sharing = 1, script = { rcpt: mailboxes() } }: { sharing?: number; script?: MailScript } = {},
): Promise<MailTown> {
  const domains = Array.from({ length: domainCount }, (_, index) => `town${index}.example`)
  const hosts = Array.from({ length: Math.ceil(domainCount / sharing) }, (_, index) => ({
    name: `mx${index}.host${index}.example`,
    script,
  }))
  const mail = await startMailServers(hosts)
  const zone = new Map<string, ZoneEntry>([['example', {}]])
  for (const server of mail.servers) zone.set(server.name, { a: [server.address] })
  for (const [index, domain] of domains.entries()) {
    const exchange = mail.servers[Math.floor(index / sharing)]?.name ?? ''
    zone.set(domain, { mx: [{ exchange, preference: 10 }] })
  }
  const dns = await startDnsServer(zone)
  return {
    domains,
    dnsServer: dns.address,
    smtpPort: mail.port,
    servers: mail.servers,
    addresses: (count) =>
      Array.from({ length: count }, (_, index) => {
        const local = index % 4 === 3 ? `stranger${index}` : `u${index}`
        return `${local}@${domains[index % domainCount]}`
      }),
    [Symbol.asyncDispose]: async () => {
      await dns.stop()
      await mail[Symbol.asyncDispose]()
    },
  }
}
