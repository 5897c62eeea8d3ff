import type { z } from 'zod'
import type { OneHealth } from '../../../core/guard/mailbox-health.ts'
import type { MailboxRecord } from '../../../core/mailboxes/mailbox-output.ts'
import { icon } from '../../components/icon.ts'
import { time } from '../../components/time.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Content, Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import type { View } from '../../page/view.ts'
import { bandChip } from './mailbox-words.ts'

type Health = z.output<typeof OneHealth>['data']

/** The response to a mailbox's emails, what it may therefore send, and how to resume it when it rests. */
export const healthCard = (health: Health, ramp: MailboxRecord['ramp'], view: View): Html => {
  const { guard } = view.words
  const { format } = view
  const band = guard.bands[health.band]
  const { sent, bounced, refused, complained, replied } = health.windows.days_30
  const month = {
    sent: format.number(sent),
    bounced: format.number(bounced),
    refused: format.number(refused),
    complained: format.number(complained),
    replied: format.number(replied),
  }
  return html`<section class="card" id="health">
    <h2>${guard.health} ${ramp === 'off' ? NOTHING : bandChip(health.band, view)}</h2>
    <p>${ramp === 'off' ? guard.notJudged : health.sign === null ? band.sentence : signSaid(health.sign, view)}${health.since === null ? NOTHING : html` <span class="muted">${time(health.since, format)}</span>`}</p>
    ${restSaid(health, view)}
    <dl class="facts">
      <dt>${guard.may}</dt>
      <dd>${guard.mayOf(format.number(health.sent_24_hours), format.number(health.cap), format.number(health.weekly_cap))}</dd>
      <dt>${guard.grows}</dt>
      <dd>${health.plan === null ? html`<span class="muted">${guard.doesNotGrow}</span>` : guard.growsBy(health.plan.next.map((cap) => format.number(cap)).join(', '), health.plan.days_left)}</dd>
      <dt>${guard.month}</dt>
      <dd>${guard.monthOf(month)}</dd>
    </dl>
    ${sendAgain(health, view)}
    ${health.bounces_read ? NOTHING : html`<p class="muted">${guard.bouncesUnread}</p>`}
    <details>
      <summary>${guard.complaintsTitle}</summary>
      <p class="muted">${guard.complaintsWhat}</p>
    </details>
  </section>`
}

const signSaid = ({ kind, count, of }: NonNullable<Health['sign']>, { words, format }: View): string =>
  words.guard.signs[kind](format.number(count), format.number(of))

/** Any other rest was imposed by its provider, and says nothing about its health. */
const rests = ({ band, waits_for_person: waits }: Health): boolean => band === 'stopped' || waits

const restSaid = (health: Health, view: View): Content => {
  const { guard } = view.words
  const until = health.rest_until
  if (!rests(health)) return NOTHING
  return html`<p class="warning">${icon('pause')}<span>${until === null ? guard.restsForPerson : guard.restsUntil(view.format.moment(new Date(until)))}</span></p>`
}

const sendAgain = (health: Health, view: View): Content => {
  const { guard } = view.words
  if (!rests(health) || !view.can('write')) return NOTHING
  return html`<form method="post" action="${to(`/mailboxes/${health.id}/resume`)}">
    <button class="outline small">${icon('play')}${guard.sendAgain}</button>
    <small class="muted">${guard.sendAgainHint}</small>
  </form>`
}
