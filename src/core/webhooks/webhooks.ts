/** Events, delivered to servers that subscribe to them. */

import { z } from 'zod'
import type { Part } from '../../context.ts'
import type { Webhook } from '../../db/webhooks/webhooks-store.ts'
import { AppError } from '../../errors.ts'
import { DAY_MS } from '../../lib/process/clock.ts'
import { DEFAULT_ROWS, ShownPage } from '../../lib/input/page-fields.ts'
import { capability } from '../capability/capability.ts'
import { newSecret, sealSecret } from './signing-secret.ts'
import {
  CreateWebhookInput,
  ListWebhooksInput,
  NO_FILTER,
  targetAndEventMissing,
  UpdateWebhookInput,
  WebhookIdInput,
  webhookChanges,
} from './webhook-input.ts'

/** How long the previous secret signs alongside the new one. */
const ROTATION_MS = DAY_MS

export const MAX_WEBHOOKS = 20

/** Programs written for the documented API expect no other keys: only a filter and texts add some. */
const Record = z.object({
  id: z.int(),
  target_url: z.string(),
  event: z.string(),
  filter_on: z.string().optional(),
  include_text: z.literal(true).optional(),
})
const WithSecret = Record.extend({ secret: z.string() })
const NoMeta = z.object({})

const shared = { group: 'others' } as const

const recordOf = ({ id, targetUrl, event, filterKind, filterId, includeText }: Webhook): z.output<typeof Record> => ({
  id,
  target_url: targetUrl,
  event,
  ...(filterKind !== null && { filter_on: `${filterKind}/${filterId}` }),
  ...(includeText && { include_text: true as const }),
})

export const ListWebhooks = capability({
  ...shared,
  name: 'list_webhooks',
  scope: 'read',
  input: ListWebhooksInput,
  output: z.object({
    data: z.array(Record),
    meta: ShownPage,
  }),
  run: async ({ store, principal }, { limit = DEFAULT_ROWS, offset = 0 }) => {
    const { webhooks, total } = await store.webhooks.list(principal.accountId, { limit, offset })
    return { data: webhooks.map(recordOf), meta: { total, limit, offset } }
  },
})

/** Data leaves the installation through it, as mail does. The answer shows the secret, this one time. */
export const CreateWebhook = capability({
  ...shared,
  name: 'create_webhook',
  findMade: ({ store, principal }, id) => store.webhooks.find(principal.accountId, id),
  scope: 'send',
  input: CreateWebhookInput,
  output: z.object({ data: WithSecret, meta: NoMeta }),
  check: targetAndEventMissing,
  run: async (call, given) => {
    const wanted = await webhookChanges(call, given)
    const secret = newSecret()
    const { store, principal, clock } = call
    const added = await store.webhooks.add(principal.accountId, wanted, sealSecret(call, secret), {
      now: clock.now(),
      most: MAX_WEBHOOKS,
    })
    if (added === null) throw sameWebhook()
    if (added === 'too_many')
      throw new AppError('validation_failed', `An account has at most ${MAX_WEBHOOKS} webhooks: delete one first.`)
    return { data: { ...recordOf(added), secret }, meta: {}, status: 201 as const }
  },
})

export const GetWebhook = capability({
  ...shared,
  name: 'get_webhook',
  scope: 'read',
  input: WebhookIdInput,
  output: z.object({ data: Record, meta: NoMeta }),
  run: async (call, { id = 0 }) => ({ data: recordOf(await findWebhook(call, id)), meta: {} }),
})

/** Parameters not sent change nothing; another target, or including texts, needs the scope `send`. */
export const UpdateWebhook = capability({
  ...shared,
  name: 'update_webhook',
  scope: 'write',
  input: UpdateWebhookInput,
  output: z.object({ data: Record, meta: NoMeta }),
  run: async (call, { id = 0, ...given }) => {
    const { target_url, event, filter_on, include_text } = recordOf(await findWebhook(call, id))
    const wanted = await webhookChanges(call, {
      target_url: given.target_url ?? target_url,
      event: given.event ?? event,
      filter_on: given.filter_on === NO_FILTER ? undefined : (given.filter_on ?? filter_on),
      include_text: given.include_text ?? include_text,
    })
    if (!call.principal.scopes.has('send')) {
      if (wanted.targetUrl !== target_url)
        throw new AppError('forbidden', "A key without the scope send cannot change a webhook's target_url.")
      if (wanted.includeText && include_text !== true)
        throw new AppError('forbidden', 'A key without the scope send cannot include reply texts in a webhook.')
    }
    const changed = await call.store.webhooks.change(call.principal.accountId, id, wanted)
    if (changed === 'taken') throw sameWebhook()
    if (changed === null) throw noSuchWebhook(id)
    return { data: recordOf(changed), meta: {} }
  },
})

export const DeleteWebhook = capability({
  ...shared,
  name: 'delete_webhook',
  scope: 'write',
  input: WebhookIdInput,
  output: z.object({ data: Record, meta: NoMeta }),
  run: async ({ store, principal }, { id = 0 }) => {
    const removed = await store.webhooks.remove(principal.accountId, id)
    if (removed === null) throw noSuchWebhook(id)
    return { data: recordOf(removed), meta: {}, status: 204 as const }
  },
})

/** Creates a new secret; for a day both sign, so that no delivery is refused meanwhile. */
export const RotateWebhookSecret = capability({
  ...shared,
  name: 'rotate_webhook_secret',
  scope: 'write',
  input: WebhookIdInput,
  output: z.object({ data: WithSecret, meta: NoMeta }),
  run: async (call, { id = 0 }) => {
    const secret = newSecret()
    const until = new Date(call.clock.now().getTime() + ROTATION_MS)
    const { store, principal } = call
    const rotated = await store.webhooks.rotateSecret(principal.accountId, id, sealSecret(call, secret), until)
    if (rotated === null) throw noSuchWebhook(id)
    return { data: { ...recordOf(rotated), secret }, meta: {} }
  },
})

/** @throws AppError not_found, also for webhooks of other accounts. */
export async function findWebhook({ store, principal }: Part<'principal', 'webhooks'>, id: number): Promise<Webhook> {
  const webhook = await store.webhooks.find(principal.accountId, id)
  if (webhook === null) throw noSuchWebhook(id)
  return webhook
}

/** It never existed, belongs to another account, or was removed. */
export const noSuchWebhook = (id: number) => new AppError('not_found', `There is no webhook with id ${id}.`)

const sameWebhook = () =>
  new AppError('validation_failed', 'target_url is already used by a webhook with the same event and filter.')
