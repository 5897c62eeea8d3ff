import { audit } from '../accounts/audit.ts'
import { capability } from '../capability/capability.ts'
import { MailboxIdInput } from '../mailboxes/mailbox-input.ts'
import { backToWork, tellResumed } from './judge-sender.ts'
import { findHealth, healthOf, OneHealth } from './mailbox-health.ts'

/** The mailbox sends again and is watched; what it sent before no longer counts. */
export const ResumeMailbox = capability({
  name: 'resume_mailbox',
  group: 'others',
  scope: 'write',
  input: MailboxIdInput,
  output: OneHealth,
  run: async (call, { id = 0 }) => {
    const { store, principal, clock } = call
    const { accountId } = principal
    const now = clock.now()
    await call.database.pool.together()
    await call.database.pool.inOne(async () => {
      const judged = await store.health.judgeMailbox(accountId, id, now, (health) => {
        const { band, restReason, sendingStatus } = health
        if (band !== 'stopped' && restReason === null && sendingStatus !== 'paused') return null
        return { ...backToWork(health, now), stops: 0, sendingStatus: 'active' }
      })
      if (judged === null) return
      await audit(call, 'mailbox_resumed', { subject: judged.before.email })
      await tellResumed(call, accountId, judged.before)
    })
    return { data: healthOf(await findHealth(call, id), now), meta: {} }
  },
})
