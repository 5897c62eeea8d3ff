import { hidden } from '../../components/field.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Content } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import type { View } from '../../page/view.ts'

/** One button for each provider at which the owner of a mailbox can consent. */
export const connectButtons = (
  providers: readonly { name: string; title: string }[],
  { words: { mailboxes } }: View,
): Content =>
  providers.length === 0
    ? NOTHING
    : html`<div class="row">
        ${providers.map(
          ({ name, title }) =>
            html`<form method="post" action="${to('/mailboxes/connect')}">${hidden({ provider: name })}<button class="outline">${mailboxes.consent.withProvider(title)}</button></form>`,
        )}
      </div>
      <h2>${mailboxes.consent.byPassword}</h2>`

/** What the provider lets Quarry do with a mailbox, and a button where it has to be asked again. */
export const permissionOf = (
  mailboxId: number,
  oauth: { provider: string; state: 'active' | 'failing' | 'needs_consent' | 'client_broken' } | null,
  view: View,
): Content => {
  const { consent } = view.words.mailboxes
  if (oauth === null) return NOTHING
  return html`<dt>${consent.permission}</dt>
    <dd>
      <bdi>${oauth.provider}</bdi>: ${consent.states[oauth.state]}<br /><span class="muted">${consent.liveOn}</span>
      ${
        view.can('write')
          ? html`<form method="post" action="${to(`/mailboxes/${mailboxId}/connect`)}"><button class="outline small">${consent.again}</button></form>`
          : NOTHING
      }
    </dd>`
}
