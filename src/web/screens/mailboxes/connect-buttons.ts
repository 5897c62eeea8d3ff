import { hidden } from '../../components/field.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Content, Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import type { View } from '../../page/view.ts'

type Providers = readonly { name: string; title: string }[]

/** One button for each provider at which the owner of a mailbox can consent. */
export const connectButtons = (providers: Providers, view: View): Content =>
  providers.length === 0
    ? NOTHING
    : html`${buttons(providers, '/mailboxes/connect', view)}
      <h2>${view.words.mailboxes.consent.byPassword}</h2>`

/** The same for a mailbox that has used a password until now. */
export const insteadOfPassword = (providers: Providers, mailboxId: number, view: View): Content =>
  providers.length === 0
    ? NOTHING
    : html`<p>${view.words.mailboxes.consent.instead}</p>
      ${buttons(providers, `/mailboxes/${mailboxId}/connect`, view)}`

const buttons = (providers: Providers, path: string, { words: { mailboxes } }: View): Html =>
  html`<div class="row">
    ${providers.map(
      ({ name, title }) =>
        html`<form method="post" action="${to(path)}">${hidden({ provider: name })}<button class="outline">${mailboxes.consent.withProvider(title)}</button></form>`,
    )}
  </div>`

/** What the provider lets Quarry do with a mailbox, and a button if consent is needed again. */
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
          ? html`<form method="post" action="${to(`/mailboxes/${mailboxId}/connect`)}"><button class="${oauth.state === 'needs_consent' ? 'small' : 'outline small'}">${consent.again}</button></form>`
          : NOTHING
      }
    </dd>`
}
