import { Webhook } from 'standardwebhooks'
import type { DeliveryOutcome, DueDelivery } from '../../db/webhooks/webhook-deliveries-store.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../lib/process/clock.ts'
import { SecretBoxError } from '../../lib/secrets/secret-box.ts'
import { EVERY_MINUTE, NO_PAYLOAD } from '../../lib/process/job-kind.ts'
import { job } from '../capability/job.ts'
import { openSecret } from './signing-secret.ts'
import type { WebhookTurns } from './delivery-order.ts'
import type { WebhookNeeds } from './webhook-needs.ts'

type PostResult = Awaited<ReturnType<WebhookNeeds['webhookClient']['post']>>

/** A target that takes longer gets another attempt later. */
const DEADLINE_MS = 15 * SECOND_MS
/** Longer than an attempt: a process that keeps one this long has died. */
const LEASE_MS = 2 * DEADLINE_MS
/** Waits before the second to the tenth attempt. */
const RETRY_WAITS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
]
/** Keeps deliveries that failed together from being retried together. */
const RETRY_SPREAD = 0.1
/** The key is available again only when somebody configures it. */
const NO_KEY_WAIT_MS = 5 * MINUTE_MS
/** After nothing but failures for this long, a webhook is considered abandoned. */
const DISABLED_AFTER_MS = 5 * DAY_MS
/** Simultaneous attempts in one process. */
const ATTEMPTS_AT_ONCE = 16

/** A round waiting for a slow target must not keep the next from starting. */
const ROUNDS = 4

/** Delivers events to the webhooks that subscribe to them. */
export const DeliverWebhooks = job({
  name: 'deliver-webhooks',
  payload: NO_PAYLOAD,
  concurrency: ROUNDS,
  schedule: EVERY_MINUTE,
  run: (context: WebhookNeeds & { webhookTurns: WebhookTurns }, _, signal) =>
    deliverDueWebhooks(context, signal, context.webhookTurns),
})

/** Delivers what is due until nothing is, or `signal` aborts. Several processes share the outbox. */
export async function deliverDueWebhooks(
  context: WebhookNeeds,
  signal: AbortSignal,
  /** Shared by the rounds of this process. */
  turns: WebhookTurns,
): Promise<void> {
  const deliverers: Promise<void>[] = []
  const failures: unknown[] = []
  const start = (): void => {
    if (deliverers.length < ATTEMPTS_AT_ONCE)
      deliverers.push(deliverer().catch((error: unknown) => void failures.push(error)))
  }
  const deliverer = async (): Promise<void> => {
    let isFirst = true
    while (!signal.aborted) {
      const delivery = await turns.choose(() => nextDelivery(context, turns))
      if (delivery === null) return
      // Deliverers start one by one while there is work: if nothing is due, only one asks, not all of them.
      if (isFirst) start()
      isFirst = false
      try {
        await attempt(context, delivery, turns, signal)
      } finally {
        turns.end(delivery)
      }
    }
  }
  start()
  // The array grows while its members are awaited.
  for (const each of deliverers) await each
  if (failures.length > 0) throw failures[0]
}

/** The next delivery whose target may be tried; deliveries to other targets are postponed on the way. */
async function nextDelivery(
  { store, clock }: Pick<WebhookNeeds, 'store' | 'clock'>,
  turns: WebhookTurns,
): Promise<DueDelivery | null> {
  for (;;) {
    const now = clock.now()
    const delivery = await store.webhookDeliveries.takeDue(now, new Date(now.getTime() + LEASE_MS), turns.busy())
    const closedUntil = delivery === null ? null : turns.closedUntil(delivery.targetUrl, now)
    if (delivery !== null && closedUntil === null) turns.begin(delivery)
    if (delivery === null || closedUntil === null) return delivery
    await store.webhookDeliveries.putOff(delivery, now, closedUntil)
  }
}

async function attempt(
  context: WebhookNeeds,
  delivery: DueDelivery,
  turns: WebhookTurns,
  signal: AbortSignal,
): Promise<void> {
  const { webhookClient, store, clock, queue } = context
  const { targetUrl, payload } = delivery
  const headers = signedHeaders(context, delivery, clock.now())
  if (headers instanceof SecretBoxError) return putOffForKey(context, delivery, headers.message)
  const result = await webhookClient.post(targetUrl, { headers, body: payload, deadlineMs: DEADLINE_MS, signal })
  // Aborted by the end of this process, not by the target: the lease expires and another process continues.
  if (result.outcome === 'refused' && result.reason === 'aborted') return
  const now = clock.now()
  turns.note(targetUrl, result.outcome === 'answered' && result.status < SERVER_FAULT, now)
  const outcome = outcomeOf(delivery, result, now)
  await store.webhookDeliveries.settle(delivery, outcome, now)
  if (outcome.status !== 'pending') return
  const waitMs = outcome.dueAt.getTime() - now.getTime()
  await queue.send(
    DeliverWebhooks,
    {},
    { singletonKey: `${delivery.accountId}:${delivery.id}`, startAfterSeconds: Math.ceil(waitMs / SECOND_MS) },
  )
}

/** The fault is this installation's, so it does not count as a failure; it is retried until the key is back. */
const putOffForKey = ({ store, clock }: WebhookNeeds, delivery: DueDelivery, problem: string): Promise<void> =>
  store.webhookDeliveries.hold(delivery, problem, new Date(clock.now().getTime() + NO_KEY_WAIT_MS))

/** Headers of standard-webhooks; for a day after a rotation, the previous secret signs too. */
function signedHeaders(
  context: WebhookNeeds,
  delivery: DueDelivery,
  now: Date,
): Record<string, string> | SecretBoxError {
  const { eventId, payload, secretSealed, previousSecretSealed, previousUntil } = delivery
  const isRotating = previousSecretSealed !== null && previousUntil !== null && previousUntil > now
  const secrets = isRotating ? [secretSealed, previousSecretSealed] : [secretSealed]
  try {
    const signatures = secrets.map((sealed) => new Webhook(openSecret(context, sealed)).sign(eventId, now, payload))
    return {
      'webhook-id': eventId,
      'webhook-timestamp': String(Math.floor(now.getTime() / SECOND_MS)),
      'webhook-signature': signatures.join(' '),
    }
  } catch (error) {
    if (error instanceof SecretBoxError) return error
    throw error
  }
}

function outcomeOf({ attempts, failingSince }: DueDelivery, result: PostResult, now: Date): DeliveryOutcome {
  const responseStatus = result.outcome === 'answered' ? result.status : null
  const settled = { responseStatus, dueAt: now }
  if (responseStatus !== null && responseStatus >= 200 && responseStatus < 300)
    return { ...settled, status: 'success', problem: null, disables: false }
  const problem = problemOf(result)
  const isGone = responseStatus === GONE
  const isDead = failingSince !== null && now.getTime() - failingSince.getTime() >= DISABLED_AFTER_MS
  const waitMs = RETRY_WAITS_MS[attempts - 1]
  if (isGone || isDead || waitMs === undefined)
    return { ...settled, status: 'error', problem, disables: isGone || isDead }
  const spread = 1 + RETRY_SPREAD * (2 * Math.random() - 1)
  return { ...settled, status: 'pending', problem, dueAt: new Date(now.getTime() + waitMs * spread), disables: false }
}

/** RFC 9110 15.5.11: the target no longer exists. */
const GONE = 410
/** RFC 9110 15.6: the fault is the target's, not the request's. */
const SERVER_FAULT = 500

function problemOf(result: PostResult): string {
  if (result.outcome === 'answered') return `The target answered with status ${result.status}.`
  return PROBLEMS[result.reason] ?? 'The target could not be reached.'
}

const PROBLEMS: Partial<Record<(PostResult & { outcome: 'refused' })['reason'], string>> = {
  timeout: `The target did not answer within ${DEADLINE_MS / SECOND_MS} seconds.`,
  private_address: 'The target has a private address; QUARRY_WEBHOOK_ALLOW_PRIVATE allows these.',
  bad_port: "Webhooks may not use the target's port; QUARRY_WEBHOOK_PORTS allows more.",
  unknown_host: "The target's host does not resolve.",
  tls: "The target's certificate is not valid.",
  protocol: 'The target did not answer with HTTP.',
}
