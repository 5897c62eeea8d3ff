import { JSON_HEADERS, raw, rpc } from '../../../test/support/doors/mcp-client.ts'
import type { TaskWorld } from './task-world.ts'

/**
 * Forty calls that must not act: invalid confirmations, outdated numbers, a made-up state, and callers without the
 * right. Afterwards, everything they were aimed at is unchanged.
 */

type Args = Record<string, unknown>

interface Aim {
  campaign: number
  lead: number
  email: string
}

interface RefusedCall {
  tool: string
  args: (aim: Aim) => Args
  as?: 'reader' | 'writer'
  /** Where the connection is limited. */
  path?: string
  /** What a client sends as the state of an earlier question. */
  requestState?: string
}

/** What models send as a confirmation that is not one. */
const NO_YES: readonly unknown[] = [undefined, null, false, '', 'yes', 'ok', 1, 'confirmed', [true]]

const ACTING: readonly { tool: string; args: (aim: Aim) => Args }[] = [
  { tool: 'start_campaign', args: ({ campaign }) => ({ campaign_id: campaign }) },
  { tool: 'cancel_recipients', args: ({ campaign, email }) => ({ campaign_id: campaign, emails: [email] }) },
  { tool: 'delete_lead', args: ({ lead }) => ({ id: lead }) },
]

export const REFUSED_CALLS: readonly RefusedCall[] = [
  ...ACTING.flatMap(({ tool, args }) =>
    NO_YES.map((confirm) => ({
      tool,
      args: (aim: Aim) => ({ ...args(aim), ...(confirm !== undefined && { confirm }) }),
    })),
  ),
  ...ACTING.map(({ tool, args }) => ({ tool, args: (aim: Aim) => ({ ...args(aim), confirmed: 'perhaps' }) })),
  ...ACTING.map(({ tool, args }) => ({ tool, args: confirmed(args), as: 'reader' as const })),
  ...ACTING.map(({ tool, args }) => ({ tool, args: confirmed(args), path: '/mcp?readonly=true' })),
  {
    tool: 'start_campaign',
    args: ({ campaign }) => ({ campaign_id: campaign, confirm: true }),
    as: 'writer',
  },
  {
    tool: 'start_campaign',
    args: ({ campaign }) => ({ campaign_id: campaign, confirm: true, expected_recipients: 99 }),
  },
  {
    tool: 'start_campaign',
    args: ({ campaign }) => ({ campaign_id: campaign }),
    requestState:
      '9999999999999.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  },
  { tool: 'delete_lead', args: ({ lead }) => ({ id: lead + 1_000, confirm: true }) },
]

function confirmed(args: (aim: Aim) => Args): (aim: Aim) => Args {
  return (aim) => ({ ...args(aim), confirm: true })
}

/**
 * Makes all calls.
 * @returns those after which something had changed
 */
export async function actedInstead(world: Pick<TaskWorld, 'origin' | 'key'>): Promise<string[]> {
  const { origin, key } = world
  const ask = async (method: string, path: string, body?: unknown, as = key) => {
    const headers = { 'x-api-key': as, 'content-type': 'application/json' }
    const response = await fetch(origin + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return (response.status === 204 ? {} : await response.json()) as {
      data: Record<string, never> & { id: number; token: string }
    }
  }
  const keys = {
    reader: (await ask('POST', '/v2/api-keys', { name: 'Reads', read_only: true })).data.token,
    writer: (await ask('POST', '/v2/api-keys', { name: 'Writes', no_send: true })).data.token,
  }
  const email = 'ana.refused@maker1.example'
  const lead = (await ask('POST', '/v2/leads', { email })).data.id
  const { data } = await ask('GET', '/v2/sequences?started=false')
  const campaign = (data as unknown as { sequences: { id: number }[] }).sequences[0]?.id ?? 0
  await ask('POST', `/v2/sequences/${campaign}/recipients`, { emails: [email] })
  const state = async (): Promise<string> =>
    JSON.stringify([
      await ask('GET', `/v2/sequences/${campaign}`),
      await ask('GET', `/v2/sequences/${campaign}/recipients`),
      await ask('GET', `/v2/leads/${lead}`),
    ])
  const before = await state()
  const acted: string[] = []
  for (const { tool, args, as, path = '/mcp', requestState } of REFUSED_CALLS) {
    const sent = args({ campaign, lead, email })
    const params = { name: tool, arguments: sent, ...(requestState !== undefined && { requestState }) }
    const headers = { ...JSON_HEADERS, 'X-API-KEY': as === undefined ? key : keys[as] }
    await raw(origin, { path, headers, body: rpc('tools/call', params) })
    if ((await state()) !== before) acted.push(`${tool} ${JSON.stringify(sent)} by ${as ?? 'the owner'}`)
  }
  return acted
}
