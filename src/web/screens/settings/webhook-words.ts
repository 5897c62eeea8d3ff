import { EVENT_NAMES, WEBHOOK_EVENTS } from '../../../core/webhooks/publish-event.ts'
import { filterText } from '../../../core/webhooks/webhook-input.ts'
import { stateChip } from '../../components/state-chip.ts'
import { time } from '../../components/time.ts'
import { html } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import type { View } from '../../page/view.ts'

export interface WebhookCondition {
  failing_since: string | null
  disabled_at: string | null
}

/** Whether deliveries arrive, and since when they do not. */
export function conditionOf(state: WebhookCondition | undefined, { words, format }: View): Html {
  const { states } = words.webhooks
  const at = state?.disabled_at ?? state?.failing_since ?? null
  if (at === null) return stateChip('good', states.works.word, states.works.sentence)
  const chip =
    state?.disabled_at === null
      ? stateChip('warning', states.failing.word, states.failing.sentence)
      : stateChip('bad', states.disabled.word, states.disabled.sentence)
  return html`${chip} <small class="muted">${time(at, format)}</small>`
}

const NAMES: ReadonlyMap<string, (typeof EVENT_NAMES)[keyof typeof EVENT_NAMES]> = new Map(Object.entries(EVENT_NAMES))

/** The everyday name of an event; its own name if there is none. */
export function eventWord(event: string, { words }: Pick<View, 'words'>): string {
  const name = NAMES.get(event)
  return name === undefined ? event : words.webhooks.events[name]
}

/** All events to choose from. */
export const eventChoices = ({ words }: Pick<View, 'words'>): (readonly [string, string])[] =>
  WEBHOOK_EVENTS.map((event) => [event, eventWord(event, { words })] as const)

interface Named {
  id: number
  name: string
}

/** What a webhook is limited to, besides its event. */
export function filterWord(
  filter: string | null,
  { lists, campaigns, words }: Pick<View, 'words'> & { lists: readonly Named[]; campaigns: readonly Named[] },
): string {
  const { webhooks } = words
  if (filter === null) return webhooks.everything
  const list = lists.find(({ id }) => filterText('list', id) === filter)
  if (list !== undefined) return webhooks.list(list.name)
  const campaign = campaigns.find(({ id }) => filterText('campaign', id) === filter)
  return campaign === undefined ? webhooks.gone : webhooks.campaign(campaign.name)
}

/** Everything, or one list or campaign; any other filter is kept unchanged. */
export const filterChoices = (
  everything: string,
  { lists, campaigns, words }: Parameters<typeof filterWord>[1],
  kept: string | null = null,
): (readonly [string, string])[] => {
  const known = [
    [everything, words.webhooks.everything] as const,
    ...lists.map(({ id, name }) => [filterText('list', id), words.webhooks.list(name)] as const),
    ...campaigns.map(({ id, name }) => [filterText('campaign', id), words.webhooks.campaign(name)] as const),
  ]
  if (kept === null || known.some(([value]) => value === kept)) return known
  return [...known, [kept, filterWord(kept, { lists, campaigns, words })] as const]
}
