import { setTimeout as sleep } from 'node:timers/promises'
import { startInternet } from '../../test/internet/internet.ts'
import { endlessSites } from '../../test/internet/sites/endless-files.ts'
import { heavySites } from '../../test/internet/sites/heavy-pages.ts'
import { hostileLogos, plainLogo } from '../../test/internet/sites/hostile-logos.ts'
import { htmlPage } from '../../test/internet/test-site.ts'
import type { TestSite } from '../../test/internet/test-site.ts'
import type { Attack, HostileHouse, HostileKind, Outcome } from './attack.ts'

/** Sites that are expensive to visit: their pages, their sitemaps and robots.txt files, their logos. */

const LOGO_WITHIN_MS = 120_000

const plainSites: TestSite[] = Array.from({ length: 6 }, (_, index) => ({
  hosts: [`plain${index}.test`],
  pages: { '/': htmlPage('Plain', `<p>Jo Doe jo.doe@plain${index}.test</p>`) },
}))
/**
 * Directories like those of large institutions, as long and as full as a readable page may be: honest work is not an
 * attack.
 */
const DIRECTORIES = 4
const DIRECTORY_PEOPLE = 4_500
const GIVEN_NAMES = ['Ann', 'Jo', 'Maria', 'Peter', 'Zoe', 'Tom']
const directories: TestSite[] = Array.from({ length: DIRECTORIES }, (_, index) => ({
  hosts: [`directory${index}.test`],
  pages: { '/': htmlPage('Directory', personEntries(`directory${index}.test`)) },
}))
function personEntries(host: string): string {
  return Array.from({ length: DIRECTORY_PEOPLE }, (_, index) => personEntry(index, host)).join('')
}
function personEntry(index: number, host: string): string {
  const name = GIVEN_NAMES[index % GIVEN_NAMES.length] ?? ''
  const surname = `Doe${String(index).replaceAll(/\d/g, (digit) => 'abdegilmno'[Number(digit)] ?? '')}`
  const address = `${name}.${surname}@${host}`.toLowerCase()
  const about = 'Teaches in the autumn, leads a working group, and answers questions of students on Mondays. '
  return `<article><h3>${name} ${surname}</h3><p>Lecturer</p><p>${about.repeat(2)}</p>
    <a href="mailto:${address}">${address}</a></article>`
}

const honestSites = [...plainSites, ...directories]
const logos = hostileLogos()
const hostsOf = (sites: readonly TestSite[]): string[] => sites.flatMap(({ hosts }) => [...hosts])

async function search({ send, key }: HostileHouse, host: string): Promise<Outcome> {
  const { status, text } = await send(`/v2/domain-search?domain=${host}`, { headers: { 'x-api-key': key } })
  if (status !== 200) return { what: host, got: status, wanted: [200] }
  const { meta } = JSON.parse(text) as { meta: { crawl?: { status: string } | null } }
  return { what: host, got: meta.crawl?.status ?? 'done', wanted: ['done', 'blocked'] }
}

const searchOf = (host: string): Attack => ({
  name: `a search of ${host}`,
  run: async (house) => [await search(house, host)],
})

/** The visit for a logo is a job: an ordinary one requested last shows when the hostile ones are over. */
async function askForLogos({ send }: HostileHouse, hosts: readonly string[], last: string): Promise<Outcome[]> {
  const outcomes = await Promise.all(
    hosts.map(async (host): Promise<Outcome> => ({
      what: host,
      got: (await send(`/logos/${host}`)).status,
      wanted: [404],
    })),
  )
  const giveUpAt = performance.now() + LOGO_WITHIN_MS
  let got = 0
  while (got !== 200 && performance.now() < giveUpAt) {
    got = (await send(`/logos/${last}`)).status
    await sleep(200)
  }
  return [...outcomes, { what: last, got, wanted: [200] }]
}

export const SITES: HostileKind = {
  name: 'sites',
  prepare: async () => {
    const sites = [...honestSites, ...heavySites(), ...endlessSites(), ...logos, plainLogo('logo0'), plainLogo('logo1')]
    const internet = await startInternet({ sites })
    return { env: environmentOf(internet), [Symbol.asyncDispose]: () => internet.stop() }
  },
  warmUp: async (house) => {
    await Promise.all(hostsOf(plainSites).map((host) => search(house, host)))
    for (const host of hostsOf(directories)) await search(house, host) // one after another, as for the hostile ones
    await askForLogos(house, [], 'logo0.test')
  },
  attacks: [
    ...hostsOf([...heavySites(), ...endlessSites()]).map(searchOf),
    { name: 'all logos at once', run: (house) => askForLogos(house, hostsOf(logos), 'logo1.test') },
  ],
}

const environmentOf = (internet: {
  dnsServer: string
  httpPort: number
  httpsPort: number
}): Record<string, string> => ({
  QUARRY_CRAWL: 'on',
  QUARRY_CRAWL_WAIT_MS: '60000',
  QUARRY_CRAWL_MAX_PAGES: '3',
  QUARRY_CRAWL_DELAY_MS: '0',
  QUARRY_DNS_SERVERS: internet.dnsServer,
  QUARRY_CRAWL_HTTP_PORT: String(internet.httpPort),
  QUARRY_CRAWL_HTTPS_PORT: String(internet.httpsPort),
  QUARRY_ALLOWED_NETWORKS: '127.0.0.0/8',
})
