import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** An open connection, and the answer it waits for. */
export interface ClientConnection {
  response: ServerResponse | null
  /** When its last request arrived, or else when it was opened, in milliseconds of `performance.now()`. */
  usedAt: number
  address: string
}

/** Requests, files, databases and sites share the descriptors of the process. */
const SHARE = 0.5
/** If the system does not say how many there are. */
const USUAL_LIMIT = 1_024
/** How many connections are looked at to find one to close: in a flood, somebody new arrives all the time. */
const LOOKED_AT = 1_000

/** How many connections this process keeps open at most: half of its descriptors. */
export function clientConnectionLimit(): number {
  return Math.floor(descriptorLimit() * SHARE)
}

function descriptorLimit(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? USUAL_LIMIT)
  } catch {
    return USUAL_LIMIT
  }
}

/**
 * Makes room for a new connection when all places are taken. Connections that wait for nothing go first, the one that has been unused
 * longest before the others; then, of a client that has more than half of all places, the one it has used longest ago. Otherwise a
 * single client could keep everybody out by holding connections open.
 * @returns the connection to close: `newcomer` itself if all others are in use
 */
export function whoLeaves(open: ReadonlyMap<Socket, ClientConnection>, newcomer: Socket): Socket {
  const seen = [...firstOf(open, LOOKED_AT)].filter(([socket]) => socket !== newcomer)
  const idle = longestUnused(seen.filter(([, { response }]) => response === null))
  if (idle !== null) return idle
  const byAddress = Map.groupBy(seen, ([, { address }]) => address)
  const largest = [...byAddress.values()].find((theirs) => theirs.length > seen.length / 2) ?? []
  return longestUnused(largest) ?? newcomer
}

function longestUnused(connections: readonly (readonly [Socket, ClientConnection])[]): Socket | null {
  const first = connections.reduce<readonly [Socket, ClientConnection] | null>(
    (least, one) => (least === null || one[1].usedAt < least[1].usedAt ? one : least),
    null,
  )
  return first === null ? null : first[0]
}

function* firstOf<K, V>(map: ReadonlyMap<K, V>, most: number): Generator<readonly [K, V]> {
  let count = 0
  for (const entry of map) {
    if (count++ === most) return
    yield entry
  }
}
