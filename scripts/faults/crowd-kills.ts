import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { connected, insist, recover, unharmed } from './fault-house.ts'
import type { FaultHouse, Suffered, Victim } from './fault-house.ts'

const CLIENTS = 8
const VICTIMS: readonly Victim[] = ['server', 'worker', 'database']

/** Kills at random moments while clients create lists, each with its own name and key, until they get an answer. */
export async function killUnderLoad(house: FaultHouse, times: number): Promise<Suffered[]> {
  const all = VICTIMS.map((victim) => ({ victim, suffered: unharmed(`kill ${victim} under load`) }))
  for (let i = 0; i < times; i++) {
    const each = all[i % all.length]
    if (each !== undefined) await killOnce(house, each.victim, each.suffered)
  }
  return all.map(({ suffered }) => suffered)
}

async function killOnce(house: FaultHouse, victim: Victim, suffered: Suffered): Promise<void> {
  const run = randomUUID()
  const stop = new AbortController()
  const clients = Array.from({ length: CLIENTS }, (_, i) => makeLists(house, `${run} ${i}`, stop.signal, suffered))
  await sleep(300 + Math.random() * 700)
  await house.kill(victim)
  suffered.readyMs = Math.max(suffered.readyMs, await recover(house, victim))
  await sleep(200)
  stop.abort()
  const names = (await Promise.all(clients)).flat()
  await using client = await connected(house.connectionString)
  const { rows } = await client.query<{ name: string; n: number }>(
    'select name, count(*)::int as n from leads_lists where name like $1 group by name',
    [`${run}%`],
  )
  const found = new Map(rows.map(({ name, n }) => [name, n]))
  suffered.times++
  suffered.lost += names.filter((name) => !found.has(name)).length
  suffered.doubled += rows.filter(({ n }) => n > 1).length
}

async function makeLists(house: FaultHouse, prefix: string, signal: AbortSignal, suffered: Suffered) {
  const names: string[] = []
  while (!signal.aborted) {
    const name = `${prefix} ${names.length}`
    const status = await insist(house, {
      path: '/leads_lists',
      body: { name },
      idempotencyKey: randomUUID(),
      key: house.key,
    })
    if (status !== 201) suffered.wrong.push(`a list was answered ${status}`)
    names.push(name)
  }
  return names
}
