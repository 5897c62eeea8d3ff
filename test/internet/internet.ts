import { makeCertificate } from './certificate.ts'
import { startDnsServer, type TestDnsServer } from './dns-server.ts'
import type { TestSite, ZoneEntry } from './test-site.ts'
import { type LoggedRequest, startWebServer } from './web-server.ts'

/** A small internet on loopback, with DNS and websites, for tests and the demo. */
export interface Internet extends AsyncDisposable {
  /** For `QUARRY_DNS_SERVERS`. */
  dnsServer: string
  /** For `QUARRY_CRAWL_HTTP_PORT` and `QUARRY_CRAWL_HTTPS_PORT`; without https nothing listens on the latter. */
  httpPort: number
  httpsPort: number
  /** The certificate to trust as PEM, if there is https. */
  certificate: string | null
  requests: LoggedRequest[]
  questions: TestDnsServer['questions']
  stop: () => Promise<void>
}

export interface InternetOptions {
  sites: readonly TestSite[]
  /** Names without a website: mail domains and failures. */
  zone?: Readonly<Record<string, ZoneEntry>>
  https?: boolean
}

/** Port 1 (tcpmux) is closed on any machine that runs tests, so connections to it are refused at once. */
const CLOSED_PORT = 1

export async function startInternet({ sites, zone = {}, https = false }: InternetOptions): Promise<Internet> {
  const hosts = new Map(sites.flatMap((site) => site.hosts.map((host) => [host, site] as const)))
  const requests: LoggedRequest[] = []
  const dns = await startDnsServer(zoneOf(sites, zone))
  const plain = await startWebServer(hosts, requests, null)
  const certificate = https ? makeCertificate([...hosts.keys()]) : null
  const secure = certificate === null ? null : await startWebServer(hosts, requests, certificate)
  const stop = async (): Promise<void> => {
    await Promise.all([dns.stop(), plain.stop(), secure?.stop()])
  }
  return {
    dnsServer: dns.address,
    httpPort: plain.port,
    httpsPort: secure?.port ?? CLOSED_PORT,
    certificate: certificate?.certPem ?? null,
    requests,
    questions: dns.questions,
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

function zoneOf(sites: readonly TestSite[], more: Readonly<Record<string, ZoneEntry>>): Map<string, ZoneEntry> {
  const zone = new Map<string, ZoneEntry>()
  for (const site of sites) for (const host of site.hosts) zone.set(host, { a: ['127.0.0.1'] })
  for (const [name, entry] of [...sites.flatMap((site) => Object.entries(site.zone ?? {})), ...Object.entries(more)]) {
    zone.set(name, { ...zone.get(name), ...entry })
  }
  return zone
}
