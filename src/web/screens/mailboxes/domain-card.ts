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

type Answer = z.output<(typeof CheckSendingDomain)['output']>
type Check = Answer['data']['checks'][number]

const LOOKS: Readonly<Record<Check['state'], readonly [colour: string, icon: IconName]>> = {
  ok: ['valid', 'valid'],
  warning: ['accept_all', 'warning'],
  problem: ['invalid', 'invalid'],
  unknown: ['unknown', 'unknown'],
}

export interface DomainOf {
  id: number
  email: string
  /** Null while nobody has asked: the page comes without waiting for DNS. */
  found: Answer['data'] | null
  hasKey: boolean
}

/** What DNS says of the domain of a mailbox; a part of its own, which asks by itself when the page is there. */
export const domainCard = ({ id, email, found, hasKey }: DomainOf, view: View): Html => {
  const { mailboxes } = view.words
  const path = to(`/mailboxes/${id}`, { dns: 'ask' })
  const isWaiting = found === null
  return html`<section class="card" id="domain"${isWaiting ? enhance({ get: path, target: 'domain', trigger: { afterMs: 50 } }) : NOTHING}>
    <div class="row apart">
      <h2>${mailboxes.domain(email.slice(email.lastIndexOf('@') + 1))}</h2>
      <a class="button outline small" href="${path}"${enhance({ get: path, target: 'domain' })}>${icon('running')}${isWaiting ? mailboxes.ask : mailboxes.askAgain}</a>
    </div>
    ${
      found === null
        ? html`<p class="muted scripted">${mailboxes.asking}</p>`
        : html`<p class="muted">${mailboxes.asked} ${time(found.checked_at, view.format)}</p>
            <ul class="plain">
              ${found.checks.map((check) => line(check, view))}
            </ul>`
    }
    ${view.can('write') ? keyForms(id, hasKey, view) : NOTHING}
  </section>`
}

const line = ({ check, state, finding, record, policy }: Check, { words }: View): Html => {
  const { mailboxes } = words
  const [colour, drawing] = LOOKS[state]
  return html`<li>
    <span class="chip" data-status="${colour}" title="${mailboxes.states[state]}">${icon(drawing)}${mailboxes.checks[check]}</span>
    <span>${mailboxes.findings[finding]} ${policy === null ? NOTHING : html`<code>${mailboxes.policy(policy)}</code>`}</span>
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
    ? html`<p><a href="${to(`/mailboxes/${id}/dkim/remove`)}">${words.mailboxes.removeKey}</a></p>`
    : html`<form method="post" action="${to(`/mailboxes/${id}/dkim`)}">
        <input type="hidden" name="once" value="${once}" />
        <button class="outline small">${icon('key')}${words.mailboxes.makeKey}</button>
        <small class="muted">${words.mailboxes.makeKeyHint}</small>
      </form>`
