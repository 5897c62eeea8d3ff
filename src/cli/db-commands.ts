import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import { clusterStorage } from '../context.ts'
import { createLog } from '../log.ts'
import { positiveInteger } from './shared/arguments.ts'
import { print, table } from './shared/output.ts'

const SHARDS = 32

/** `quarry db`: an index spread over several nodes. */
export function addDbCommands(program: Command): void {
  const db = program.command('db').description('manage an index that is spread over a Citus cluster')

  db.command('status')
    .description('show how the tables are spread over the nodes')
    .action(async (_: unknown, command: Command) => {
      const { databaseUrl } = readConfig()
      const state = databaseUrl === null ? { citus: null, nodes: [], tables: [], missing: [] } : await storage().state()
      const isDistributed = state.tables.length > 0
      print(command, { distributed: isDistributed, ...state }, stateLines(state, isDistributed))
    })

  db.command('distribute')
    .description("spread the index's tables over the nodes of the cluster; stop all servers and workers first")
    .option('--shards <number>', 'number of parts per table, over all nodes', positiveInteger, SHARDS)
    .action(async ({ shards }: { shards: number }, command: Command) => {
      const moved = await storage().distribute(shards, tellMoved)
      const line = moved === 0 ? "The index's tables are already spread over the nodes." : `${moved} tables moved.`
      print(command, { moved }, [line, ...(moved === 0 ? [] : ['You can start Quarry now.'])])
    })

  db.command('undistribute')
    .description("move the index's tables back into one PostgreSQL; stop all servers and workers first")
    .option('--check', 'only report what prevents it', false)
    .action(async ({ check }: { check: boolean }, command: Command) => {
      if (check) {
        const obstacles = await storage().obstacles()
        print(command, { obstacles }, obstacles.length === 0 ? ['Nothing prevents it.'] : obstacles)
        if (obstacles.length > 0) process.exitCode = 1
        return
      }
      const moved = await storage().undistribute(tellMoved)
      print(command, { moved }, [moved === 0 ? 'The tables are already in one PostgreSQL.' : `${moved} tables moved.`])
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
        isCoordinator
          ? keepsParts
            ? 'parts and all other tables'
            : 'all other tables'
          : keepsParts
            ? 'parts'
            : 'copies',
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

/** One line per table, on standard error, so that it does not mix with results. */
const tellMoved = ({ name, rows, place, of }: { name: string; rows: number; place: number; of: number }): void =>
  void process.stderr.write(`${name}: ${rows} rows moved (${place} of ${of})\n`)
