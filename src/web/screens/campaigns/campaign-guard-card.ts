import type { z } from 'zod'
import type { CampaignGuard } from '../../../core/campaigns/campaign-output.ts'
import type { DomainWarning } from '../../../core/guard/domain-warnings.ts'
import { icon } from '../../components/icon.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Content, Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import type { View } from '../../page/view.ts'
import { ownValue } from '../../../lib/text/own-value.ts'

type Guard = z.output<typeof CampaignGuard>
type Held = Readonly<Record<string, number>>

/** Why a campaign stopped or slowed down automatically, and to which recipients it does not write yet. */
export const guardCard = (id: number, { guard, held }: { guard: Guard | null; held: Held }, view: View): Content => [
  guard === null || guard.pause === null ? NOTHING : pauseCard(guard.pause, view),
  guard?.slowed === true
    ? html`<p class="warning">${icon('warning')}<span>${view.words.guard.slowed}</span></p>`
    : NOTHING,
  heldCard(id, held, view),
]

const pauseCard = ({ sent, bounced, of, verdicts }: NonNullable<Guard['pause']>, view: View): Html => {
  const { words, format } = view
  const { guard } = words
  const all = verdicts.reduce((sum, { count }) => sum + count, 0)
  return html`<section class="card">
    <h2>${icon('pause')} ${guard.paused}</h2>
    <p>${guard.pausedAfter(format.number(sent), format.number(bounced), format.number(of))}</p>
    ${
      all === 0
        ? NOTHING
        : html`<p>${guard.recipientsAre}: ${verdicts.map(({ verdict, count }) => guard.share(format.percent(count / all), verdictWord(verdict, view))).join(', ')}</p>`
    }
    <p class="muted">${guard.resumeWhat}</p>
  </section>`
}

function verdictWord(verdict: string, { words }: View): string {
  const known = ownValue(words.general.status as Readonly<Record<string, { word: string }>>, verdict)
  return known?.word ?? words.guard.unverified
}

const heldCard = (id: number, held: Held, view: View): Html => {
  const all = Object.values(held).reduce((sum, count) => sum + count, 0)
  if (all === 0) return NOTHING
  const { guard } = view.words
  return html`<section class="card">
    <h2>${guard.heldTitle(all)}</h2>
    <p class="muted">${guard.heldWhat}</p>
    ${heldList(held, view)}
    ${view.can('write') ? html`<p><a href="${to(`/campaigns/${id}/schedule`)}">${guard.allow}</a></p>` : NOTHING}
  </section>`
}

/** How many recipients wait for a first email, by reason. */
export const heldList = (held: Held, { words, format }: View): Html =>
  html`<ul class="plain">
    ${Object.entries(held).map(([by, count]) => html`<li>${ownValue(words.guard.held, by)?.(format.number(count)) ?? `${format.number(count)}: ${by}`}</li>`)}
  </ul>`

/** What receivers may object to in its mailboxes' domains. */
export const warningList = (warnings: readonly z.output<typeof DomainWarning>[], { words }: View): Content =>
  warnings.length === 0
    ? NOTHING
    : html`<p>${words.guard.atStart.warnings}:</p>
        <ul class="plain">
          ${warnings.map((one) => html`<li class="warning">${icon('warning')}<span>${words.mailboxes.finding(one, one.domain)}</span></li>`)}
        </ul>`
