import { asksFirst } from '../../components/confirm.ts'
import type { z } from 'zod'
import type { CheckSendingDomain } from '../../../core/mailboxes/check-sending-domain.ts'
import { copyBox } from '../../components/copy-box.ts'
import { enhance } from '../../components/enhance.ts'
import { icon } from '../../components/icon.ts'
import type { IconName } from '../../components/icon.ts'
import { time } from '../../components/time.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import type { View } from '../../page/view.ts'
import { proofForm } from './proof-form.ts'
import { sendersCard } from './senders-card.ts'

type Answer = z.output<(typeof CheckSendingDomain)['output']>
type Found = Answer['data']['findings'][number]

const DOMAIN_LOOKS: Readonly<Record<Answer['data']['state'], readonly [colour: string, icon: IconName]>> = {
  ready: ['valid', 'valid'],
  weak: ['accept_all', 'warning'],
  not_ready: ['invalid', 'invalid'],
  unknown: ['unknown', 'unknown'],
}
const LOOKS: Readonly<Record<Found['state'], readonly [colour: string, icon: IconName]>> = {
  info: ['unknown', 'unknown'],
  warning: ['accept_all', 'warning'],
  problem: ['invalid', 'invalid'],
  unknown: ['unknown', 'unknown'],
}

export interface DomainOf {
  id: number
  email: string
  /** Null until requested: the page does not wait for DNS. */
  found: Answer['data'] | null
  /** Requested together with it. */
  senders: Parameters<typeof sendersCard>[0]
  hasKey: boolean
  /** Other mailboxes that are read. */
  others: readonly string[]
}

/** What DNS says about a mailbox's domain; a separate part, loaded after the page. */
export const domainCard = ({ id, email, found, senders, hasKey, others }: DomainOf, view: View): Html => {
  const { mailboxes } = view.words
  const path = to(`/mailboxes/${id}`, { dns: 'ask' })
  const isWaiting = found === null
  return html`<section class="card" id="domain"${isWaiting ? enhance({ get: path, target: 'domain', trigger: { afterMs: 50 } }) : NOTHING}>
    <div class="row apart">
      <h2>${mailboxes.domain(email.slice(email.lastIndexOf('@') + 1))}</h2>
      <a class="button outline small" href="${path}"${enhance({ get: path, target: 'domain' })}>${icon('running')}${isWaiting ? mailboxes.ask : mailboxes.askAgain}</a>
    </div>
    ${found === null ? html`<p class="muted scripted">${mailboxes.asking}</p>` : [answer(found, view), sendersCard(senders, view)]}
    ${view.can('write') ? keyForms(id, hasKey, view) : NOTHING}
    ${proofForm({ id, proof: found?.proof ?? null, others }, view)}
  </section>`
}

const answer = ({ domain, state, findings, checked_at }: Answer['data'], view: View): Html => {
  const { mailboxes } = view.words
  const [colour, drawing] = DOMAIN_LOOKS[state]
  return html`<p class="muted">
      <span class="chip" data-status="${colour}">${icon(drawing)}${mailboxes.domainStates[state]}</span>
      ${mailboxes.asked} ${time(checked_at ?? '', view.format)}
    </p>
    ${findings.every((one) => one.state === 'info') ? html`<p>${mailboxes.noFindings}</p>` : NOTHING}
    <ul class="plain">
      ${findings.map((one) => line(one, domain, view))}
    </ul>`
}

const line = (one: Found, domain: string, { words }: View): Html => {
  const { mailboxes } = words
  const [colour, drawing] = LOOKS[one.state]
  const { record } = one
  return html`<li>
    <span class="chip" data-status="${colour}">${icon(drawing)}${mailboxes.findingStates[one.state]}</span>
    <span>${mailboxes.finding(one, domain)}</span>
    ${
      record === null
        ? NOTHING
        : html`<div class="stack">
            ${copyBox(record.name, { words, label: mailboxes.recordName })}
            ${copyBox(record.value, { words, label: mailboxes.recordValue, lines: true })}
          </div>`
    }
  </li>`
}

const keyForms = (id: number, hasKey: boolean, { words, once }: View): Html =>
  hasKey
    ? html`<p><a${asksFirst(to(`/mailboxes/${id}/dkim/remove`))}>${words.mailboxes.removeKey}</a></p>`
    : html`<form method="post" action="${to(`/mailboxes/${id}/dkim`)}">
        <input type="hidden" name="once" value="${once}" />
        <button class="outline small">${icon('key')}${words.mailboxes.makeKey}</button>
        <small class="muted">${words.mailboxes.makeKeyHint}</small>
      </form>`
