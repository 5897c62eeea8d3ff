import type { z } from 'zod'
import { CONSENT_WORDS } from '../../../core/campaigns/campaign-input.ts'
import type { CampaignGuard } from '../../../core/campaigns/campaign-output.ts'
import { GetSchedule, GetCampaign, UpdateCampaign } from '../../../core/campaigns/campaigns.ts'
import { ListMailboxStates } from '../../../core/mailboxes/mailbox-states.ts'
import { AppError } from '../../../errors.ts'
import { hidden, inputField, problemList, tickBox } from '../../components/field.ts'
import { icon } from '../../components/icon.ts'
import { timeZones } from '../../components/time-zones.ts'
import { dayNames, weekDays } from '../../components/week-days.ts'
import { askFor } from '../../page/ask.ts'
import { fieldText, fieldTexts, isTicked } from '../../page/fields.ts'
import type { Fields } from '../../page/fields.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Content, Html } from '../../page/html.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { form, screen, see } from '../../page/screen.ts'
import { changedOnly, shownField } from '../../page/shown.ts'
import type { View } from '../../page/view.ts'
import { campaignFrame } from './campaign-frame.ts'
import type { CampaignData } from './campaign-frame.ts'

/** From where and when a campaign sends, and what is common to all its emails. */
export const CampaignScheduleScreen = screen({
  scope: 'read',
  asks: ({ params }) => ({
    campaign: askFor(GetCampaign, { id: params['id'] }),
    schedule: askFor(GetSchedule, { id: params['id'] }),
    mailboxes: askFor(ListMailboxStates),
  }),
  title: ({ words }, { campaign }) => `${words.campaigns.tabs.schedule}: ${campaign.data.name}`,
  page: ({ campaign, schedule, mailboxes }, view) => {
    const { data } = campaign
    const guard = campaign.meta.guard ?? null
    const facts = { campaign: data, guard, zone: schedule.meta.time_zone, mailboxes: mailboxes.data }
    const mayChange = view.can('write') && data.status !== 'archived'
    return campaignFrame(data, 'schedule', view, mayChange ? editor(facts, view) : shown(facts, view))
  },
})

interface Facts {
  campaign: CampaignData
  guard: z.output<typeof CampaignGuard> | null
  zone: string
  mailboxes: readonly { id: number; email: string }[]
}

const editor = (facts: Facts, view: View): Html => {
  const { campaign } = facts
  const { campaigns, general } = view.words
  const isDraft = campaign.status === 'draft'
  return html`${problemList(view)}
    <form method="post" action="${to(`/campaigns/${campaign.id}/schedule`)}" class="narrow stack">
      ${shownField(view, shownIn(facts))}
      ${inputField(view, { name: 'name', label: campaigns.name, value: campaign.name, maxLength: 255, required: true })}
      ${isDraft ? whenAndFrom(facts, view) : html`<p class="muted">${icon('lock')} ${campaigns.lockedSchedule}</p>${whenFacts(facts, view)}`}
      <fieldset>
        <legend>${campaigns.tracking}</legend>
        ${isDraft ? [box(view, 'tracked', campaigns.tracked, campaign.settings.tracked), box(view, 'tracked_links', campaigns.trackedLinks, campaign.settings.tracked_links)] : NOTHING}
        ${box(view, 'add_unsubscribe_link', campaigns.unsubscribeLink, campaign.settings.add_unsubscribe_link)}
        ${isDraft ? inputField(view, { name: 'bcc_recipient', label: campaigns.bcc, type: 'email', value: campaign.settings.bcc_recipient }) : NOTHING}
      </fieldset>
      ${consent(facts, view)}
      <p><button>${general.save}</button></p>
    </form>`
}

/** The fields of the form as it shows them. */
const shownIn = ({ campaign, guard, zone }: Facts) => {
  const { name, schedule, settings } = campaign
  const box = (ticked: boolean) => (ticked ? ['false', 'true'] : ['false'])
  const common = { name, add_unsubscribe_link: box(settings.add_unsubscribe_link), allow: guard?.allow ?? [] }
  if (campaign.status !== 'draft') return common
  return {
    ...common,
    email_account_ids: campaign.email_account_ids,
    schedule_days: schedule.days,
    schedule_time_start: schedule.time_start,
    schedule_time_end: schedule.time_end,
    time_zone: zone,
    start_at: schedule.start_at,
    tracked: box(settings.tracked),
    tracked_links: box(settings.tracked_links),
    bcc_recipient: settings.bcc_recipient,
  }
}

/** Which recipients a campaign writes to in addition to verified ones. */
const consent = ({ guard }: Facts, view: View): Html => {
  if (guard === null || guard.gate === 'skip_invalid') return NOTHING
  const { consent: words } = view.words.campaigns
  return html`<fieldset>
    <legend>${words.title}</legend>
    <p class="muted">${words.about}</p>
    ${hidden({ has_gate: 'true' })}
    ${CONSENT_WORDS.map((value) => html`<p>${tickBox(view, { name: 'allow', value, label: words.to[value], ticked: guard.allow.includes(value), beside: 'has_gate' })}</p>`)}
  </fieldset>`
}

/** Always sent, because an unticked box sends nothing by itself. */
const box = (view: View, name: string, label: Content, ticked: boolean): Html =>
  html`<p><input type="hidden" name="${name}" value="false" />${tickBox(view, { name, label, ticked, beside: name })}</p>`

const whenAndFrom = ({ campaign, zone, mailboxes }: Facts, view: View): Html => {
  const { campaigns } = view.words
  const { schedule } = campaign
  const beside = 'time_zone'
  return html`<fieldset>
      <legend>${campaigns.mailboxes}</legend>
      ${campaign.email_account_ids.length > 0 ? hidden({ has_mailboxes: 'true' }) : NOTHING}
      ${mailboxes.map(({ id, email }) => html`<p>${tickBox(view, { name: 'email_account_ids', value: String(id), label: html`<bdi>${email}</bdi>`, ticked: campaign.email_account_ids.includes(id), beside })}</p>`)}
      ${mailboxes.length === 0 ? html`<p class="muted">${campaigns.noMailboxes} <a href="${to('/mailboxes/new')}">${campaigns.connectMailbox}</a></p>` : NOTHING}
    </fieldset>
    ${weekDays(view, { name: 'schedule_days', label: campaigns.days, ticked: schedule.days, beside })}
    <div class="row">
      ${inputField(view, { name: 'schedule_time_start', label: campaigns.earliest, type: 'time', value: schedule.time_start })}
      ${inputField(view, { name: 'schedule_time_end', label: campaigns.latest, type: 'time', value: schedule.time_end })}
      ${timeZones(view, { name: 'time_zone', label: campaigns.timeZone, value: zone })}
      ${inputField(view, { name: 'start_at', label: campaigns.startAt, type: 'date', value: schedule.start_at, hint: campaigns.startAtHint })}
    </div>`
}

const whenFacts = ({ campaign, zone, mailboxes }: Facts, view: View): Html => {
  const { campaigns, general } = view.words
  const { schedule, email_account_ids: ids } = campaign
  const from = mailboxes.filter(({ id }) => ids.includes(id)).map(({ email }) => email)
  return html`<dl class="facts">
    <dt>${campaigns.mailboxes}</dt>
    <dd><bdi>${from.length === 0 ? general.none : from.join(', ')}</bdi></dd>
    <dt>${campaigns.days}</dt>
    <dd>${dayNames(schedule.days, view)}</dd>
    <dt>${campaigns.hours}</dt>
    <dd>${schedule.time_start}–${schedule.time_end} (${zone})</dd>
    ${schedule.start_at === null ? NOTHING : html`<dt>${campaigns.startAt}</dt><dd>${schedule.start_at}</dd>`}
  </dl>`
}

const shown = (facts: Facts, view: View): Html => whenFacts(facts, view)

const TEXTS = ['name', 'schedule_time_start', 'schedule_time_end', 'time_zone'] as const
/** Fields that are cleared if left empty. */
const CLEARABLE = ['start_at', 'bcc_recipient'] as const
const BOXES = ['tracked', 'tracked_links', 'add_unsubscribe_link'] as const

/**
 * To the capability, an empty list counts as not sent: if no box is ticked, nothing would change, without any notice.
 * @throws AppError validation_failed
 */
function refuseNothingTicked(fields: Fields): void {
  const isNothing = (name: string): boolean => fieldTexts(fields, name).length === 0
  if (isTicked(fields, 'has_mailboxes') && isNothing('email_account_ids'))
    throw nothingTicked('A campaign sends from one mailbox at least.', 'no_mailboxes')
  if (Object.hasOwn(fields, 'time_zone') && isNothing('schedule_days'))
    throw nothingTicked('A campaign sends on one day of the week at least.', 'no_days')
}

const nothingTicked = (details: string, reason: string) => new AppError('validation_failed', details, { reason })

export const UpdateCampaignForm = form({
  uses: [UpdateCampaign],
  on: { path: '/campaigns/:id/schedule', screen: CampaignScheduleScreen },
  act: async ({ perform, fields, view }) => {
    const id = view.params['id'] ?? ''
    refuseNothingTicked(fields)
    const sent = <Name extends string>(names: readonly Name[]) => names.filter((name) => Object.hasOwn(fields, name))
    const input = {
      ...Object.fromEntries(sent(TEXTS).map((name) => [name, fieldText(fields, name)])),
      ...Object.fromEntries(sent(CLEARABLE).map((name) => [name, fieldText(fields, name) || null])),
      ...Object.fromEntries(sent(BOXES).map((name) => [name, isTicked(fields, name) && fieldText(fields, name)])),
      schedule_days: fieldTexts(fields, 'schedule_days'),
      email_account_ids: fieldTexts(fields, 'email_account_ids'),
      ...(isTicked(fields, 'has_gate') && { allow: fieldTexts(fields, 'allow') }),
    }
    await perform(UpdateCampaign, { id, ...changedOnly(fields, input) })
    return see(to(`/campaigns/${id}/schedule`), notice('campaigns.saved'))
  },
})
