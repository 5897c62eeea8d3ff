import { GetAnyAccount, SetPlan, SuspendAccount } from '../../../core/operate/installation-accounts.ts'
import { choice, hidden, problemList } from '../../components/field.ts'
import { askFor } from '../../page/ask.ts'
import { fieldText } from '../../page/fields.ts'
import { html } from '../../page/html.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { form, screen, see } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import { PLAN_CHOICES } from './installation-accounts-screen.ts'
import { systemTabs } from './system-tabs.ts'

/** One account: its plan, and whether it is suspended. */
export const InstallationAccountScreen = screen({
  scope: 'operator',
  confirmed: true,
  title: ({ words }, { account: { data } }) => data.name ?? words.system.accounts.nameless(data.id),
  asks: ({ params }: View) => ({ account: askFor(GetAnyAccount, { id: params['id'] }) }),
  page: ({ account: { data } }, view) => {
    const { accounts } = view.words.system
    const { id, name, plan, suspended } = data
    return html`<h1><bdi>${name ?? accounts.nameless(id)}</bdi></h1>
      ${systemTabs(view)}
      <section class="narrow">
        ${problemList(view)}
        <form method="post" action="${to(`/system/accounts/${id}/plan`)}">
          ${choice(view, { name: 'plan', label: accounts.plan, value: plan, choices: PLAN_CHOICES })}
          <button>${accounts.setPlan}</button>
        </form>
        <h2>${suspended ? accounts.resume : accounts.suspend}</h2>
        ${
          id === view.me?.account.id
            ? html`<p>${accounts.own}</p>`
            : html`<p>${accounts.suspendWhat}</p>
                <form method="post" action="${to(`/system/accounts/${id}/suspended`)}">
                  ${hidden({ suspended: String(!suspended) })}
                  ${suspended ? html`<button class="outline">${accounts.resume}</button>` : html`<button data-variant="danger">${accounts.suspend}</button>`}
                </form>`
        }
      </section>`
  },
})

const on = { path: '/system/accounts/:id', screen: InstallationAccountScreen }

export const SetPlanForm = form({
  uses: [SetPlan],
  confirmed: true,
  on,
  act: async ({ perform, fields, view }) => {
    await perform(SetPlan, { id: view.params['id'], plan: fieldText(fields, 'plan') })
    return see(to('/system/accounts'), notice('general.saved'))
  },
})

export const SuspendAccountForm = form({
  uses: [SuspendAccount],
  confirmed: true,
  on,
  act: async ({ perform, fields, view }) => {
    const { data } = await perform(SuspendAccount, {
      id: view.params['id'],
      suspended: fieldText(fields, 'suspended'),
    })
    return see(to('/system/accounts'), notice(data.suspended ? 'system.suspended' : 'system.resumed', { id: data.id }))
  },
})
