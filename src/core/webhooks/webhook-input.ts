import { z } from 'zod'
import type { Call, Part } from '../../context.ts'
import type { WebhookChanges, WebhookFilter } from '../../db/webhooks/webhooks-store.ts'
import { AppError } from '../../errors.ts'
import type { ErrorItem } from '../../errors.ts'
import { asText, booleanField, idField } from '../../lib/input/field-kinds.ts'
import { field, missing, read } from '../../lib/input/input-fields.ts'
import { pageFields } from '../../lib/input/page-fields.ts'
import { WEBHOOK_EVENTS } from './publish-event.ts'

/** As many as fit into a sentence. */
const NAMED_EVENTS = WEBHOOK_EVENTS.slice(0, 10).join(', ')
const MIN_URL_LENGTH = 12
const MAX_URL_LENGTH = 500

/** Text as sent; whether a record can contain it is decided when it is stored. */
const plainField = (description: string, published: Record<string, unknown> = {}) =>
  field<string>({ type: 'string', description, ...published }, (raw) => read(asText(raw) ?? ' '))

const targetUrl = plainField('Where events are posted: an http(s) URL of 12 to 500 characters.', {
  maxLength: MAX_URL_LENGTH,
})
const event = plainField('The event to be notified of.', { enum: WEBHOOK_EVENTS })
const filterOn = plainField('Only for one campaign, list or watch: sequence/ID, leads_list/ID or watch/ID.')

const includeText = booleanField(
  'include_text',
  'wrong_params',
  'Whether events include the new text of replies, up to 4 kB. Default false.',
)

export const WebhookIdInput = z.object({ id: idField('The id of the webhook.') })

export const CreateWebhookInput = z.object({
  target_url: targetUrl,
  event,
  filter_on: filterOn,
  include_text: includeText,
})

/** Instead of a filter: the webhook gets everything again. */
export const NO_FILTER = 'none'
const filterOrNone = plainField(
  `Only for one campaign, list or watch: sequence/ID, leads_list/ID or watch/ID; ${NO_FILTER} for all.`,
)
export const UpdateWebhookInput = z.object({
  ...WebhookIdInput.shape,
  ...CreateWebhookInput.shape,
  filter_on: filterOrNone,
})
type WebhookInput = z.output<typeof CreateWebhookInput>

export const ListWebhooksInput = z.object(pageFields('webhooks'))
export const ListDeliveriesInput = z.object({ ...WebhookIdInput.shape, ...pageFields('deliveries') })
export const DeliveryInput = z.object({
  ...WebhookIdInput.shape,
  delivery_id: idField('The id of the delivery.'),
})

export const targetAndEventMissing = (given: WebhookInput): ErrorItem[] => [
  ...missing('target_url', given.target_url),
  ...missing('event', given.event),
]

/**
 * The wanted webhook, every part checked.
 * @throws AppError validation_failed for a part that no webhook can have.
 */
export async function webhookChanges(
  call: Part<'principal' | 'webhookClient', 'webhooks'>,
  given: WebhookInput,
): Promise<WebhookChanges> {
  const known = WEBHOOK_EVENTS.find((name) => name === given.event?.toLowerCase())
  if (known === undefined)
    throw invalid(`event must be one of ${NAMED_EVENTS}, or another named in the API description.`)
  if (known === 'optout.requested' && call.principal.accountId !== (await call.store.webhooks.firstAccount()))
    throw invalid('event optout.requested is for operators, in the first account of the installation.')
  return {
    targetUrl: usableTarget(call, given.target_url ?? ''),
    event: known,
    ...(await filterOf(call, given)),
    includeText: given.include_text ?? false,
  }
}

function usableTarget({ webhookClient }: Pick<Call, 'webhookClient'>, text: string): string {
  const isFitting = text.length >= MIN_URL_LENGTH && text.length <= MAX_URL_LENGTH
  const verdict = isFitting ? webhookClient.accepts(text) : 'no_url'
  if (verdict === 'yes') return oneSpelling(text)
  if (verdict === 'private_address') throw invalid('target_url must not point at a private address.')
  if (verdict === 'bad_port')
    throw invalid('target_url must use port 80, 443 or 8000 to 65535, or one the operator allows.')
  throw invalid(
    `target_url must be an http or https URL of ${MIN_URL_LENGTH} to ${MAX_URL_LENGTH} characters, without credentials.`,
  )
}

/**
 * In the form it is posted to: with host in lower case, and without its final dot, a usual port, an empty query or a fragment,
 * so that one target has one spelling.
 */
function oneSpelling(text: string): string {
  const url = new URL(text)
  url.hostname = url.hostname.replace(/\.$/, '')
  url.hash = ''
  if (url.search === '') url.search = '' // drops a question mark with nothing behind it
  return url.href
}

/** `filter_on` for one record, in the parameter's format. */
export const filterText = (kind: 'campaign' | 'list', id: number): string =>
  `${kind === 'campaign' ? 'sequence' : 'leads_list'}/${id}`

const FILTER = /^(sequence|leads_list|watch)\/([1-9]\d{0,14})$/

async function filterOf(
  { store, principal }: Part<'principal', 'webhooks'>,
  { filter_on }: WebhookInput,
): Promise<Pick<WebhookChanges, 'filterKind' | 'filterId'>> {
  if (filter_on === undefined) return { filterKind: null, filterId: null }
  const match = FILTER.exec(filter_on)
  if (match === null) throw invalid('filter_on must be sequence/ID, leads_list/ID or watch/ID.')
  const filterKind = match[1] as WebhookFilter
  const filterId = Number(match[2])
  if (!(await store.webhooks.knows(principal.accountId, filterKind, filterId)))
    throw invalid(`filter_on ${filterKind}/${filterId} does not exist.`)
  return { filterKind, filterId }
}

/** @throws AppError validation_failed for a record that the account does not have. */
export async function demandRecord(
  { store, principal }: Part<'principal', 'webhooks'>,
  argument: 'campaign_id' | 'leads_list_id',
  id: number,
): Promise<void> {
  const kind = argument === 'campaign_id' ? 'sequence' : 'leads_list'
  if (!(await store.webhooks.knows(principal.accountId, kind, id))) throw invalid(`${argument} ${id} does not exist.`)
}

const invalid = (details: string) => new AppError('validation_failed', details)
