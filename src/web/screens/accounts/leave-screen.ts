import { LeaveAccount, PreviewLeaveAccount } from '../../../core/accounts/leave-account.ts'
import { confirm } from '../../components/confirm.ts'
import { askFor } from '../../page/ask.ts'
import { html, NOTHING } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import { form, screen } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'

const accountName = ({ words, me }: View): string =>
  me?.account.name ?? words.accounts.accountNumber(me?.principal.accountId ?? 0)

/** Asks before a user leaves the account they work in. */
export const LeaveScreen = screen({
  scope: 'read',
  confirmed: true,
  title: (view) => view.words.accounts.leaveQuestion(accountName(view)),
  asks: () => ({ leaving: askFor(PreviewLeaveAccount) }),
  page: ({ leaving }, view) => {
    const { accounts, team } = view.words
    const { keys, campaigns, successor, may_leave: mayLeave } = leaving.data
    if (!mayLeave)
      return html`<section class="narrow stack">
        <h1>${accounts.leaveQuestion(accountName(view))}</h1>
        <p>${accounts.leaveLast}</p>
        <p><a class="button" href="${to('/settings/team')}">${team.backToTeam}</a></p>
      </section>`
    return confirm(view, {
      question: accounts.leaveQuestion(accountName(view)),
      what: html`<p>${accounts.leaveWhat}</p>
        ${keys > 0 ? html`<p>${team.removeWhat.keys(keys)}</p>` : NOTHING}
        ${campaigns > 0 && successor !== null ? html`<p>${accounts.leaveCampaigns(campaigns, successor)}</p>` : NOTHING}`,
      action: to('/accounts/leave'),
      fields: {},
      button: accounts.leaveButton,
      back: to('/accounts'),
    })
  },
})

/** The session ends with the membership: a user with another account signs in to that one. */
export const LeaveForm = form({
  uses: [LeaveAccount],
  confirmed: true,
  on: { path: '/accounts/leave', screen: LeaveScreen },
  act: async ({ perform }) => {
    await perform(LeaveAccount, {})
    return { kind: 'see', path: to('/login'), cookies: [{ name: 'session', value: null }], clearCache: true }
  },
})
