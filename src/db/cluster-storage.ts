import { distribute, obstaclesToUndistribute, undistribute } from './distribute.ts'
import type { MovedTable } from './distribute.ts'
import { distributedState } from './distributed-tables.ts'
import type { DistributedState } from './distributed-tables.ts'
import { bringForward } from './migrate.ts'
import type { StorageOptions } from './open-storage.ts'
import { StorageError } from './storage-error.ts'
import { unhurriedClient } from './unhurried-client.ts'

/** What the operator can do with a database on several nodes; see docs/scale.md. */
export interface ClusterStorage {
  state: () => Promise<DistributedState>
  /** @returns how many tables were moved. */
  distribute: (shards: number, progress: (table: MovedTable) => void) => Promise<number>
  undistribute: (progress: (table: MovedTable) => void) => Promise<number>
  /** What keeps the tables from being moved back, one sentence each. */
  obstacles: () => Promise<string[]>
}

/** @throws StorageError for Quarry's own PostgreSQL. */
export function clusterStorage({
  databaseUrl,
  databaseOwnerUrl,
  directDatabaseUrl,
  log,
}: StorageOptions): ClusterStorage {
  const url = databaseOwnerUrl ?? directDatabaseUrl ?? databaseUrl
  if (url === null)
    throw new StorageError(
      "Quarry's own PostgreSQL is always on one machine: set DATABASE_URL to the coordinator of a Citus cluster. See docs/scale.md.",
    )
  const place = { connectionString: url, isPooled: directDatabaseUrl !== null }
  return {
    state: () => stateAt(url),
    distribute: async (shards, progress) => {
      await bringForward({ connectionString: url, log, mayBeHalfMoved: true })
      return distribute(place, { shards, progress })
    },
    undistribute: (progress) => undistribute(place, { progress }),
    obstacles: () => obstaclesToUndistribute(place),
  }
}

async function stateAt(connectionString: string): Promise<DistributedState> {
  const client = await unhurriedClient(connectionString, 'quarry status')
  try {
    return await distributedState(client)
  } finally {
    await client.end().catch(() => {})
  }
}
