import { z } from 'zod'
import type { Part } from '../../context.ts'
import type { WebhookChanges } from '../../db/webhooks/webhooks-store.ts'
import { AppError } from '../../errors.ts'
import { booleanField, idField } from '../../lib/input/field-kinds.ts'
import { capability } from '../capability/capability.ts'
import { CreateWebhookInput, demandRecord, filterText, targetAndEventMissing, webhookChanges } from './webhook-input.ts'
import { CreateWebhook, DeleteWebhook, MAX_WEBHOOKS } from './webhooks.ts'

/** Identifies a webhook by its event and target, without its id. */
export const SetWebhookInput = z.object({
  event: CreateWebhookInput.shape.event,
  target_url: CreateWebhookInput.shape.target_url.meta({
    description:
      'Where events are posted: an http(s) URL of 12 to 500 characters. To remove a webhook, its host is enough.',
  }),
  campaign_id: idField('Only events of this campaign.'),
  leads_list_id: idField('Only events of this list.'),
  remove: booleanField('remove', 'wrong_params', 'true removes it instead.'),
})
type SetWebhookInput = z.output<typeof SetWebhookInput>

const Shown = z.object({
  id: z.int(),
  event: z.string(),
  target_url: z.string(),
  /** For a new webhook only, shown this one time. */
  secret: z.string().nullable(),
})

/** Creates a webhook unless it exists, or removes it. Creating one needs the scope `send`, because data leaves through it. */
export const SetWebhook = capability({
  name: 'set_webhook',
  group: 'others',
  scope: 'write',
  input: SetWebhookInput,
  output: z.object({ data: Shown, meta: z.object({ created: z.boolean(), removed: z.boolean() }) }),
  check: targetAndEventMissing,
  run: async (call, given, received) => {
    const { wanted, changes, found } = await look(call, given)
    if (given.remove === true) {
      const { id } = found ?? (await theOneThere(call, changes))
      const { data } = await DeleteWebhook.run(call, { id }, received)
      return { data: { ...shown(data), secret: null }, meta: { created: false, removed: true } }
    }
    if (found !== null) {
      const { id, event, targetUrl } = found
      return { data: { id, event, target_url: targetUrl, secret: null }, meta: { created: false, removed: false } }
    }
    if (!call.principal.scopes.has('send'))
      throw new AppError('forbidden', 'A key without the scope send cannot create a webhook.')
    const { data } = await CreateWebhook.run(call, wanted, received)
    return { data: { ...shown(data), secret: data.secret }, meta: { created: true, removed: false } }
  },
})

/** What would be sent where; null if nothing more would be sent than already is. */
export const PreviewSetWebhook = capability({
  name: 'preview_set_webhook',
  group: 'others',
  scope: 'write',
  input: SetWebhookInput,
  output: z.object({
    data: z.object({ effect: z.record(z.string(), z.unknown()), question: z.string() }).nullable(),
    meta: z.object({}),
  }),
  check: targetAndEventMissing,
  run: async (call, given) => {
    const { wanted, changes, found } = await look(call, given)
    if (given.remove === true || found !== null) return { data: null, meta: {} }
    const { event, targetUrl } = changes
    const only = wanted.filter_on === undefined ? {} : { only: wanted.filter_on }
    const effect = { event, target_url: targetUrl, ...only, data_leave: true }
    return { data: { effect, question: `Notify ${targetUrl} of every ${event} from now on?` }, meta: {} }
  },
})

const shown = ({ id, event, target_url }: { id: number; event: string; target_url: string }) => ({
  id,
  event,
  target_url,
})

/** The wanted webhook, every part checked, and an existing one that is identical. */
async function look(
  call: Part<'principal' | 'webhookClient', 'webhooks'>,
  { event, campaign_id: campaign, leads_list_id: list, ...given }: SetWebhookInput,
) {
  if (campaign !== undefined && list !== undefined)
    throw new AppError('wrong_params', 'Send either campaign_id or leads_list_id.', { field: 'leads_list_id' })
  if (campaign !== undefined) await demandRecord(call, 'campaign_id', campaign)
  if (list !== undefined) await demandRecord(call, 'leads_list_id', list)
  const ofCampaign = campaign === undefined ? undefined : filterText('campaign', campaign)
  const filter_on = list === undefined ? ofCampaign : filterText('list', list)
  // To remove a webhook, a host alone is enough, as accounts show it.
  const isHost = given.remove === true && given.target_url?.includes('://') === false
  const target_url = isHost ? `https://${given.target_url}/` : given.target_url
  const wanted = { event, target_url, filter_on }
  const changes = await webhookChanges(call, wanted)
  const { webhooks } = await call.store.webhooks.list(call.principal.accountId, { limit: MAX_WEBHOOKS, offset: 0 })
  const found = webhooks.find(
    (each) =>
      each.event === changes.event &&
      each.targetUrl === changes.targetUrl &&
      each.filterKind === changes.filterKind &&
      each.filterId === changes.filterId,
  )
  return { wanted, changes, found: found ?? null }
}

/**
 * Callers who see only a target's host can name no more of it: this finds the only webhook for the event at that host or, if
 * there are several, the one for the same campaign or list, or for all.
 */
async function theOneThere(
  { store, principal }: Part<'principal', 'webhooks'>,
  { event, targetUrl, filterKind, filterId }: WebhookChanges,
) {
  const host = URL.parse(targetUrl)?.host
  const { webhooks } = await store.webhooks.list(principal.accountId, { limit: MAX_WEBHOOKS, offset: 0 })
  const there = webhooks.filter((each) => each.event === event && URL.parse(each.targetUrl)?.host === host)
  const alike = there.filter((each) => each.filterKind === filterKind && each.filterId === filterId)
  const [found, ...others] = there.length === 1 ? there : alike
  if (found !== undefined && others.length === 0) return found
  if (there.length === 0) throw new AppError('not_found', 'There is no webhook with this event and target_url.')
  const details = `${there.length} webhooks for this event post to this host, but none to exactly this target_url. Send the full target_url of the one you mean.`
  throw new AppError('wrong_params', details, { field: 'target_url' })
}
