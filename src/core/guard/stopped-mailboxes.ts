import { z } from 'zod'
import type { Part } from '../../context.ts'
import type { Campaign } from '../../db/campaigns/campaigns-store.ts'

/** How many are named. */
const MOST = 5

export const StoppedMailboxes = z.array(z.object({ mailbox: z.string().max(254), problem: z.string() })).max(MOST)

/** Mailboxes of a campaign that send nothing until somebody does something about it. */
export async function stoppedMailboxes(
  { store, clock }: Part<'clock', 'mailboxStates'>,
  { accountId, mailboxIds }: Campaign,
): Promise<z.output<typeof StoppedMailboxes>> {
  const states = await store.mailboxStates.list(accountId, null, clock.now())
  return states
    .filter(({ id }) => mailboxIds.includes(id))
    .flatMap(({ email, sending_status: status, problem }) => {
      const why = status === 'paused' ? 'It is paused.' : problem
      return why === null ? [] : [{ mailbox: email, problem: why }]
    })
    .slice(0, MOST)
}
