import { z } from 'zod'
import { capability } from '../capability/capability.ts'

const State = z.object({
  id: z.int(),
  created_at: z.iso.datetime(),
  /** Since when every delivery has failed; null while they arrive. */
  failing_since: z.iso.datetime().nullable(),
  /** If set, nothing is delivered until the webhook is changed. */
  disabled_at: z.iso.datetime().nullable(),
})

/** The state of an account's webhooks; newest first. */
export const ListWebhookStates = capability({
  name: 'list_webhook_states',
  group: 'others',
  scope: 'read',
  isLight: true,
  input: z.object({}),
  output: z.object({ data: z.array(State), meta: z.object({}) }),
  run: async ({ store, principal }) => {
    const states = await store.webhooks.states(principal.accountId)
    const data = states.map(({ id, createdAt, failingSince, disabledAt }) => ({
      id,
      created_at: createdAt.toISOString(),
      failing_since: failingSince?.toISOString() ?? null,
      disabled_at: disabledAt?.toISOString() ?? null,
    }))
    return { data, meta: {} }
  },
})
