import { DeleteAccount, PreviewDeleteAccount } from '../../../core/accounts/delete-account.ts'
import type { Ending } from '../../../core/accounts/delete-account.ts'
import { confirm } from '../../components/confirm.ts'
import { inputField } from '../../components/field.ts'
import { askFor } from '../../page/ask.ts'
import { fieldText } from '../../page/fields.ts'
import { html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import { form, screen } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'

const title = ({ words, me }: View): string => {
  const { deletion, accountNumber } = words.accounts
  return deletion.question(me?.account.name ?? accountNumber(me?.principal.accountId ?? 0))
}

/** Asks before an account is deleted: what goes, what stays, and its name, to make sure it is the right one. */
export const DeleteAccountScreen = screen({
  scope: 'team',
  confirmed: true,
  title,
  asks: () => ({ ending: askFor(PreviewDeleteAccount) }),
  page: ({ ending: { data } }, view) => {
    const { deletion } = view.words.accounts
    if (data.hindrance !== null)
      return html`<section class="narrow stack">
        <h1>${title(view)}</h1>
        <p>${deletion.hindrances[data.hindrance]}</p>
        <p><a class="button outline" href="${to('/settings/team')}">${view.words.general.back}</a></p>
      </section>`
    return confirm(view, {
      question: title(view),
      what: html`<p>${deletion.lead}</p>
        <h2>${deletion.goes}</h2>
        <ul>
          ${goes(data, view).map((line) => html`<li>${line}</li>`)}
        </ul>
        <h2>${deletion.stays}</h2>
        <ul>
          ${deletion.staying.map((line) => html`<li>${line}</li>`)}
        </ul>
        <p><a href="${to('/leads')}">${deletion.exportFirst}</a></p>`,
      action: to('/accounts/delete'),
      fields: {},
      more: inputField(view, {
        name: 'name',
        label: deletion.typed,
        hint: html`<bdi>${data.name}</bdi>`,
        required: true,
        autocomplete: 'off',
        maxLength: 100,
      }),
      button: deletion.button,
      back: to('/settings/team'),
    })
  },
})

/** Skips what there is none of. */
function goes(data: Ending, { words }: View): string[] {
  const { deletion } = words.accounts
  const said = (count: number, line: (count: number) => string): string[] => (count === 0 ? [] : [line(count)])
  return [
    ...said(data.leads, deletion.people),
    ...said(data.campaigns, deletion.campaigns),
    ...said(data.running_campaigns, deletion.running),
    ...said(data.mailboxes, deletion.mailboxes),
    ...said(data.keys, deletion.keys),
    ...said(data.apps, deletion.apps),
    ...said(data.webhooks, deletion.webhooks),
    deletion.members(data.members),
    deletion.rest,
  ]
}

/** Ends every session in the account, including this one. */
export const DeleteAccountForm = form({
  uses: [DeleteAccount],
  confirmed: true,
  on: { path: '/accounts/delete', screen: DeleteAccountScreen },
  act: async ({ perform, fields }) => {
    await perform(DeleteAccount, { name: fieldText(fields, 'name') })
    const path = to('/login', { after: 'deletion' })
    return { kind: 'see', path, cookies: [{ name: 'session', value: null }], clearCache: true }
  },
})
