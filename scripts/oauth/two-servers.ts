import { setTimeout as sleep } from 'node:timers/promises'
import {
  callMcp,
  connect,
  newBrowser,
  newProof,
  openConsent,
  press,
  redeem,
  refresh,
  registeredId,
} from '../../test/support/oauth/oauth-client.ts'
import type { Tokens } from '../../test/support/oauth/oauth-client.ts'
import type { ServerProcess } from '../support/bench-process.ts'
import type { OauthHouse } from './oauth-house.ts'

/** Two servers on one database: an app that is disconnected at one is refused by the other, and tabs refresh at both. */

const DEADLINE_MS = 20_000
/** By then every server has been notified of what has ended. */
const HEARD_MS = 250
const LOOK_EVERY_MS = 10

const statusAt = async (origin: string, token: string): Promise<number> => (await callMcp(origin, token, 'ping')).status

/** The milliseconds until it answers a previously cached token with 401, for each round; sorted. */
export async function revocations(
  { origin, cookie }: OauthHouse,
  second: ServerProcess,
  rounds: number,
): Promise<number[]> {
  const took: number[] = []
  const clientId = await registeredId(origin)
  for (let round = 0; round < rounds; round += 1) {
    const { access_token: token } = await connect(origin, cookie, { clientId })
    if ((await statusAt(second.origin, token)) !== 200) throw new Error('The second server does not know the token.')
    const body = new URLSearchParams({ token, client_id: clientId })
    await fetch(`${origin}/oauth/revoke`, { method: 'POST', body })
    const endedAt = performance.now()
    while ((await statusAt(second.origin, token)) !== 401) {
      if (performance.now() - endedAt > DEADLINE_MS) throw new Error('The second server goes on with the token.')
      await sleep(LOOK_EVERY_MS)
    }
    took.push(performance.now() - endedAt)
  }
  return took.toSorted((a, b) => a - b)
}

/**
 * Counts the rounds in which two tabs refresh with the same token at the same moment, at two servers, and one loses its
 * connection.
 */
export async function tabsThrownOut(
  { origin, cookie }: OauthHouse,
  second: ServerProcess,
  rounds: number,
): Promise<number> {
  let thrownOut = 0
  const clientId = await registeredId(origin)
  let { refresh_token: token } = await connect(origin, cookie, { clientId })
  for (let round = 0; round < rounds; round += 1) {
    const answers = await Promise.all([refresh(origin, clientId, token), refresh(second.origin, clientId, token)])
    const pairs = await Promise.all(answers.map(async (answer) => (await answer.json()) as Partial<Tokens>))
    const statuses = await Promise.all(pairs.map(({ access_token: access = '' }) => statusAt(origin, access)))
    if (statuses.some((status) => status !== 200)) thrownOut += 1
    token = pairs.find((pair) => pair.refresh_token !== undefined)?.refresh_token ?? token
  }
  return thrownOut
}

/** Counts the rounds in which a code sent to both servers at the same moment is still worth something in the end. */
export async function codesWorthSomething(
  { origin, cookie }: OauthHouse,
  second: ServerProcess,
  rounds: number,
): Promise<number> {
  let worth = 0
  const clientId = await registeredId(origin)
  for (let round = 0; round < rounds; round += 1) {
    const proof = newProof()
    const browser = newBrowser(cookie)
    const end = await press(browser, await openConsent(browser, origin, { clientId, proof }))
    const sent = { code: end.searchParams.get('code') ?? '', client_id: clientId, code_verifier: proof.verifier }
    const answers = await Promise.all([redeem(origin, sent), redeem(second.origin, sent)])
    const tokens = await Promise.all(answers.map(async (answer) => (await answer.json()) as Partial<Tokens>))
    await sleep(HEARD_MS)
    const statuses = await Promise.all(tokens.map(({ access_token: token = 'none' }) => statusAt(origin, token)))
    if (statuses.includes(200)) worth += 1
  }
  return worth
}
