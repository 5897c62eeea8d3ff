import type { GetLeadHistory } from '../../../core/leads/lead-history.ts'
import { time } from '../../components/time.ts'
import type { Html } from '../../page/html.ts'
import { html, NOTHING } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import type { View } from '../../page/view.ts'

type Mail = Awaited<ReturnType<(typeof GetLeadHistory)['run']>>['data']['mails'][number]

/** The outcome of an email, the most telling one first. */
function outcome(mail: Mail, { words }: View): string {
  const { sending, mailStatus } = words.leads
  if (mail.unsubscribed_at !== null) return sending.unsubscribed
  if (mail.bounced_at !== null) return sending.bounced
  if (mail.replied_at !== null) return sending.replied
  if (mail.clicked_at !== null) return sending.clicked
  if (mail.opened_at !== null) return sending.opened
  return mailStatus[mail.status]
}

/** The emails to a person, newest first. */
export function leadMails(mails: readonly Mail[], view: View): Html {
  const { leads } = view.words
  if (mails.length === 0) return html`<p class="muted">${leads.noMails}</p>`
  return html`<div class="table" tabindex="0" role="region" aria-label="${leads.mails}">
    <table class="plain">
      <thead>
        <tr><th>${leads.when}</th><th>${leads.campaign}</th><th>${leads.subject}</th><th>${leads.status}</th></tr>
      </thead>
      <tbody>
        ${mails.map(
          (mail) =>
            html`<tr>
              <td>${mail.status === 'canceled' ? '–' : time(mail.sent_at ?? mail.due_at, view.format)}</td>
              <td><a href="${to(`/campaigns/${mail.campaign.id}/people`)}"><bdi>${mail.campaign.name}</bdi></a>, ${leads.step(mail.step + 1)}</td>
              <td>${mail.subject === null ? NOTHING : html`<bdi>${mail.subject}</bdi>`}</td>
              <td>${outcome(mail, view)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}
