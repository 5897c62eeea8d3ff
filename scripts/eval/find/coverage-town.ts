import { rm } from 'node:fs/promises'
import { readConfig } from '../../../src/config.ts'
import { createLog } from '../../../src/log.ts'
import { startQuarry } from '../../../src/quarry.ts'
import { startInternet } from '../../../test/internet/internet.ts'
import { acceptsEverybody, ACCEPTED, greylisting, unknownUser } from '../../../test/internet/mail-script.ts'
import type { MailScript } from '../../../test/internet/mail-script.ts'
import { startMailServers } from '../../../test/internet/mail-server.ts'
import type { TestSite, ZoneEntry } from '../../../test/internet/test-site.ts'
import { generatePeople } from '../../support/generate-names.ts'
import type { NamedTriple } from '../../support/generate-names.ts'
import { TOWN } from '../../support/name-worlds.ts'
import { randomFrom } from '../../support/random.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** What the mail servers of a company do when asked about a recipient. */
export type ServerKind = 'tells' | 'takes all' | 'greylists' | 'refuses us' | 'no DNS'

export interface TownCompany {
  domain: string
  kind: ServerKind
  people: NamedTriple[]
  /** Those whose addresses its site shows. */
  published: NamedTriple[]
}

export interface CoverageTown extends AsyncDisposable {
  companies: TownCompany[]
  get: (path: string) => Promise<{ status: number; headers: Headers; body: unknown }>
}

/** The kinds of twenty companies. */
const KINDS: readonly ServerKind[] = [
  ...Array.from({ length: 12 }, () => 'tells' as const),
  ...Array.from({ length: 4 }, () => 'takes all' as const),
  'greylists',
  'greylists',
  'refuses us',
  'no DNS',
]
/** The share of companies whose site shows nobody. */
const NOBODY = 0.3
const MOST_PUBLISHED = 30
/** Longer than an evaluation waits. */
const GREYLIST_MS = 3_600_000

/** Starts invented companies with real sites and mail servers on loopback, and a Quarry that knows none of them yet. */
export async function startCoverageTown(count: number, seed: number): Promise<CoverageTown> {
  const companies = planCompanies(count, seed)
  const mail = await startMailServers(
    companies.map(({ domain, kind, people }) => ({ name: `mx.${domain}`, script: scriptOf(kind, people) })),
  )
  const zone = companies.flatMap(({ domain, kind }, i) => zoneOf(domain, kind, mail.servers[i]?.address ?? ''))
  const internet = await startInternet({ sites: companies.map(siteOf), zone: Object.fromEntries(zone) })
  const dataDir = await temporaryFolder('quarry-coverage-')
  const config = readConfig({
    PORT: '0',
    QUARRY_DATA_DIR: dataDir,
    QUARRY_LOG_LEVEL: 'error',
    QUARRY_RATE_LIMIT_FACTOR: '0',
    QUARRY_LOCAL_SUFFIXES: 'example',
    QUARRY_DNS_SERVERS: internet.dnsServer,
    QUARRY_CRAWL_HTTP_PORT: String(internet.httpPort),
    QUARRY_CRAWL_HTTPS_PORT: String(internet.httpsPort),
    QUARRY_CRAWL_DELAY_MS: '0',
    QUARRY_CRAWL_WAIT_MS: '60000',
    QUARRY_ALLOWED_NETWORKS: '127.0.0.0/8',
    QUARRY_SMTP_PORT: String(mail.port),
    QUARRY_SMTP_ALLOWED_NETWORKS: '127.0.0.0/8',
    QUARRY_SMTP_HELO: 'verifier.quarry.example',
    QUARRY_SMTP_FROM: 'checks@quarry.example',
  })
  const quarry = await startQuarry(config, { log: createLog(config) })
  const [origin, key] = [quarry.url ?? '', quarry.firstKey ?? '']
  return {
    companies,
    get: async (path) => {
      const response = await fetch(origin + path, { headers: { 'x-api-key': key } })
      return { status: response.status, headers: response.headers, body: await response.json() }
    },
    [Symbol.asyncDispose]: async () => {
      await quarry.stop()
      await internet.stop()
      await mail[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function planCompanies(count: number, seed: number): TownCompany[] {
  const random = randomFrom(seed)
  const byDomain = Map.groupBy(generatePeople(count, seed, TOWN), ({ domain }) => domain)
  return [...byDomain].map(([domain, people], i) => {
    const shown = random() < NOBODY ? 0 : 1 + Math.floor(random() * MOST_PUBLISHED)
    // Some are left to be asked for.
    const published = people.slice(0, Math.min(shown, people.length - 5))
    return { domain, kind: KINDS[i % KINDS.length] ?? 'tells', people, published }
  })
}

function scriptOf(kind: ServerKind, people: readonly NamedTriple[]): MailScript {
  const known = new Set(people.map(({ email }) => email))
  const rcpt = (recipient: string) => (known.has(recipient.toLowerCase()) ? ACCEPTED : unknownUser(recipient))
  if (kind === 'takes all') return { rcpt: acceptsEverybody }
  if (kind === 'greylists') return { rcpt: greylisting({ waitMs: GREYLIST_MS, now: Date.now, rcpt }) }
  if (kind === 'refuses us')
    return { banner: { say: '554 5.7.1 Service unavailable; Client host blocked', leave: 'close' } }
  return { rcpt }
}

function zoneOf(domain: string, kind: ServerKind, address: string): [string, ZoneEntry][] {
  const mx = kind === 'no DNS' ? { rcode: 'SERVFAIL' as const } : { mx: [{ exchange: `mx.${domain}`, preference: 10 }] }
  return [
    [domain, { a: ['127.0.0.1'], ...mx }],
    [`mx.${domain}`, { a: [address] }],
  ]
}

/** A site of two pages: a start page, and the people it shows. */
function siteOf({ domain, published }: TownCompany): TestSite {
  const cards = published.map(
    ({ first, last, email }) =>
      `<div class="card"><h3>${first} ${last}</h3><p><a href="mailto:${email}">${email}</a></p></div>`,
  )
  const page = (title: string, body: string) =>
    `<!doctype html><html lang="en"><title>${title}</title><body><nav><a href="/">Home</a> <a href="/team">Team</a></nav><h1>${title}</h1>${body}</body></html>`
  return {
    hosts: [domain],
    pages: { '/': page('Welcome', '<p>We make things.</p>'), '/team': page('Our team', cards.join('\n')) },
  }
}
