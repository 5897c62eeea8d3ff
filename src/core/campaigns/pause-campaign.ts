import { z } from 'zod'
import { capability } from '../capability/capability.ts'
import { CampaignIdInput } from './campaign-input.ts'
import { changeRun, tellRun, campaignWriting } from './campaign-runs.ts'
import { nextState } from './campaign-states.ts'

const Paused = z.object({ id: z.int(), paused: z.literal(true) })
const PausedOutput = z.object({
  data: z.object({
    id: z.int(),
    status: z.literal('paused'),
    /** Messages that would be sent if the campaign continued, whether planned or not. */
    messages_held: z.int(),
  }),
  meta: z.object({}),
})

/** Nothing more is sent; scheduled messages are kept. */
export const PauseCampaign = capability({
  ...campaignWriting,
  name: 'pause_campaign',
  input: CampaignIdInput,
  output: PausedOutput,
  documented: {
    output: z.object({ data: Paused, meta: z.object({}) }),
    of: (answer) => ({ ...answer, data: { id: answer.data.id, paused: true } }),
  },
  run: async (call, { id = 0 }) => {
    const paused = await changeRun(call, id, ({ campaign }) => {
      const status = nextState(campaign.status, 'pause')
      return status === null ? null : { status }
    })
    if (paused.changed) await tellRun(call, 'paused', paused.campaign)
    const { held } = await call.store.recipients.held(call.principal.accountId, id, call.clock.now())
    return { data: { id, status: 'paused' as const, messages_held: held }, meta: {} }
  },
})
