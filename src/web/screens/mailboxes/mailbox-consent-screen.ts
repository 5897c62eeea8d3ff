import type { ConnectQuestion } from '../../../core/connects/arrive-connect.ts'
import { hidden } from '../../components/field.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import { retold } from '../../page/problems.ts'
import type { View } from '../../page/view.ts'

/** What people see on their return from the provider of their mailbox: one question, and the outcome. */

export const askPage = ({ nonce, email, provider, owner }: ConnectQuestion, { words }: View): Html => {
  const { consent } = words.mailboxes
  return html`<section class="narrow stack">
    <h1>${words.mailboxes.connect}</h1>
    <p>${consent.question(owner, email ?? consent.yourMailbox(provider))}</p>
    <form method="post" action="/oauth/mail/callback" class="stack">
      ${hidden({ nonce })}
      <p><button>${consent.allow}</button></p>
    </form>
    <p class="muted">${consent.elseClose}</p>
  </section>`
}

export const connectedPage = (mailboxId: number, { words, me }: View): Html => {
  const { consent } = words.mailboxes
  return html`<section class="narrow stack">
    <h1>${consent.done}</h1>
    <p>${consent.mayClose}</p>
    ${me === null ? NOTHING : html`<p><a class="button" href="${to(`/mailboxes/${mailboxId}`)}">${consent.toMailbox}</a></p>`}
  </section>`
}

export const notConnectedPage = (problem: string, { words, me }: View): Html => {
  const { consent } = words.mailboxes
  return html`<section class="narrow stack">
    <h1>${consent.notConnected}</h1>
    <p role="alert" data-variant="danger"><span>${retold(problem, words)}</span></p>
    ${me === null ? NOTHING : html`<p><a class="button outline" href="${to('/mailboxes/new')}">${words.mailboxes.connect}</a></p>`}
  </section>`
}
