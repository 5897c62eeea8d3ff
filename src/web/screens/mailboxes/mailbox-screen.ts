import { asksFirst } from '../../components/confirm.ts'
import { ListDoubtfulMails } from '../../../core/answers/doubtful-mails.ts'
import { GetDmarcSources } from '../../../core/dmarc/get-dmarc-sources.ts'
import { CheckSendingDomain } from '../../../core/mailboxes/check-sending-domain.ts'
import { GetMailboxHealth } from '../../../core/guard/mailbox-health.ts'
import { ListMailboxCampaigns } from '../../../core/mailboxes/mailbox-campaigns.ts'
import { ListMailboxStates } from '../../../core/mailboxes/mailbox-states.ts'
import type { MailboxState } from '../../../core/mailboxes/mailbox-states.ts'
import { GetMailbox } from '../../../core/mailboxes/mailboxes.ts'
import type { MailboxRecord } from '../../../core/mailboxes/mailbox-output.ts'
import { hidden, problemList } from '../../components/field.ts'
import { icon } from '../../components/icon.ts'
import { time } from '../../components/time.ts'
import { askFor, known, tryAskFor } from '../../page/ask.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Content, Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import { screen } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import { permissionOf } from './connect-buttons.ts'
import { healthCard } from './health-card.ts'
import { domainCard } from './domain-card.ts'
import { mailboxChip, problemWord, readerChip, withCode } from './mailbox-words.ts'
import { domainOfAddress } from '../../../lib/addresses/email-address.ts'

const DOUBTFUL = 20

const asksDns = ({ query }: View): boolean => query['dns'] === 'ask'

/** One mailbox: its state, what it may send today, what DNS says about its domain, who sends from it. */
export const MailboxScreen = screen({
  scope: 'read',
  asks: (view) => {
    const { id } = view.params
    const whole = view.part === null
    return {
      mailbox: askFor(GetMailbox, { id }),
      health: whole ? tryAskFor(GetMailboxHealth, { id }) : null,
      states: askFor(ListMailboxStates),
      campaigns: whole ? askFor(ListMailboxCampaigns, { id, limit: 100, include_archived: true }) : null,
      doubtful: whole ? askFor(ListDoubtfulMails, { id, limit: DOUBTFUL }) : null,
      domain: asksDns(view) ? tryAskFor(CheckSendingDomain, { id }) : null,
    }
  },
  thenAsks: ({ mailbox }, view) => ({
    senders: asksDns(view) ? tryAskFor(GetDmarcSources, { domain: domainOfAddress(mailbox.data.email) }) : null,
  }),
  title: (_, { mailbox }) => mailbox.data.email,
  page: (found, view) => {
    const { data } = found.mailbox
    const state = found.states.data.find((one) => one.id === data.id)
    const health = found.health === null ? null : known(found.health)
    return html`<div class="row apart">
        <h1><bdi>${data.email}</bdi> ${state === undefined ? NOTHING : state.purpose === 'reports' && state.state === 'sends' ? readerChip(view) : mailboxChip(state.state, view)}</h1>
        <div class="row">${view.can('write') ? actions(data, view) : NOTHING}</div>
      </div>
      ${problemList(view)}
      <div class="columns">
        <div class="stack">
          ${state === undefined ? NOTHING : standing(data, state, view)}
          ${health === null || data.purpose === 'reports' ? NOTHING : healthCard(health.data, data.ramp, view)} ${usedBy(found.campaigns?.data ?? [], view)}
          ${doubtfulMails(found.doubtful, view)}
        </div>
        ${domainOf(found, view)}
      </div>`
  },
  parts: { domain: (found, view) => domainOf(found, view) },
})

type DomainFound = Parameters<typeof domainCard>[0]['found']
type Senders = Parameters<typeof domainCard>[0]['senders']

const domainOf = (
  found: {
    mailbox: { data: MailboxRecord }
    states: { data: readonly MailboxState[] }
    domain: { data: NonNullable<DomainFound> } | Error | null
    senders: { data: NonNullable<Senders> } | Error | null
  },
  view: View,
): Html => {
  const { id, email, dkim } = found.mailbox.data
  const domain = found.domain instanceof Error ? null : found.domain
  const senders = found.senders instanceof Error ? null : found.senders
  const shown = { found: known(domain)?.data ?? null, senders: known(senders)?.data ?? null }
  const others = found.states.data.filter((one) => one.is_read && domainOfAddress(one.email) !== domainOfAddress(email))
  return domainCard({ id, email, hasKey: dkim !== null, others: others.map((one) => one.email), ...shown }, view)
}

const actions = ({ id, sending_status: status, oauth }: MailboxRecord, { words }: View): Content => {
  const { mailboxes } = words
  const isPaused = status === 'paused'
  const path = `/mailboxes/${id}`
  const linkTo = (place: string, word: string) =>
    html`<a class="button outline small" href="${to(`${path}/${place}`)}">${word}</a>`
  return [
    html`<form method="post" action="${to(`${path}/test`)}"><button class="outline small">${icon('running')}${mailboxes.test}</button></form>`,
    html`<form method="post" action="${to(`${path}/pause`)}">
      ${hidden({ sending_status: isPaused ? 'active' : 'paused' })}
      <button class="outline small">${icon(isPaused ? 'play' : 'pause')}${isPaused ? mailboxes.resume : mailboxes.pause}</button>
    </form>`,
    linkTo('settings', mailboxes.settings),
    linkTo('servers', oauth === null ? mailboxes.servers : mailboxes.serversAlone),
    html`<a class="button outline small"${asksFirst(to(`${path}/disconnect`))}>${mailboxes.disconnect}</a>`,
  ]
}

const standing = (mailbox: MailboxRecord, state: MailboxState, view: View): Html => {
  const { words, format } = view
  const { mailboxes } = words
  const securityOf = (name: 'tls' | 'starttls' | 'none') =>
    name === 'none' ? mailboxes.notEncrypted : mailboxes.securities[name]
  const { smtp, imap } = mailbox
  return html`<section class="card">
    ${[...new Set([state.problem, state.imap_problem])].map((problem) => (problem === null ? NOTHING : html`<p class="warning">${icon('warning')}<span>${withCode(problemWord(problem, words))}</span></p>`))}
    ${state.rest_until === null || state.rest_reason !== 'sender_limit' ? NOTHING : html`<p class="warning">${icon('warning')}<span>${mailboxes.restsUntil(format.time(new Date(state.rest_until)))}</span></p>`}
    <dl class="facts">
      <dt>${mailboxes.today}</dt>
      <dd>
        ${mailboxes.todayOf(format.number(state.sent_today), format.number(state.cap))}${state.next_send_at === null ? NOTHING : html` · ${mailboxes.nextSend(format.time(new Date(state.next_send_at)))}`}
      </dd>
      ${smtp === null ? NOTHING : html`<dt>${mailboxes.sending}</dt><dd><bdi>${mailboxes.servesAs(smtp.host, smtp.port, securityOf(smtp.security))}</bdi></dd>`}
      <dt>${mailboxes.reading}</dt>
      <dd>
        ${imap === null ? mailboxes.notRead : html`<bdi>${mailboxes.servesAs(imap.host, imap.port, securityOf(imap.security))}</bdi><br /><span class="muted">${state.read_at === null ? mailboxes.notReadYet : time(state.read_at, format)}</span>`}
      </dd>
      ${permissionOf(mailbox.id, mailbox.oauth, view)}
      ${mailbox.signature === null ? NOTHING : html`<dt>${mailboxes.signature}</dt><dd><pre class="mail-text"><bdi>${mailbox.signature}</bdi></pre></dd>`}
    </dl>
  </section>`
}

const usedBy = (campaigns: readonly { id: number; name: string; emails_scheduled: number }[], { words }: View): Html =>
  html`<section class="card">
    <h2>${words.mailboxes.usedBy}</h2>
    ${
      campaigns.length === 0
        ? html`<p class="muted">${words.mailboxes.usedByNone}</p>`
        : html`<ul class="plain">
            ${campaigns.map(({ id, name, emails_scheduled: count }) => html`<li><a href="${to(`/campaigns/${id}/stats`)}"><bdi>${name}</bdi></a>${count === 0 ? NOTHING : html` <span class="muted">${words.campaigns.mails(count)}</span>`}</li>`)}
          </ul>`
    }
  </section>`

interface Doubtful {
  data: readonly {
    id: number
    claims: 'replied' | 'bounced' | 'unsubscribed'
    doubt: string
    explanation: string
    seen_at: string
    message: { to: string; sequence_id: number }
  }[]
}

const doubtfulMails = (found: Doubtful | null, { words, format }: View): Html => {
  const { mailboxes } = words
  if (found === null || found.data.length === 0) return NOTHING
  const why = (doubt: string, explanation: string) =>
    Object.entries(mailboxes.doubts).find(([known]) => known === doubt)?.[1] ?? explanation
  return html`<details class="card">
    <summary>${mailboxes.doubtful}: ${format.number(found.data.length)}</summary>
    <p class="muted">${mailboxes.doubtfulWhat}</p>
    <ul class="plain">
      ${found.data.map((mail) => html`<li><bdi>${mailboxes.about(mailboxes.seems[mail.claims], mail.message.to)}</bdi>, ${time(mail.seen_at, format)}<br /><small class="muted">${why(mail.doubt, mail.explanation)}</small></li>`)}
    </ul>
  </details>`
}
