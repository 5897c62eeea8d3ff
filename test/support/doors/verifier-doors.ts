import { setTimeout as sleep } from 'node:timers/promises'
import type { MailScenario, MailWorld } from '../../internet/mail-scenarios.ts'
import { flagsOf } from '../../internet/mail-scenarios.ts'
import { withUnknownFields } from './unknown-fields.ts'

/** The two doors of a verification, reduced to what both return: an HTTP status and the facts. */
export interface VerifierDoor {
  name: '/v2' | 'MCP'
  ask: (email: string) => Promise<{ status: number; data: Record<string, unknown> }>
}

type Json = Record<string, unknown>

/** @param origin of a running Quarry */
export const verifierDoors = (origin: string, key: string): [VerifierDoor, VerifierDoor] => [
  { name: '/v2', ask: (email) => askApi(origin, key, email) },
  { name: 'MCP', ask: (email) => askTool(origin, key, email) },
]

async function askApi(origin: string, key: string, email: string) {
  const query = new URLSearchParams({ email, explain: 'true' }).toString()
  const answer = await fetch(`${origin}/v2/email-verifier?${query}`, { headers: { 'x-api-key': key } })
  const { data } = withUnknownFields((await answer.json()) as Json)
  return { status: answer.status, data: (data ?? {}) as Json }
}

const BETWEEN_TRIES_MS = 1_000

async function askTool(origin: string, key: string, email: string) {
  const params = { name: 'verify_email', arguments: { email, explain: true } }
  const init = {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  }
  let answer = await fetch(`${origin}/mcp`, init)
  // The number of concurrent calls per key is limited; on a busy machine a call may wait in the queue for longer than
  // allowed.
  while (answer.status === 429) {
    await answer.text()
    await sleep(BETWEEN_TRIES_MS)
    answer = await fetch(`${origin}/mcp`, init)
  }
  const text = await answer.text()
  const json = text.startsWith('{') ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? '{}')
  const { result } = JSON.parse(json) as { result?: { structuredContent?: { data: Json; meta: Json } } }
  const { data = {}, meta = {} } = result?.structuredContent ?? {}
  if (meta['running'] === true) return { status: 202, data }
  return { status: String(meta['message']).includes('unexpectedly') ? 222 : 200, data }
}

export interface ScenarioResult {
  scenario: MailScenario
  /** The successive HTTP statuses, without repetitions. */
  statuses: number[]
  data: Record<string, unknown>
  right: boolean
}

/** More polls than any scenario needs. */
const MAX_POLLS = 100

/**
 * Polls one scenario until it is answered.
 * @param later lets time pass before a poll: a greylist expects a later attempt, not an immediate one
 * @param cold false if an earlier answer has already taught both sides, so that nothing has to be waited for
 */
export async function playScenario(
  door: VerifierDoor,
  world: MailWorld,
  scenario: MailScenario,
  { later, cold = true }: { later: () => Promise<void>; cold?: boolean },
): Promise<ScenarioResult> {
  const statuses: number[] = []
  let data: Record<string, unknown> = {}
  for (let poll = 0; poll < MAX_POLLS; poll += 1) {
    const answer = await door.ask(world.addressOf(scenario))
    if (statuses.at(-1) !== answer.status) statuses.push(answer.status)
    data = answer.data
    if (answer.status !== 202) break
    await later()
  }
  const inTime = cold ? String(statuses) === String(scenario.http) : statuses.at(-1) === scenario.http.at(-1)
  const named = scenario.also === undefined || data[scenario.also] === true
  const right = inTime && named && data['status'] === scenario.status && flagsOf(data) === scenario.flags
  return { scenario, statuses, data, right }
}

/** Returns one line that says what was wrong. */
export const told = ({ scenario, statuses, data }: ScenarioResult): string =>
  `${scenario.name}: ${statuses.join(',')} ${String(data['status'])} ${flagsOf(data)}, wanted ${scenario.http.join(',')} ${scenario.status} ${scenario.flags}`
