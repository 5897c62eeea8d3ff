import { MINUTE_MS } from '../../lib/process/clock.ts'
import { NO_PAYLOAD } from '../../lib/process/job-kind.ts'
import { job } from '../capability/job.ts'
import { writeEvent } from '../webhooks/publish-event.ts'
import type { EventNeeds } from '../webhooks/webhook-needs.ts'
import { lookAtDomain } from './sending-domain-looks.ts'
import type { DomainNeeds } from './sending-domain-looks.ts'

const DOMAINS_A_LOOK = 50
const AT_ONCE = 5
/** How long a process that dies delays the domains it has taken. */
const TAKEN_MS = 30 * MINUTE_MS

type Needs = DomainNeeds & EventNeeds

/** Checks the domains that accounts send from again: once a day, and sooner if something changed or DNS did not answer. */
export const CheckDomains = job({
  name: 'check-domains',
  payload: NO_PAYLOAD,
  concurrency: 1,
  schedule: '*/10 * * * *',
  run: (context: Needs, _, signal) => checkDomains(context, signal),
})

/** Checks the domains that are due. Any number of processes may run it. */
export async function checkDomains(context: Needs, signal: AbortSignal): Promise<void> {
  const { store, clock, log } = context
  const now = clock.now()
  const due = await store.sendingDomains.takeDue(now, new Date(now.getTime() + TAKEN_MS), DOMAINS_A_LOOK)
  const queue = due.values()
  const look = async (): Promise<void> => {
    for (const { accountId, domain } of queue) {
      if (signal.aborted) return
      try {
        await lookAgain(context, accountId, domain)
      } catch (error) {
        log.error({ err: error, accountId, domain }, 'The domain of a mailbox could not be checked.')
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, look))
}

/** A change to or from "not ready" is published, in the transaction that stores it: the next look would find nothing new. */
async function lookAgain(context: Needs, accountId: number, domain: string): Promise<void> {
  const { store, database } = context
  const id = await store.sendingDomains.mailboxOf(accountId, domain)
  const mailbox = id === null ? null : await store.mailboxes.find(accountId, id)
  if (mailbox === null) return
  const [known] = await store.sendingDomains.list(accountId, domain)
  const isNew = (known?.checkedAt ?? null) === null
  await lookAtDomain(context, accountId, mailbox, (save, { state, findings }) =>
    database.pool.inOne(async () => {
      await save()
      const turned = (known?.state === 'not_ready') !== (state === 'not_ready')
      if (!turned || (isNew && state !== 'not_ready')) return
      const found = findings.filter((one) => one.state === 'problem')
      const problems = found.map(({ code, sentence }) => ({ code, sentence }))
      await writeEvent(context, accountId, { type: 'domain.changed', data: { domain, state, problems } })
    }),
  )
}
