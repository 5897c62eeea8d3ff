import { rm } from 'node:fs/promises'
import { readConfig } from '../../../src/config.ts'
import { createLog } from '../../../src/log.ts'
import { startQuarry } from '../../../src/quarry.ts'
import type { Quarry } from '../../../src/quarry.ts'
import { startInternet } from '../../../test/internet/internet.ts'
import { ACCEPTED, mailboxes, unknownUser } from '../../../test/internet/mail-script.ts'
import { startMailServers } from '../../../test/internet/mail-server.ts'
import { fjordwerkSites } from '../../../test/internet/sites/fjordwerk.ts'
import { LUMENWORKS_PEOPLE, lumenworksSites } from '../../../test/internet/sites/lumenworks.ts'
import { seedCompany } from '../../../test/support/records/seed-company.ts'
import { seedPeople } from '../../../test/support/records/seed.ts'
import { writtenCampaign } from '../../../test/support/doors/campaign-client.ts'
import { freePort } from '../../support/free-port.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { answeredCampaign } from './answered-campaign.ts'
import { FINTECHS, GUARDED_SITE, searchedCompanies } from './searched-companies.ts'

/**
 * Where recorded tasks are replayed: a Quarry with its own database on an internet of invented companies, all on
 * loopback. Two companies have websites that were never requested; one of them has a mail server. Twenty more are
 * known.
 */
export interface TaskWorld extends AsyncDisposable {
  origin: string
  key: string
  /** Makes people answer a campaign, and plans them in another one. */
  answered: () => Promise<void>
  /** Gives the software engineer of a maker another title, as on its pages. */
  retitled: (firstName: string, domain: string) => Promise<void>
  /** Adds more companies to look for. */
  searched: () => Promise<void>
}

const MAIL_DOMAIN = 'lumenworks.test'
/** Twenty software makers have their mail at one host, which knows every Eva. */
const MAKERS_HOST = 'makers-mail.test'
const MAKERS = Array.from({ length: 20 }, (_, index) => `maker${index}.example`)
const MAKERS_STAFF = /^(?:ana\.couto\d+|rui\.prado\d+|eva\.[a-z]+)@/
const CITIES = ['Porto', 'Lisbon', 'Braga', 'Faro']

export async function startTaskWorld(): Promise<TaskWorld> {
  const locals = LUMENWORKS_PEOPLE.map(({ email }) => email.slice(0, email.indexOf('@')))
  const mail = await startMailServers([
    { name: `mx.${MAIL_DOMAIN}`, script: { rcpt: mailboxes(...locals) } },
    {
      name: `mx.${MAKERS_HOST}`,
      script: { rcpt: (recipient) => (MAKERS_STAFF.test(recipient) ? ACCEPTED : unknownUser(recipient)) },
    },
  ])
  const [own, makers] = mail.servers.map(({ address }) => address)
  const internet = await startInternet({
    sites: [...lumenworksSites, ...fjordwerkSites, GUARDED_SITE],
    zone: {
      [MAIL_DOMAIN]: { mx: [{ exchange: `mx.${MAIL_DOMAIN}`, preference: 10 }] },
      [`mx.${MAIL_DOMAIN}`]: { a: [own ?? ''] },
      [`mx.${MAKERS_HOST}`]: { a: [makers ?? ''] },
      ...Object.fromEntries(
        [...MAKERS, ...FINTECHS].map((domain) => [domain, { mx: [{ exchange: `mx.${MAKERS_HOST}`, preference: 10 }] }]),
      ),
    },
  })
  const dataDir = await temporaryFolder('quarry-tasks-')
  const config = readConfig({
    // A link to a file contains the port.
    PORT: String(await freePort()),
    QUARRY_DATA_DIR: dataDir,
    QUARRY_LOG_LEVEL: 'error',
    QUARRY_RATE_LIMIT_FACTOR: '0',
    QUARRY_LOCAL_SUFFIXES: 'test,example',
    QUARRY_DNS_SERVERS: internet.dnsServer,
    QUARRY_CRAWL_HTTP_PORT: String(internet.httpPort),
    QUARRY_CRAWL_HTTPS_PORT: String(internet.httpsPort),
    QUARRY_CRAWL_DELAY_MS: '0',
    QUARRY_ALLOWED_NETWORKS: '127.0.0.0/8',
    QUARRY_MAIL_ALLOWED_NETWORKS: '127.0.0.0/8',
    QUARRY_SMTP_PORT: String(mail.port),
    QUARRY_SMTP_ALLOWED_NETWORKS: '127.0.0.0/8',
    QUARRY_SMTP_HELO: 'verifier.quarry.example',
    QUARRY_SMTP_FROM: 'checks@quarry.example',
  })
  const quarry = await startQuarry(config, { log: createLog(config) })
  const world = { origin: quarry.url ?? '', key: quarry.firstKey ?? '' }
  await seedMakers(quarry)
  await writeDraft(quarry, world)
  return {
    ...world,
    answered: () => answeredCampaign(quarry.context),
    retitled: (firstName, domain) => tellOfTitle(quarry, firstName, domain),
    searched: () => searchedCompanies(quarry.context),
    [Symbol.asyncDispose]: async () => {
      await quarry.stop()
      await internet.stop()
      await mail[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The makers are in Portugal; two people of each are on its pages. */
async function seedMakers({ context }: Quarry): Promise<void> {
  for (const [index, domain] of MAKERS.entries()) {
    const city = CITIES[index % CITIES.length] ?? null
    await seedCompany(context, {
      domain,
      name: `Maker ${index}`,
      industry: 'Software Development',
      headcount: '51-200',
      country: 'PT',
      city,
      description: `Maker ${index} writes planning software for tile works.`,
    })
    await seedPeople(context, domain, [
      ['Ana', `Couto${index}`, 'Sales Manager'],
      ['Rui', `Prado${index}`, 'Software Engineer'],
    ])
  }
}

/** What people write in the product before an agent completes it: a campaign with its first email and a mailbox. */
async function writeDraft({ context }: Quarry, { origin, key }: { origin: string; key: string }): Promise<void> {
  const send = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(origin + path, {
      ...init,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
    })
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Record<string, unknown>,
    }
  }
  const get = (path: string) => send(path)
  const post = (path: string, body: unknown) => send(path, { method: 'POST', body: JSON.stringify(body) })
  await writtenCampaign({ context, origin, key, get, post }, { name: 'Spring lamps', steps: 2 })
}

/** As a crawl would have reported it. */
async function tellOfTitle({ context }: Quarry, firstName: string, domain: string): Promise<void> {
  const looks = [
    { uri: `https://${domain}/team`, seen_on: '2026-08-02', says: 'Software Engineer' },
    { uri: `https://${domain}/team`, seen_on: '2026-09-14', says: 'Head of Software' },
  ]
  await context.database.pool.query(
    `insert into changes (domain, change_key, type, person_key, person_name, address, field, before, after, evidence,
        happened_from, happened_to, confidence, detected_at)
      select domain, 'title', 'title_changed', lower(first_name || ' ' || last_name), first_name || ' ' || last_name, value,
        'position', 'Software Engineer', 'Head of Software', $3, '2026-08-02', '2026-09-14', 0.96, now()
      from addresses where domain = $1 and first_name = $2`,
    [domain, firstName, JSON.stringify(looks)],
  )
}
