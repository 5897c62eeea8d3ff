import { ListCampaignResults } from '../../../core/campaigns/campaigns.ts'
import { SearchListChoices } from '../../../core/leads/list-choices.ts'
import { known, tryAskFor } from '../../page/ask.ts'
import type { Found } from '../../page/ask.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import type { View } from '../../page/view.ts'

/** Of each; the lists and the campaigns have pages of their own. */
const SHOWN = 5

/** Looks for lists and campaigns of the account with this text in their names. */
export const askForNamed = (text = '') => {
  const input = text.trim() === '' ? null : { query: text.trim(), limit: SHOWN }
  return {
    lists: input && tryAskFor(SearchListChoices, input),
    campaigns: input && tryAskFor(ListCampaignResults, input),
  }
}

/** Lists and campaigns of the account that are called so. */
export function ownNamed({ lists, campaigns }: Found<ReturnType<typeof askForNamed>>, { words }: View): Html {
  const found = [
    ...(known(lists)?.data.leads_lists ?? []).map(
      ({ id, name }) => [`/lists/${id}`, name, words.general.lists] as const,
    ),
    ...(known(campaigns)?.data ?? []).map(
      ({ id, name }) => [`/campaigns/${id}`, name, words.general.campaigns] as const,
    ),
  ]
  if (found.length === 0) return NOTHING
  return html`<section class="card narrow">
    <h2>${words.search.ownNamed}</h2>
    <ul class="plain">
      ${found.map(([path, name, kind]) => html`<li><a href="${to(path)}"><bdi>${name}</bdi></a> <small class="muted">${kind}</small></li>`)}
    </ul>
  </section>`
}
