import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { distribute } from '../../src/db/distribute.ts'
import { fillTemplate } from './postgres-setup.ts'

/** Shards of a table: more than nodes, so that two domains are rarely together, and few to copy for each test. */
const SHARDS = 4

/**
 * Replaces `postgres-setup.ts`: tests get databases whose tables are on the nodes of a Citus cluster, whose coordinator
 * is in `QUARRY_CHECK_COORDINATOR`.
 */
export default async function setUpCluster(project: TestProject) {
  const coordinator = process.env['QUARRY_CHECK_COORDINATOR'] ?? ''
  const nodes = await nodesOf(coordinator)
  const run = randomBytes(4).toString('hex')
  const names = { template: `test_${run}_template`, empty: `test_${run}_empty` }
  for (const name of Object.values(names)) await makeDatabase(nodes, name)
  const url = at(coordinator, names.template)
  await fillTemplate(url)
  await distribute({ connectionString: url, isPooled: false }, { shards: SHARDS, progress: () => undefined })
  for (const name of Object.values(names)) await closeDatabase(nodes, name)
  project.provide(
    'nodeUrls',
    nodes.map((node) => node.url),
  )
  project.provide('templateUrl', url)
  project.provide('madeCluster', join(tmpdir(), `quarry-made-${run}`))
  project.provide('chromium', null)
  return async () => {
    for (const node of nodes) {
      const text = `select datname as name from pg_database where datname like 'test\\_${run}\\_%'`
      for (const { name } of await ask(at(node.url, 'postgres'), text))
        await ask(at(node.url, 'postgres'), `drop database ${String(name)} with (force)`)
    }
  }
}

type Node = Awaited<ReturnType<typeof nodesOf>>[number]

/** Creates a database on every node, and registers the nodes with the coordinator; it has no tables yet. */
async function makeDatabase(nodes: readonly Node[], name: string): Promise<void> {
  for (const { url } of nodes) {
    await ask(at(url, 'postgres'), `create database ${name}`)
    await ask(at(url, name), 'create extension citus')
  }
  for (const { host, port, isCoordinator } of nodes) {
    const introduce = isCoordinator ? 'citus_set_coordinator_host' : 'citus_add_node'
    await ask(at(nodes[0]?.url ?? '', name), `select ${introduce}('${host}', ${port})`)
  }
}

/** Citus keeps a process connected to each database, and a database with connections cannot be copied. */
async function closeDatabase(nodes: readonly Node[], name: string): Promise<void> {
  for (const { url } of nodes) {
    const server = at(url, 'postgres')
    await ask(server, `alter database ${name} with allow_connections false`)
    await ask(server, `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`)
  }
}

/** Returns the nodes, the coordinator first. */
export async function nodesOf(coordinator: string) {
  const text = `select nodename as host, nodeport as port, groupid = 0 as coordinator from pg_dist_node
    where isactive and noderole = 'primary' order by groupid`
  return (await ask(coordinator, text)).map(({ host, port, coordinator: isCoordinator }) => {
    const url = new URL(coordinator)
    if (isCoordinator !== true) [url.hostname, url.port] = [String(host), String(port)]
    return { url: url.href, host: String(host), port: Number(port), isCoordinator: isCoordinator === true }
  })
}

function at(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = database
  return url.href
}

async function ask(connectionString: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}
