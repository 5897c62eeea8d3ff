import { CheckCampaign } from '../../../core/campaigns/check-campaign.ts'
import type { CampaignProblem } from '../../../core/campaigns/campaign-runs.ts'
import { GetCampaign } from '../../../core/campaigns/campaigns.ts'
import { PreviewStart } from '../../../core/campaigns/preview-start-campaign.ts'
import { ListSendingDomains } from '../../../core/mailboxes/sending-domains.ts'
import type { SendingDomain } from '../../../core/mailboxes/sending-domains.ts'
import { ALREADY_STARTED, StartCampaign } from '../../../core/campaigns/start-campaign.ts'
import { AppError } from '../../../errors.ts'
import { confirm } from '../../components/confirm.ts'
import { problemList } from '../../components/field.ts'
import { icon } from '../../components/icon.ts'
import { askFor, known, tryAskFor } from '../../page/ask.ts'
import { fieldText } from '../../page/fields.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Content, Html } from '../../page/html.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { form, screen, see } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import { heldList, warningList } from './campaign-guard-card.ts'
import { campaignHome } from './campaign-frame.ts'
import type { CampaignData } from './campaign-frame.ts'

/** What a start would send, from where and when; or what is missing. */
export const CampaignStartScreen = screen({
  scope: 'send',
  asks: ({ params }) => ({
    campaign: askFor(GetCampaign, { id: params['id'] }),
    check: askFor(CheckCampaign, { id: params['id'] }),
    preview: tryAskFor(PreviewStart, { id: params['id'] }),
  }),
  thenAsks: ({ preview }) => ({ domains: preview instanceof AppError ? askFor(ListSendingDomains) : null }),
  title: ({ words }) => words.campaigns.startTitle,
  page: ({ campaign, check, preview, domains }, view) => {
    const effect = known(preview)?.data.effect as StartEffect | undefined
    if (effect?.already_started === true) return already(campaign.data, view)
    if (effect === undefined || !check.data.ready)
      return notReady(campaign.data, { ...check.data, domains: domains?.data ?? [] }, view)
    return question(campaign.data, effect, view)
  },
})

interface StartEffect {
  emails: number
  recipients: number
  mailboxes: readonly string[]
  first_send_at: string | null
  last_send_at: string | null
  already_started?: true
  held?: Readonly<Record<string, number>>
  invalid?: number
  expected_bounces?: { bounces: number; of: number }
  warnings?: Parameters<typeof warningList>[0]
}

/** `2026-03-02 at 09:00 UTC` in the reader's format. */
function moment(text: string | null, { format, words }: View): string {
  const at = text === null ? null : new Date(text.replace(' at ', 'T').replace(' UTC', ':00Z'))
  return at === null || Number.isNaN(at.getTime()) ? words.campaigns.startLater : format.moment(at)
}

const question = ({ id, name }: CampaignData, effect: StartEffect, view: View): Html => {
  const { campaigns } = view.words
  const { emails, recipients, mailboxes, first_send_at, last_send_at } = effect
  return confirm(view, {
    question: campaigns.startQuestion({
      mailCount: emails,
      count: recipients,
      boxes: mailboxes.length,
      when: moment(first_send_at, view),
    }),
    what: html`<p><strong><bdi>${name}</bdi></strong></p>
      <p>${campaigns.from}: <bdi>${mailboxes.join(', ')}</bdi></p>
      ${last_send_at === null ? NOTHING : html`<p>${campaigns.startLast(moment(last_send_at, view))}</p>`}
      ${guarded(id, effect, view)}
      <p>${campaigns.startWhat}</p>`,
    action: to(`/campaigns/${id}/start`),
    fields: { expected_recipients: recipients },
    button: campaigns.startButton(emails),
    isDangerous: false,
    back: to(`/campaigns/${id}/write`),
  })
}

/** Who gets nothing, or not yet, and objections to the sender. */
const guarded = (
  id: number,
  { held = {}, invalid = 0, expected_bounces: expected, warnings = [] }: StartEffect,
  view: View,
): Content => {
  const { guard } = view.words
  const { format } = view
  return [
    Object.keys(held).length > 0 &&
      html`<p>${guard.atStart.held}: <a href="${to(`/campaigns/${id}/schedule`)}">${guard.allow}</a></p>
        ${heldList(held, view)}`,
    invalid > 0 && html`<p>${guard.atStart.invalid(invalid)}</p>`,
    expected !== undefined &&
      html`<p>${expected.bounces < 0.5 ? guard.expectedNone(format.number(expected.of)) : guard.atStart.expected(format.number(Math.round(expected.bounces)), format.number(expected.of))}</p>`,
    warningList(warnings, view),
    view.place.deadLinks !== null &&
      html`<ul class="plain"><li class="warning">${icon('warning')}<span>${guard.atStart.deadLinks(view.place.deadLinks)}</span></li></ul>`,
  ]
}

const already = (campaign: CampaignData, { words }: View): Html =>
  html`<section class="narrow">
    <h1>${words.campaigns.alreadyStarted}</h1>
    <p><a class="button" href="${campaignHome(campaign)}"><bdi>${campaign.name}</bdi></a></p>
  </section>`

/** The screen on which each problem is fixed. */
const PLACES: Readonly<Record<CampaignProblem['problem'], string>> = {
  no_recipients: 'people',
  no_subject: 'write',
  no_body: 'write',
  no_mailbox: 'schedule',
  no_days: 'schedule',
  no_common_hours: 'schedule',
  broken_tag: 'write',
  needs_fallback: 'write',
}

interface Hindrances {
  problems: readonly CampaignProblem[]
  /** The mailboxes it would send from. */
  mailboxes: readonly string[]
  domains: readonly SendingDomain[]
}

/** What prevents a start in a strict account. */
const againstIt = ({ mailboxes, domains }: Hindrances) =>
  domains
    .filter(({ domain, state }) => state === 'not_ready' && mailboxes.some((email) => email.endsWith(`@${domain}`)))
    .flatMap(({ domain, findings }) =>
      findings.filter(({ state }) => state === 'problem').map((finding) => ({ ...finding, domain })),
    )

const notReady = ({ id, name }: CampaignData, hindrances: Hindrances, view: View): Html => {
  const { campaigns } = view.words
  return html`<section class="narrow">
    <h1>${campaigns.notReady}</h1>
    ${problemList(view)}
    <p><strong><bdi>${name}</bdi></strong></p>
    <ul class="plain">
      ${hindrances.problems.map((each) => html`<li class="warning">${icon('warning')}<span>${problemWord(each, view)} <a href="${to(`/campaigns/${id}/${PLACES[each.problem]}`, { step: each.step === null ? null : each.step + 1 })}">${campaigns.mend}</a></span></li>`)}
    </ul>
    ${warningList(againstIt(hindrances), view)}
    <p><a class="button outline" href="${to(`/campaigns/${id}/write`)}">${view.words.general.back}</a></p>
  </section>`
}

function problemWord({ problem, step, tag }: CampaignProblem, { words }: View): string {
  const word = words.campaigns.problem[problem]
  return typeof word === 'string' ? word : word((step ?? 0) + 1, tag ?? '')
}

export const StartCampaignForm = form({
  uses: [StartCampaign],
  on: { path: '/campaigns/:id/start', screen: CampaignStartScreen },
  act: async ({ perform, fields, view }) => {
    const id = view.params['id'] ?? ''
    const { data } = await perform(StartCampaign, {
      id,
      expected_recipients: fieldText(fields, 'expected_recipients'),
    })
    const word = data.message === ALREADY_STARTED ? 'campaigns.startedBefore' : 'campaigns.started'
    return see(to(`/campaigns/${id}/stats`), notice(word, { count: data.recipients_count }))
  },
})
