import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { connected, recover, unharmed } from './fault-house.ts'
import type { FaultHouse, Suffered } from './fault-house.ts'

const CLIENTS = 24

/**
 * Stops the server in an orderly way under clients that ask without a pause: each request is answered, or refused at
 * the door.
 */
export async function stopUnderLoad(house: FaultHouse, times: number): Promise<Suffered[]> {
  const suffered = unharmed('SIGTERM under 24 clients')
  for (let i = 0; i < times; i++) {
    const before = await countLeads(house)
    const clients = Array.from({ length: CLIENTS }, (_, n) => askOnAndOn(house, `${i}-${n}`, n % 2 === 0))
    await sleep(1_000)
    const code = await house.kill('server', 'SIGTERM')
    if (code !== 0) suffered.wrong.push(`stop ${i + 1} ended with ${code}`)
    const outcomes = (await Promise.all(clients)).flat()
    const made = (await countLeads(house)) - before
    const answered = outcomes.filter((outcome) => outcome === 201).length
    suffered.times++
    const dropped = outcomes.filter((outcome) => outcome !== 201 && outcome !== 'ECONNREFUSED')
    suffered.dropped += dropped.length
    for (const [outcome, { length }] of Map.groupBy(dropped, String))
      suffered.wrong.push(`stop ${i + 1} gave ${length} of ${CLIENTS} clients ${outcome}`)
    suffered.lost += Math.max(0, answered - made)
    suffered.doubled += Math.max(0, made - answered)
    suffered.readyMs = Math.max(suffered.readyMs, await recover(house, 'server'))
  }
  return [suffered]
}

async function countLeads({ connectionString }: FaultHouse): Promise<number> {
  await using client = await connected(connectionString)
  return (await client.query<{ n: number }>('select count(*)::int as n from leads')).rows[0]?.n ?? 0
}

async function askOnAndOn(house: FaultHouse, prefix: string, keepAlive: boolean): Promise<(number | string)[]> {
  const agent = new Agent({ keepAlive, maxSockets: 1 })
  const origin = house.origin()
  const outcomes: (number | string)[] = []
  for (;;) {
    const outcome = await createLead(agent, origin, house.key, `s${prefix}-${outcomes.length}@lumen.example`)
    outcomes.push(outcome)
    if (typeof outcome === 'string') break
  }
  agent.destroy()
  return outcomes
}

/** @returns the status of a complete answer, or why there was none */
function createLead(agent: Agent, origin: string, key: string, email: string): Promise<number | string> {
  const outcome = Promise.withResolvers<number | string>()
  const failed = (error: NodeJS.ErrnoException) => outcome.resolve(error.code ?? error.message)
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const sent = request(`${origin}/v2/leads`, { agent, method: 'POST', headers }, (answer) => {
    answer.on('error', failed).resume()
    answer.once('end', () => outcome.resolve(answer.statusCode ?? 0))
  })
  sent.once('error', failed).end(JSON.stringify({ email }))
  return outcome.promise
}
