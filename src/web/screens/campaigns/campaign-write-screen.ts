import { CheckCampaign } from '../../../core/campaigns/check-campaign.ts'
import { GetStep, ListSteps } from '../../../core/campaigns/campaign-steps.ts'
import { GetCampaign } from '../../../core/campaigns/campaigns.ts'
import { PreviewCampaign } from '../../../core/campaigns/preview-campaign.ts'
import { ListRecipients } from '../../../core/campaigns/recipients.ts'
import { ListMailboxStates } from '../../../core/mailboxes/mailbox-states.ts'
import { enhance } from '../../components/enhance.ts'
import { choice, hidden, inputField, problemList, textArea } from '../../components/field.ts'
import { icon } from '../../components/icon.ts'
import { askFor, tryAskFor } from '../../page/ask.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Content, Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import { screen } from '../../page/screen.ts'
import { shownField } from '../../page/shown.ts'
import type { View } from '../../page/view.ts'
import { campaignFrame } from './campaign-frame.ts'
import type { CampaignData } from './campaign-frame.ts'
import { stepPreview } from './step-preview.ts'

/** The field that says what a step was when its page was opened, renewed whenever it is saved. */
export const SHOWN_STEP = 'shown-step'

/** How many recipients can be chosen for the preview. */
const SHOWN_AS = 50

export interface ShownStep {
  id: number
  step: number
  wait_days: number
  message_format: 'text' | 'html'
  subject: string | null
  body: string
  messages_sent: number
}

/** The open step: `?step=2`, otherwise the first. */
const openStep = <Row extends Pick<ShownStep, 'step'>>(steps: readonly Row[], { query }: Pick<View, 'query'>): Row =>
  steps.find(({ step }) => step + 1 === Number(query['step'])) ?? (steps[0] as Row)

/** The recipient the email is shown for: `?as=…`, otherwise the first. */
const shownAs = (recipients: readonly { email: string }[], { query }: Pick<View, 'query'>): string | null =>
  query['as'] ?? recipients[0]?.email ?? null

/** The steps of a campaign, one open at a time, next to what a recipient would get. */
export const CampaignWriteScreen = screen({
  scope: 'read',
  policy: { frames: true },
  asks: ({ params }) => ({
    campaign: askFor(GetCampaign, { id: params['id'] }),
    steps: askFor(ListSteps, { id: params['id'] }),
    check: askFor(CheckCampaign, { id: params['id'] }),
    recipients: askFor(ListRecipients, { id: params['id'], limit: SHOWN_AS }),
    mailboxes: askFor(ListMailboxStates),
  }),
  thenAsks: ({ steps, recipients }, view) => {
    const id = view.params['id']
    const as = shownAs(recipients.data.recipients, view)
    return {
      step: askFor(GetStep, { id, follow_up_id: openStep(steps.data.follow_ups, view).id }),
      preview: as === null ? null : tryAskFor(PreviewCampaign, { id, recipient: as }),
    }
  },
  title: ({ words }, { campaign }) => `${words.campaigns.tabs.write}: ${campaign.data.name}`,
  page: (found, view) => {
    const { campaign, steps, step, check } = found
    const open = step.data
    const before = steps.data.follow_ups.filter((other) => other.step < open.step)
    const after = steps.data.follow_ups.filter((other) => other.step > open.step)
    const others = (rows: readonly ShownStep[]) => rows.map((row) => closedStep(campaign.data, row, view))
    return campaignFrame(
      campaign.data,
      'write',
      view,
      html`${check.data.mailboxes.length === 0 ? needsMailbox(campaign.data, found.mailboxes.data.length > 0, view) : NOTHING}
        <div class="columns">
          <div class="stack">
            ${others(before)}
            ${isEditable(campaign.data, view) ? editor(campaign.data, open, { tags: check.data.merge_tags, isLast: after.length === 0 }, view) : readOnly(open, view)}
            ${others(after)}
            ${isEditable(campaign.data, view) ? addStep(campaign.data, steps.data.follow_ups, view) : NOTHING}
          </div>
          ${previewOf(found, view)}
        </div>`,
    )
  },
  parts: { preview: (found, view) => previewOf(found, view) },
})

type Found = Parameters<typeof stepPreview>[0]
const previewOf = (found: Omit<Found, 'as' | 'step'> & { step: { data: ShownStep } }, view: View): Html =>
  stepPreview({ ...found, step: found.step.data, as: shownAs(found.recipients.data.recipients, view) }, view)

/** The capabilities decide what may be changed while it runs; these screens show no field that would be refused. */
const isEditable = ({ status }: CampaignData, view: View): boolean =>
  view.can('write') && ['draft', 'paused', 'completed'].includes(status)

/** A draft needs a mailbox, which may be connected already; what has started has one, which is paused or does not work. */
const needsMailbox = (campaign: CampaignData, hasMailboxes: boolean, { words, can }: View): Content => {
  const { id, status, email_account_ids: chosen } = campaign
  const { noMailboxYet, connectMailbox, chooseMailbox, problem } = words.campaigns
  if (status === 'completed' || status === 'archived') return NOTHING
  const choosing = hasMailboxes
    ? ([`/campaigns/${id}/schedule`, chooseMailbox] as const)
    : (['/mailboxes/new', connectMailbox] as const)
  const [place, word] = chosen.length > 0 ? (['/mailboxes', words.general.mailboxes] as const) : choosing
  const said = status === 'draft' ? noMailboxYet : problem.no_mailbox
  return html`<p class="warning">${icon('mailbox')}<span>${said} ${can('write') ? html`<a href="${to(place)}">${word}</a>` : NOTHING}</span></p>`
}

const whenOf = ({ step, wait_days: days }: ShownStep, { words }: View): string =>
  step === 0 ? words.campaigns.atOnce : words.campaigns.daysLater(days)

const closedStep = ({ id }: CampaignData, row: ShownStep, view: View): Html => {
  const { campaigns } = view.words
  return html`<a class="card row apart" href="${to(`/campaigns/${id}/write`, { step: row.step + 1, as: view.query['as'] })}">
    <span>${icon('forward')}<strong>${campaigns.step(row.step + 1)}</strong> · ${whenOf(row, view)}</span>
    <span class="muted"><bdi>${row.subject ?? ''}</bdi></span>
  </a>`
}

interface Around {
  tags: readonly string[]
  /** Only the last step can be deleted. */
  isLast: boolean
}

const editor = ({ id }: CampaignData, step: ShownStep, { tags, isLast }: Around, view: View): Html => {
  const { campaigns, general } = view.words
  const action = to(`/campaigns/${id}/steps/${step.id}`, { step: step.step + 1, as: view.query['as'] })
  return html`<section class="card" aria-labelledby="step-title">
    <h2 id="step-title">${campaigns.step(step.step + 1)} <small class="muted">${whenOf(step, view)}</small></h2>
    ${problemList(view)}
    <form method="post" action="${action}" data-saves-itself${enhance({ post: action, target: 'preview', trigger: 'input changed delay:800ms' })}>
      ${shownField(view, pick(step), SHOWN_STEP)}
      ${inputField(view, { name: 'subject', label: campaigns.subject, value: step.subject, maxLength: 255, hint: step.step === 0 ? NOTHING : campaigns.subjectHint })}
      ${textArea(view, { name: 'body', label: campaigns.body, value: step.body, rows: 12 })}
      <details>
        <summary>${campaigns.insertTag}</summary>
        <p class="muted">${campaigns.tagHint}</p>
        <div class="row">${tags.map((tag) => tagButton(tag))}</div>
      </details>
      <div class="row">
        ${step.step === 0 ? NOTHING : inputField(view, { name: 'wait_days', label: campaigns.waitDays, type: 'number', min: 0, max: 30, value: step.wait_days })}
        ${choice(view, {
          name: 'message_format',
          label: campaigns.format,
          value: step.message_format,
          choices: [
            ['text', campaigns.formats.text],
            ['html', campaigns.formats.html],
          ],
        })}
      </div>
      <p class="row"><button class="unscripted">${general.save}</button><small class="muted scripted">${campaigns.savesItself}</small></p>
    </form>
    ${step.step === 0 || !isLast || step.messages_sent > 0 ? NOTHING : deleteStep(id, step, view)}
  </section>`
}

const pick = ({ step, subject, body, message_format, wait_days }: ShownStep) => ({
  subject,
  body,
  message_format,
  ...(step > 0 && { wait_days }),
})

const ALWAYS_KNOWN = new Set(['email', 'sender_email'])
const tagText = (tag: string): string => (ALWAYS_KNOWN.has(tag) ? `{{${tag}}}` : `{{${tag}|fallback:"…"}}`)

const tagButton = (tag: string): Html =>
  html`<button type="button" class="outline small scripted mono" data-insert="${tagText(tag)}" data-into="body">${tag}</button><code class="unscripted">${tagText(tag)}</code>`

const deleteStep = (id: number, step: ShownStep, { words, once }: View): Html =>
  html`<form method="post" action="${to(`/campaigns/${id}/steps/${step.id}/delete`)}">
    ${hidden({ once: `${once}-${step.id}` })}
    <button class="outline small">${icon('delete')}${words.campaigns.deleteStep}</button>
  </form>`

const readOnly = (step: ShownStep, view: View): Html => {
  const { campaigns } = view.words
  return html`<section class="card">
    <h2>${campaigns.step(step.step + 1)} <small class="muted">${whenOf(step, view)}</small></h2>
    <p class="muted">${icon('lock')} ${campaigns.locked}</p>
    <dl class="facts">
      <dt>${campaigns.subject}</dt>
      <dd><bdi>${step.subject ?? '–'}</bdi></dd>
    </dl>
    <pre tabindex="0" aria-label="${campaigns.body}"><bdi>${step.body}</bdi></pre>
  </section>`
}

const MAX_STEPS = 6

const addStep = ({ id }: CampaignData, steps: readonly ShownStep[], view: View): Html =>
  steps.length >= MAX_STEPS
    ? NOTHING
    : html`<form method="post" action="${to(`/campaigns/${id}/steps`)}">
        ${hidden({ once: view.once })}
        <button class="outline">${icon('add')}${view.words.campaigns.addStep}</button>
      </form>`
