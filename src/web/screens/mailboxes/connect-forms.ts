import { CreateMailboxConnect, RepeatMailboxConnect } from '../../../core/connects/mailbox-connects.ts'
import { fieldText } from '../../page/fields.ts'
import { html } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import { form } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import { NewMailboxScreen } from './new-mailbox-screen.ts'
import { MailboxScreen } from './mailbox-screen.ts'

/** Continues to the provider by a link, because a form must not lead to another origin. */
const goOn = (url: string, view: View): { kind: 'page'; title: string; body: Html } => {
  const { consent, connect } = view.words.mailboxes
  return {
    kind: 'page',
    title: connect,
    body: html`<section class="narrow stack">
      <h1>${connect}</h1>
      <p>${consent.goOnHint}</p>
      <p><a class="button" href="${url}" rel="noreferrer">${consent.goOn(new URL(url).hostname)}</a></p>
      <p><a href="${to('/mailboxes')}">${view.words.general.cancel}</a></p>
    </section>`,
  }
}

export const ConnectMailboxForm = form({
  uses: [CreateMailboxConnect],
  on: { path: '/mailboxes/new', screen: NewMailboxScreen },
  confirmed: true,
  act: async ({ perform, fields, view }) => {
    const { data } = await perform(CreateMailboxConnect, { provider: fieldText(fields, 'provider') })
    return goOn(data.authorize_url ?? '', view)
  },
})

export const ReconnectMailboxForm = form({
  uses: [RepeatMailboxConnect],
  on: { path: '/mailboxes/:id', screen: MailboxScreen },
  confirmed: true,
  act: async ({ perform, fields, view }) => {
    const provider = fieldText(fields, 'provider') || undefined
    const { data } = await perform(RepeatMailboxConnect, { id: view.params['id'], provider })
    return goOn(data.authorize_url ?? '', view)
  },
})
