import { Client } from 'pg'
import { distribute } from '../../src/db/distribute.ts'
import { PARTED } from '../../src/db/distributed-tables.ts'
import { statementsByDomain } from '../../src/db/index/ingest-statements.ts'
import { migrate } from '../../src/db/migrate.ts'
import { VERDICTS } from '../../src/db/beside-verdicts.ts'
import { firstPageStatement } from '../../src/db/search/page-statements.ts'
import { filterConditions } from '../../src/db/search/search-conditions.ts'
import { silentLog } from '../../test/support/process/silent-log.ts'
import { nodesOf } from '../../test/support/cluster-setup.ts'

export interface TaskCount {
  name: string
  /** How many shards of a table it queries. */
  tasks: number
  isIngest: boolean
}

const SHARDS = 32
const DATABASE = 'quarry_task_counts'
const SITE = 'willow.example'

/**
 * Returns how many shards the statements of a domain search and of one page query, according to the planner, on a
 * database with 32 shards per table.
 */
export async function countTasks(coordinator: string): Promise<TaskCount[]> {
  const nodes = await nodesOf(coordinator)
  const drop = async () => {
    for (const { url } of nodes) await run(url, 'postgres', [`drop database if exists ${DATABASE} with (force)`])
  }
  await drop()
  try {
    for (const { url } of nodes) {
      await run(url, 'postgres', [`create database ${DATABASE}`])
      await run(url, DATABASE, ['create extension citus'])
    }
    const introduced = nodes.map(
      ({ host, port, isCoordinator }) =>
        `select ${isCoordinator ? 'citus_set_coordinator_host' : 'citus_add_node'}('${host}', ${port})`,
    )
    await run(coordinator, DATABASE, introduced)
    const url = at(coordinator, DATABASE)
    await migrate({ connectionString: url, log: silentLog })
    await distribute({ connectionString: url, isPooled: false }, { shards: SHARDS, progress: () => undefined })
    return await inDatabase(url, countEach)
  } finally {
    await drop()
  }
}

async function countEach(client: Client): Promise<TaskCount[]> {
  const search = filterConditions({ domain: SITE })
  const keys = [[SITE], [`rui@${SITE}`]]
  const page = [[SITE], [`https://${SITE}/team`]]
  const look = JSON.stringify([{ domain: SITE, url: page[1]?.[0], captured_at: '2026-01-02T03:04:05Z' }])
  const by = statementsByDomain(true)
  const ingest: Record<string, [text: string, values: unknown[]]> = {
    'addresses on a page': [by.addressesOnPages, page],
    'pages as they were': [by.touchPages, [look, [SITE]]],
    'newest captures': [by.newestCaptures, page],
    'sources of addresses': [by.sourcesOf, [...keys, 50]],
    'what is known of addresses': [by.addressesOf, keys],
    'verdicts on new addresses': [by.verdictsOf, keys],
    'verdicts beside what is local': [VERDICTS, keys],
    'what was checked of addresses': [by.checksOf, keys],
    'totals of a domain': [by.addTotals, [JSON.stringify([{ domain: SITE, personal: 1, generic: 0 }]), [SITE]]],
    'totals of a company': [by.addCompanyTotals, [JSON.stringify([{ domain: SITE, personal: 1, generic: 0 }]), [SITE]]],
    'addresses without a source': [by.dropAddresses, keys],
    'verdicts on addresses': [by.showVerdicts, [...keys, ['valid'], ['2026-01-02']]],
  }
  const counted: TaskCount[] = []
  const values = [...search.values, new Date(0), 10]
  const text = firstPageStatement(search, true).text
  counted.push({ name: 'first page of a domain', tasks: await tasksOf(client, text, values), isIngest: false })
  for (const [name, [statement, given]] of Object.entries(ingest))
    counted.push({ name, tasks: await tasksOf(client, statement, given), isIngest: true })
  return counted
}

const OF_PARTS = new RegExp(String.raw`\b(?:${Object.keys(PARTED).join('|')})_\d+\b`)

/** Counts all shards that a statement queries; tables kept whole on the coordinator do not count. */
async function tasksOf(client: Client, text: string, values: unknown[]): Promise<number> {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
  const [, ...asked] = rows
    .map((row) => row['QUERY PLAN'])
    .join('\n')
    .split('Task Count: ')
  return asked.reduce((sum, plan) => sum + (OF_PARTS.test(plan) ? Number.parseInt(plan, 10) : 0), 0)
}

function at(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = database
  return url.href
}

const run = (server: string, database: string, statements: readonly string[]): Promise<void> =>
  inDatabase(at(server, database), async (client) => {
    for (const statement of statements) await client.query(statement)
  })

async function inDatabase<T>(connectionString: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
