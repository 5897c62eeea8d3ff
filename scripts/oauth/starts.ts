import { readFileSync } from 'node:fs'
import { freePort } from '../../test/support/process/free-port.ts'
import type { BenchHouse } from '../support/bench-house.ts'

/** What a start took, and what the first request of an app took after that. */
export interface Start {
  processorMs: number
  residentMb: number
  firstRequestMs: number
  /** After that request: it loads the authorization server. */
  loadedMb: number
}

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN

/** VmRSS of proc_pid_status(5); NaN where the system does not provide it. */
function residentMb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
  } catch {
    return NaN
  }
}

/** Starts with and without OAuth alternately; returns the median of each. */
export async function starts(bench: BenchHouse, rounds: number): Promise<Record<'off' | 'on', Start>> {
  const seen: Record<'off' | 'on', Start[]> = { off: [], on: [] }
  for (let round = 0; round < rounds; round += 1)
    for (const state of ['off', 'on'] as const) {
      const port = String(await freePort())
      const origin = `http://127.0.0.1:${port}`
      const server = await bench.startQuarry({ PORT: port, QUARRY_PUBLIC_URL: origin, QUARRY_OAUTH: state })
      const processorMs = server.cpuSeconds() * 1_000
      await (await fetch(`${origin}/health`)).arrayBuffer()
      const started = { processorMs, residentMb: residentMb(server.pid) }
      const askedAt = performance.now()
      await (await fetch(`${origin}/.well-known/oauth-authorization-server`)).arrayBuffer()
      const firstRequestMs = performance.now() - askedAt
      seen[state].push({ ...started, firstRequestMs, loadedMb: residentMb(server.pid) })
      await server.stop()
    }
  const middleOf = (all: readonly Start[]): Start => ({
    processorMs: middle(all.map((each) => each.processorMs)),
    residentMb: middle(all.map((each) => each.residentMb)),
    firstRequestMs: middle(all.map((each) => each.firstRequestMs)),
    loadedMb: middle(all.map((each) => each.loadedMb)),
  })
  return { off: middleOf(seen.off), on: middleOf(seen.on) }
}
