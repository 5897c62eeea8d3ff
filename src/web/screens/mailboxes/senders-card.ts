import type { z } from 'zod'
import type { GetDmarcSources } from '../../../core/dmarc/get-dmarc-sources.ts'
import { icon } from '../../components/icon.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import type { View } from '../../page/view.ts'

type Senders = z.output<(typeof GetDmarcSources)['output']>['data']
type SenderRow = Senders['sources'][number]

/** The API returns more. */
const MOST_SHOWN = 15

/** Who sends from a mailbox's domain, according to receivers' reports; new sources that fail come first. */
export const sendersCard = (found: Senders | null, view: View): Html => {
  const { mailboxes } = view.words
  const { format } = view
  if (found === null || found.reports === 0)
    return html`<h3>${mailboxes.senders}</h3>
      <p class="muted">${mailboxes.noReports}</p>`
  const passing = format.percent(Math.floor((found.share_passing ?? 0) * 100) / 100)
  return html`<h3>${mailboxes.senders}</h3>
    <p>${mailboxes.sharePassing(passing, found.messages, found.reports)}</p>
    <div class="table" tabindex="0" role="region" aria-label="${mailboxes.senders}">
      <table>
        <thead>
          <tr><th>${mailboxes.sendingServer}</th><th>${mailboxes.sentMails}</th><th>${mailboxes.passingMails}</th></tr>
        </thead>
        <tbody>
          ${found.sources.slice(0, MOST_SHOWN).map((one) => row(one, view))}
        </tbody>
      </table>
    </div>`
}

const row = ({ ip, name, messages, passing, is_new: isNew }: SenderRow, { words, format }: View): Html => {
  const fails = passing < messages
  return html`<tr>
    <td>
      <bdi>${name ?? ip}</bdi>${name === null ? NOTHING : html`<br /><small class="muted"><bdi>${ip}</bdi></small>`}
      ${isNew ? html`<span class="chip" data-status="${fails ? 'invalid' : 'unknown'}">${icon(fails ? 'warning' : 'unknown')}${words.mailboxes.isNew}</span>` : NOTHING}
    </td>
    <td>${format.number(messages)}</td>
    <td>${format.number(passing)}</td>
  </tr>`
}
