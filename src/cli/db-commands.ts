import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import { clusterStorage } from '../context.ts'
import { createLog } from '../log.ts'
import { positiveInteger } from './shared/arguments.ts'
import { print, table } from './shared/output.ts'

const SHARDS = 32

/** `quarry db`: the index over several nodes. */
export function addDbCommands(program: Command): void {
  const db = program.command('db').description('keep the index on the nodes of a Citus cluster')

  db.command('status')
    .description('show on how many nodes the tables are')
    .action(async (_: unknown, command: Command) => {
      const { databaseUrl } = readConfig()
      const state = databaseUrl === null ? { citus: null, nodes: [], tables: [], missing: [] } : await storage().state()
      const isDistributed = state.tables.length > 0
      print(command, { distributed: isDistributed, ...state }, stateLines(state, isDistributed))
    })

  db.command('distribute')
    .description('move the tables of the index to the nodes of the cluster; stop all servers and workers first')
    .option('--shards <number>', 'parts of each table, for all nodes together', positiveInteger, SHARDS)
    .action(async ({ shards }: { shards: number }, command: Command) => {
      const moved = await storage().distribute(shards, tellMoved)
      const line = moved === 0 ? 'All tables of the index are on the nodes already.' : `${moved} tables moved.`
      print(command, { moved }, [line, ...(moved === 0 ? [] : ['You can start Quarry now.'])])
    })

  db.command('undistribute')
    .description('take the tables of the index back into one PostgreSQL; stop all servers and workers first')
    .option('--check', 'only report what stands in the way', false)
    .action(async ({ check }: { check: boolean }, command: Command) => {
      if (check) {
        const obstacles = await storage().obstacles()
        print(command, { obstacles }, obstacles.length === 0 ? ['Nothing stands in the way.'] : obstacles)
        if (obstacles.length > 0) process.exitCode = 1
        return
      }
      const moved = await storage().undistribute(tellMoved)
      print(command, { moved }, [moved === 0 ? 'The tables are in one PostgreSQL already.' : `${moved} tables moved.`])
    })
}

function storage() {
  const config = readConfig()
  return clusterStorage({
    ...config,
    log: createLog({ logLevel: config.logLevel === 'info' ? 'error' : config.logLevel }),
  })
}

type State = Awaited<ReturnType<ReturnType<typeof storage>['state']>>

const MEGABYTE = 1_000_000
const sizeOf = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(1)} MB`

function stateLines({ nodes, tables, missing }: State, isDistributed: boolean): string[] {
  if (!isDistributed) return ['All tables are in one PostgreSQL.']
  return [
    ...table([
      ['node', 'keeps', 'size'],
      ...nodes.map(({ host, port, bytes, keepsParts, isCoordinator }) => [
        `${host}:${port}`,
        isCoordinator ? (keepsParts ? 'parts and all else' : 'all else') : keepsParts ? 'parts' : 'copies',
        sizeOf(bytes ?? 0),
      ]),
    ]),
    '',
    ...table([
      ['table', 'parts', 'size'],
      ...tables.map(({ name, kind, shards, bytes }) => [
        name,
        kind === 'parted' ? String(shards) : 'on every node',
        sizeOf(bytes),
      ]),
    ]),
    ...(missing.length === 0 ? [] : ['', `Not moved yet: ${missing.join(', ')}. Run quarry db distribute again.`]),
  ]
}

/** One line a table, on standard error: results stay by themselves. */
const tellMoved = ({ name, rows, place, of }: { name: string; rows: number; place: number; of: number }): void =>
  void process.stderr.write(`${name}: about ${Math.round(rows)} rows moved (${place} of ${of})\n`)
