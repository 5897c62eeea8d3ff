import { z } from 'zod'
import { capability } from '../capability/capability.ts'
import { CampaignIdInput } from './campaign-input.ts'
import { changeRun, tellRun, campaignWriting } from './campaign-runs.ts'
import { nextState } from './campaign-states.ts'

const PausedOutput = z.object({ data: z.object({ id: z.int(), paused: z.literal(true) }), meta: z.object({}) })

/** Nothing further leaves; what is scheduled is kept. */
export const PauseCampaign = capability({
  ...campaignWriting,
  name: 'pause_campaign',
  input: CampaignIdInput,
  output: PausedOutput,
  run: async (call, { id = 0 }) => {
    const paused = await changeRun(call, id, ({ campaign }) => {
      const status = nextState(campaign.status, 'pause')
      return status === null ? null : { status }
    })
    if (paused.changed) await tellRun(call, 'paused', paused.campaign)
    return { data: { id, paused: true as const }, meta: {} }
  },
})
