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

/** What an event is called among people; its own name where nobody has one. */
export function eventWord(event: string, { words }: Pick<View, 'words'>): string {
  const names: ReadonlyMap<string, string> = new Map(Object.entries(words.webhooks.events))
  return names.get(event) ?? event
}

interface Named {
  id: number
  name: string
}

/** What a webhook listens to besides its event. */
export function filterWord(
  filter: string | null,
  { lists, campaigns, words }: Pick<View, 'words'> & { lists: readonly Named[]; campaigns: readonly Named[] },
): string {
  const { webhooks } = words
  if (filter === null) return webhooks.everything
  const [kind, id] = filter.split('/')
  const named = (kind === 'leads_list' ? lists : campaigns).find((one) => String(one.id) === id)
  if (named === undefined) return webhooks.gone
  return kind === 'leads_list' ? webhooks.list(named.name) : webhooks.campaign(named.name)
}
