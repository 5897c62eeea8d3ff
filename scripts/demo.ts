import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { readConfig } from '../src/config.ts'
import { createLog } from '../src/context.ts'
import type { DomainSearchOutput, EmailEntry } from '../src/core/domain-search-output.ts'
import { startQuarry } from '../src/quarry.ts'
import { startInternet } from '../test/internet/internet.ts'
import { fjordwerkSites } from '../test/internet/sites/fjordwerk.ts'
import { lumenworksSites } from '../test/internet/sites/lumenworks.ts'
import { renderTable } from './report.ts'
import { temporaryFolder } from './temporary-folder.ts'

/**
 * `npm run demo`: the main job on a small internet of invented companies, all on loopback: a domain nobody has seen is
 * crawled, then asked for by curl and by an MCP client. It ends by itself and leaves nothing behind.
 */

const DOMAIN = 'lumenworks.test'
const run = promisify(execFile)

const say = (text = ''): void => console.log(text)
const heading = (text: string): void => say(`\n\x1b[1m== ${text}\x1b[0m\n`)

async function demo(): Promise<void> {
  const dataDir = await temporaryFolder('quarry-demo-')
  const internet = await startInternet({ sites: [...lumenworksSites, ...fjordwerkSites] })
  say('Starting Quarry with a PostgreSQL of its own, on an internet of invented companies …')
  const config = readConfig({
    PORT: '0',
    QUARRY_DATA_DIR: dataDir,
    QUARRY_LOG_LEVEL: 'error',
    QUARRY_DNS_SERVERS: internet.dnsServer,
    QUARRY_CRAWL_HTTP_PORT: String(internet.httpPort),
    QUARRY_CRAWL_HTTPS_PORT: String(internet.httpsPort),
    QUARRY_ALLOWED_NETWORKS: '127.0.0.0/8',
    QUARRY_LOCAL_SUFFIXES: 'test',
    QUARRY_CRAWL_DELAY_MS: '100',
    QUARRY_CRAWL_WAIT_MS: '30000',
  })
  const quarry = await startQuarry(config, { log: createLog(config) })
  try {
    await walkThrough(quarry.url ?? '', quarry.firstKey ?? '', internet.requests)
  } finally {
    await quarry.stop()
    await internet.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function walkThrough(origin: string, key: string, requests: readonly unknown[]): Promise<void> {
  heading(`1. Who can be reached at ${DOMAIN}? Asked by curl; nobody has seen this domain, so Quarry crawls it first.`)
  const found = (await curl(`${origin}/v2/domain-search?domain=${DOMAIN}&limit=20`, key)) as DomainSearchOutput
  describe(found)

  heading('2. How many, and where do they work?')
  const count = (await curl(`${origin}/v2/email-count?domain=${DOMAIN}`, key)) as { data: Counts }
  describeCounts(count.data)

  heading('3. The same search by an MCP client: only decision makers.')
  await askByMcp(origin, key)

  heading('Done')
  say(`Quarry read ${requests.length} pages and files, robots.txt first, and kept a source for every fact.`)
  say('Now on the real web: npm start')
}

/** The real program where there is one; the same request otherwise. */
async function curl(url: string, key: string): Promise<unknown> {
  say(`$ curl -H 'X-API-KEY: ${key.slice(0, 8)}…' '${url}'`)
  const text = await run('curl', ['-sS', '-H', `X-API-KEY: ${key}`, url], { maxBuffer: 10_000_000 })
    .then(({ stdout }) => stdout)
    .catch(async () => (await fetch(url, { headers: { 'x-api-key': key } })).text())
  return JSON.parse(text)
}

interface Counts {
  total: number
  personal_emails: number
  generic_emails: number
  department: Record<string, number>
  seniority: Record<string, number>
}

function describe({ data, meta }: DomainSearchOutput): void {
  say(
    `\n${data.organization}: ${meta.results} addresses, pattern ${data.pattern}, linked domains ${data.linked_domains.join(', ') || 'none'}`,
  )
  if (meta.crawl !== undefined) say(`Crawl ${meta.crawl.status}, ${meta.crawl.pages} pages.`)
  say()
  say(renderTable([['ADDRESS', 'SURE', 'NAME', 'POSITION', 'DEPARTMENT', 'RANK'], ...data.emails.map(emailRow)]))
  const [first] = data.emails
  say(`\nEvery fact has a source. ${first?.value} was seen on:`)
  for (const source of first?.sources ?? [])
    say(`  ${source.uri} (${source.extracted_on}${source.still_on_page ? ', still there' : ', gone'})`)
}

const emailRow = (email: EmailEntry): (string | number)[] => [
  email.value,
  email.confidence,
  [email.first_name, email.last_name].filter(Boolean).join(' '),
  email.position ?? '',
  email.department ?? '',
  email.seniority ?? '',
]

function describeCounts({ total, personal_emails, generic_emails, department, seniority }: Counts): void {
  say(`\n${total} addresses: ${personal_emails} of people, ${generic_emails} of roles.`)
  const known = [...Object.entries(department), ...Object.entries(seniority)].filter(([, number]) => number > 0)
  say(renderTable(known))
}

async function askByMcp(origin: string, key: string): Promise<void> {
  const client = new Client({ name: 'quarry-demo', version: '1.0.0' })
  const requestInit = { headers: { 'X-API-KEY': key } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit }))
  const { tools } = await client.listTools()
  say(`tools/list: ${tools.map((tool) => tool.name).join(', ')}`)
  const ask = { domain: DOMAIN, decision_maker: true, limit: 5 }
  say(`tools/call domain_search ${JSON.stringify(ask)}`)
  const result = await client.callTool({ name: 'domain_search', arguments: ask })
  const [block] = result.content
  say(`\n${block?.type === 'text' ? block.text : ''}`)
  await client.close()
}

await demo()
