import type { DnsClient } from '../../net/dns-client.ts'

/** What one check of a domain needs from DNS. */
export type DomainDns = Pick<DnsClient, 'resolveTxt' | 'resolveMx' | 'resolveAddresses' | 'resolvePtr' | 'resolveCname'>

export interface CountedDns extends DomainDns {
  /** Different queries so far. */
  asked: () => number
}

/** Sends each query only once per check, however many records lead to it. */
export function askingOnce(dns: DomainDns): CountedDns {
  const answers = new Map<string, Promise<unknown>>()
  const once =
    <T>(kind: string, ask: (name: string) => Promise<T>) =>
    (name: string): Promise<T> => {
      const key = `${kind} ${name.toLowerCase()}`
      const known = answers.get(key) as Promise<T> | undefined
      if (known !== undefined) return known
      const answer = ask(name)
      answers.set(key, answer)
      return answer
    }
  return {
    resolveTxt: once('TXT', dns.resolveTxt),
    resolveMx: once('MX', dns.resolveMx),
    resolveAddresses: once('A', dns.resolveAddresses),
    resolvePtr: once('PTR', dns.resolvePtr),
    resolveCname: once('CNAME', dns.resolveCname),
    asked: () => answers.size,
  }
}
