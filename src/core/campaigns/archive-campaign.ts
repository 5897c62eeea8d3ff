import { z } from 'zod'
import { capability } from '../capability/capability.ts'
import { CampaignIdInput } from './campaign-input.ts'
import { cancelArchived } from './campaign-planning.ts'
import { changeRun, campaignWriting } from './campaign-runs.ts'
import { nextState } from './campaign-states.ts'

/** Final: nothing more is sent, and scheduled messages are cancelled, with many recipients after this has answered. */
export const ArchiveCampaign = capability({
  ...campaignWriting,
  name: 'archive_campaign',
  input: CampaignIdInput,
  output: z.object({ data: z.object({ id: z.int(), archived: z.literal(true) }), meta: z.object({}) }),
  run: async (call, { id = 0 }) => {
    const archivedAt = call.clock.now()
    await changeRun(call, id, ({ campaign }) => {
      const status = nextState(campaign.status, 'archive')
      return status === null ? null : { status, preparing: true, archivedAt }
    })
    await cancelArchived(call, call.principal.accountId, id)
    return { data: { id, archived: true as const }, meta: {} }
  },
})
