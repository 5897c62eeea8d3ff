import { AppError } from '../../../errors.ts'
import { choice, hidden } from '../../components/field.ts'
import { enhance } from '../../components/enhance.ts'
import { icon } from '../../components/icon.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Content, Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import type { View } from '../../page/view.ts'
import type { CampaignData } from './campaign-frame.ts'

interface PreviewedMessage {
  step: number
  message_format: 'text' | 'html'
  subject: string | null
  body: string | null
  unresolved: readonly string[]
  problem: string | null
}

interface Group {
  name: string
  recipients: number
  emails: readonly string[]
}

/** What the write screen knows when it shows an email. */
export interface PreviewFound {
  campaign: { data: CampaignData }
  recipients: {
    data: { recipients: readonly { email: string; first_name: string | null; last_name: string | null }[] }
  }
  mailboxes: { data: readonly { id: number; email: string }[] }
  check: {
    data: {
      mailboxes: readonly string[]
      without_value: readonly Group[]
      problems: readonly { problem: string; step: number | null; tag: string | null }[]
    }
  }
  preview: { data: { messages: readonly PreviewedMessage[] } } | AppError | null
  step: { id: number; step: number; body: string }
  as: string | null
}

/** The part next to the editor: the mail as one recipient gets it, its problems, and a test email to oneself. */
export const stepPreview = (found: PreviewFound, view: View): Html => {
  const { campaigns } = view.words
  return html`<section class="card" id="preview" aria-labelledby="preview-title">
    <h2 id="preview-title">${campaigns.getsIt}</h2>
    ${view.part === null ? NOTHING : state(view)}
    ${found.as === null ? NOTHING : chooser(found, view)}
    ${view.problems.all.length > 0 && found.step.body === '' ? NOTHING : mail(found, view)}
    ${warnings(found, view)}
    ${found.check.data.mailboxes.length > 0 ? html`<p class="muted">${campaigns.from}: <bdi>${found.check.data.mailboxes.join(', ')}</bdi></p>` : NOTHING}
    ${view.can('send') && found.mailboxes.data.length > 0 && found.step.body !== '' ? test(found, view) : NOTHING}
  </section>`
}

/** Shown after each save: when it was saved, or why it was not. */
const state = ({ problems, words, format, now }: View): Html =>
  problems.all.length === 0
    ? html`<p class="muted" role="status">${icon('check')} ${words.campaigns.savedAt(format.time(now))}</p>`
    : html`<div role="alert" class="warning">${icon('warning')}<span>${words.campaigns.notSaved} ${problems.all.map(({ sentence }) => html`${sentence} `)}</span></div>`

const chooser = ({ campaign, recipients, step, as }: PreviewFound, view: View): Html => {
  const { campaigns } = view.words
  const path = to(`/campaigns/${campaign.data.id}/write`)
  const known = recipients.data.recipients
  const nameOf = (each: (typeof known)[number]) =>
    [each.first_name, each.last_name].filter(Boolean).join(' ') || each.email
  const listed = known.some(({ email }) => email === as) || as === null ? known : [bare(as), ...known]
  return html`<form method="get" action="${path}" class="row"${enhance({ get: path, target: 'preview', trigger: 'change' })}>
    ${hidden({ step: step.step + 1 })}
    ${choice({ ...view, typed: {} }, { name: 'as', label: campaigns.previewAs, value: as, choices: listed.map((each) => [each.email, nameOf(each)] as const) })}
    <button class="outline small unscripted">${campaigns.previewShow}</button>
  </form>`
}

const bare = (email: string) => ({ email, first_name: null, last_name: null })

function mail({ preview, step, campaign, as }: PreviewFound, { words }: View): Content {
  const { campaigns } = words
  if (as === null) return html`<p class="muted">${campaigns.previewNobody}</p>`
  if (preview === null || preview instanceof AppError) return html`<p class="muted">${campaigns.previewNoMailbox}</p>`
  const message = preview.data.messages.find((each) => each.step === step.step)
  if (message === undefined || (message.body ?? '') + (message.subject ?? '') === '')
    return [
      message !== undefined && message.unresolved.length > 0
        ? html`<p class="warning">${icon('warning')}${campaigns.previewMissing(message.unresolved.join(', '))}</p>`
        : html`<p class="muted">${campaigns.previewEmpty}</p>`,
      (message?.problem ?? null) !== null && html`<p class="warning">${icon('warning')}${message?.problem}</p>`,
    ]
  const frame = to(`/campaigns/${campaign.data.id}/mail`, { step: step.step, as })
  return [
    html`<p><span class="muted">${campaigns.subject}:</span> <strong><bdi>${message.subject ?? ''}</bdi></strong></p>`,
    message.unresolved.length > 0 &&
      html`<p class="warning">${icon('warning')}${campaigns.previewMissing(message.unresolved.join(', '))}</p>`,
    message.problem !== null && html`<p class="warning">${icon('warning')}${message.problem}</p>`,
    message.message_format === 'html'
      ? html`<iframe class="mail" sandbox title="${campaigns.mailFrame}" src="${frame}"></iframe>`
      : html`<pre class="mail-text" tabindex="0" aria-label="${campaigns.getsIt}"><bdi>${message.body ?? ''}</bdi></pre>`,
  ]
}

function warnings({ check, campaign }: PreviewFound, { words }: View): Content {
  const { campaigns } = words
  const { problems, without_value: groups } = check.data
  const mayStart = ['draft', 'paused'].includes(campaign.data.status)
  const ofTags = problems.filter(({ problem }) => problem === 'needs_fallback' || problem === 'broken_tag')
  const said = ofTags.map(({ problem, step, tag }) =>
    problem === 'needs_fallback'
      ? campaigns.problem.needs_fallback((step ?? 0) + 1, tag ?? '')
      : campaigns.problem.broken_tag((step ?? 0) + 1),
  )
  return [
    mayStart && [...new Set(said)].map((sentence) => html`<p class="warning">${icon('warning')}${sentence}</p>`),
    groups.map(
      ({ name, recipients, emails }) =>
        html`<p class="muted">${icon('info')} ${campaigns.withoutValue(recipients, `{{${name}}}`)} ${emails[0] === undefined ? NOTHING : html`<a href="${to(`/campaigns/${campaign.data.id}/write`, { as: emails[0] })}">${campaigns.show}</a>`}</p>`,
    ),
  ]
}

const test = ({ campaign, step, mailboxes, as }: PreviewFound, view: View): Html => {
  const { campaigns } = view.words
  const own = [...new Set([view.me?.login.email ?? '', ...mailboxes.data.map(({ email }) => email)])]
  return html`<details>
    <summary>${campaigns.testTitle}</summary>
    <form method="post" action="${to(`/campaigns/${campaign.data.id}/test`, { step: step.step + 1, as })}">
      ${hidden({ once: view.once, follow_up_id: step.id, recipient: as })}
      ${choice(view, { name: 'to', label: campaigns.testTo, hint: campaigns.testHint, choices: own.filter(Boolean).map((address) => [address, address] as const) })}
      <button class="outline">${icon('campaigns')}${campaigns.testSend}</button>
    </form>
  </details>`
}
