import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import dnsPacket from 'dns-packet'
import { htmlPage, sendPage, type TestSite } from '../../test/internet/test-site.ts'

/** A town of any number of hosts: `hostN.test`, one in twenty with a large error page, `goodN.test`, `slowN.test`. */
export interface CrawlTown extends AsyncDisposable {
  /** The environment of a Quarry that visits it. */
  environment: Record<string, string>
  /** Returns how many hosts were asked for a page, whatever their name. */
  hosts: () => number
  /** Returns how many of those have names with this beginning. */
  asked: (name: string) => number
}

const KNOWN_NAME = 'mail.test'
const EVERY_TWENTIETH = 20
const ERROR_PAGE = htmlPage('Not found', '<p>There is no such page. '.repeat(19_500))
/** Port 1 (tcpmux) is closed, so connections to it are refused at once. */
const CLOSED_PORT = '1'

/** @param special sites that answer for their own hosts */
export async function startCrawlTown(special: readonly TestSite[]): Promise<CrawlTown> {
  const sites = new Map(special.flatMap((site) => site.hosts.map((host) => [host, site] as const)))
  const seen = new Set<string>()
  const web = createServer((request, response) => answer(request, response, { sites, seen })).listen(0, '127.0.0.1')
  await once(web, 'listening')
  const dns = createSocket('udp4').bind(0, '127.0.0.1')
  await once(dns, 'listening')
  dns.on('message', (message, peer) => dns.send(dnsAnswer(message), peer.port, peer.address))
  return {
    environment: {
      QUARRY_DNS_SERVERS: `127.0.0.1:${dns.address().port}`,
      // The name that Quarry uses to tell a missing name from a network that is down.
      QUARRY_DNS_KNOWN_NAMES: KNOWN_NAME,
      QUARRY_CRAWL_HTTP_PORT: String((web.address() as AddressInfo).port),
      QUARRY_CRAWL_HTTPS_PORT: CLOSED_PORT,
      QUARRY_ALLOWED_NETWORKS: '127.0.0.0/8',
      QUARRY_CRAWL_DELAY_MS: '0',
    },
    hosts: () => seen.size,
    asked: (name) => [...seen].filter((host) => host.startsWith(name)).length,
    [Symbol.asyncDispose]: async () => {
      dns.close()
      web.closeAllConnections()
      web.close()
      await once(web, 'close')
    },
  }
}

function answer(
  { headers, url = '/' }: IncomingMessage,
  response: ServerResponse,
  { sites, seen }: { sites: ReadonlyMap<string, TestSite>; seen: Set<string> },
): void {
  const host = (headers.host ?? '').replace(/:\d+$/, '')
  seen.add(host)
  // Never answers.
  if (host.startsWith('slow')) return
  const page = sites.get(host)?.pages?.[url]
  if (page !== undefined) return sendPage(response, page)
  const number = Number(/\d+/.exec(host)?.[0] ?? 1)
  if (url === '/') return sendPage(response, htmlPage('Works', `<p>Write to info@${host}</p><a href="/team">Team</a>`))
  sendPage(response, { status: 404, body: number % EVERY_TWENTIETH === 0 ? ERROR_PAGE : '' })
}

function dnsAnswer(message: Buffer): Buffer {
  const { id = 0, questions = [] } = dnsPacket.decode(message)
  const answers = questions.flatMap(({ name, type }): dnsPacket.Answer[] => {
    if (type === 'MX' && name === KNOWN_NAME)
      return [{ type: 'MX', name, ttl: 60, data: { preference: 10, exchange: `mx.${name}` } }]
    return type === 'A' && !name.startsWith('www.') ? [{ type: 'A', name, ttl: 60, data: '127.0.0.1' }] : []
  })
  return dnsPacket.encode({ type: 'response', id, flags: dnsPacket.RECURSION_AVAILABLE, questions, answers })
}
