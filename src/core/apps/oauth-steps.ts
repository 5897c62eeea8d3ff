import { z } from 'zod'
import type { StepRow } from '../../db/apps/oauth-steps-store.ts'
import { capability } from '../capability/capability.ts'
import { STEP_NAMES } from './note-step.ts'
import { ADVICE, adviceOn } from './step-advice.ts'

/** What connectors requested from us, to see why one does not connect. */

const MOST_STEPS = 50

const Step = z.object({
  at: z.iso.datetime(),
  step: z.enum(STEP_NAMES),
  outcome: z.string(),
  redirect_host: z.string().nullable(),
  scopes: z.array(z.string()).nullable(),
  user_agent: z.string().nullable(),
  request_id: z.string().nullable(),
  detail: z.string().nullable(),
})

const Connection = z.object({
  client: z.string().nullable(),
  advice: z.enum(ADVICE),
  redirect_host: z.string().nullable(),
  steps: z.array(Step),
})

const stepOf = ({
  at,
  step,
  outcome,
  redirectHost,
  scopes,
  userAgent,
  requestId,
  detail,
}: StepRow): z.output<typeof Step> => ({
  at: at.toISOString(),
  step: STEP_NAMES.find((name) => name === step) ?? 'refused',
  outcome,
  redirect_host: redirectHost,
  scopes: scopes === null ? null : [...scopes],
  user_agent: userAgent,
  request_id: requestId,
  detail,
})

/** The last steps by connection, newest first: the account's, or all of them for the operator. */
export const ListOauthSteps = capability({
  name: 'list_oauth_steps',
  group: 'others',
  scope: 'team',
  input: z.object({}),
  output: z.object({ data: z.array(Connection), meta: z.object({ total: z.int() }) }),
  run: async ({ store, clock, principal }) => {
    const isOperator = principal.scopes.has('operator') || principal.via === 'shell'
    const rows = await store.oauthSteps.list(isOperator ? null : principal.accountId, MOST_STEPS)
    const groups = [...Map.groupBy(rows, ({ connection }) => connection.toString('hex')).values()]
    const now = clock.now()
    const data = groups.map((steps) => {
      const newest = steps[0]?.at.getTime() ?? 0
      const goesOn = rows.some(({ client, at }) => client !== null && at.getTime() >= newest)
      return {
        client: steps.find(({ client }) => client !== null)?.client ?? null,
        advice: adviceOn(steps, { now, goesOn }),
        redirect_host: steps.find(({ redirectHost }) => redirectHost !== null)?.redirectHost ?? null,
        steps: steps.map(stepOf),
      }
    })
    return { data, meta: { total: rows.length } }
  },
})
