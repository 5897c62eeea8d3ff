import { CreateAccount, ListAccounts } from '../../../core/operate/installation-accounts.ts'
import { PLANS } from '../../../core/billing/plans.ts'
import { copyBox } from '../../components/copy-box.ts'
import { dataTable } from '../../components/data-table.ts'
import { choice, hidden, inputField, problemList } from '../../components/field.ts'
import { icon } from '../../components/icon.ts'
import { pager } from '../../components/pager.ts'
import { stateChip } from '../../components/state-chip.ts'
import { askFor } from '../../page/ask.ts'
import { fieldText } from '../../page/fields.ts'
import { html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import { form, screen } from '../../page/screen.ts'
import { offsetPages } from '../settings/offset-pages.ts'
import { systemTabs } from './system-tabs.ts'

/** Every plan by its id, for a choice. */
export const PLAN_CHOICES = Object.entries(PLANS).map(([id, { name }]) => [id, name] as const)

/** All accounts of the installation. */
export const InstallationAccountsScreen = screen({
  scope: 'operator',
  title: ({ words }) => words.system.accounts.title,
  asks: ({ query }) => ({ list: askFor(ListAccounts, { limit: 50, offset: query['offset'] }) }),
  page: ({ list }, view) => {
    const { words, format } = view
    const { accounts } = words.system
    return html`<header class="row apart">
        <h1>${accounts.title}</h1>
        <a class="button" href="${to('/system/accounts/new')}">${icon('add')}${accounts.open}</a>
      </header>
      ${systemTabs(view)}
      ${dataTable({
        label: accounts.title,
        people: true,
        heads: [accounts.name, accounts.plan, accounts.state, accounts.created, ''],
        rows: list.data.map(
          ({ id, name, email, plan, suspended, created_at }) =>
            html`<tr>
              <td><bdi>${name ?? accounts.nameless(id)}</bdi><br /><small class="muted"><bdi>${email ?? ''}</bdi></small></td>
              <td data-label="${accounts.plan}">${PLAN_CHOICES.find(([known]) => known === plan)?.[1] ?? plan}</td>
              <td>${suspended ? stateChip('bad', accounts.suspended) : stateChip('good', accounts.active)}</td>
              <td data-label="${accounts.created}">${format.day(created_at)}</td>
              <td><a href="${to(`/system/accounts/${id}`)}" aria-label="${accounts.change}: ${name ?? accounts.nameless(id)}">${accounts.change}</a></td>
            </tr>`,
        ),
      })}
      ${pager(offsetPages(view, list.meta), view)}`
  },
})

/** An account for another person, joined by invitation. */
export const NewAccountScreen = screen({
  scope: 'operator',
  confirmed: true,
  title: ({ words }) => words.system.accounts.open,
  page: (_, view) => {
    const { accounts } = view.words.system
    return html`<h1>${accounts.open}</h1>
      ${systemTabs(view)}
      <section class="narrow">
        <p>${accounts.openIntro}</p>
        ${problemList(view)}
        <form method="post" action="${to('/system/accounts/new')}">
          ${hidden({ once: view.onceInTabs })}
          ${inputField(view, { name: 'name', label: accounts.nameField, required: true, maxLength: 100, first: true })}
          ${inputField(view, { name: 'email', label: accounts.email, type: 'email', required: true })}
          ${choice(view, { name: 'plan', label: accounts.plan, choices: PLAN_CHOICES })}
          <div class="row">
            <button>${accounts.open}</button>
            <a class="button outline" href="${to('/system/accounts')}">${view.words.general.cancel}</a>
          </div>
        </form>
      </section>`
  },
})

export const OpenAccountForm = form({
  uses: [CreateAccount],
  confirmed: true,
  on: { path: '/system/accounts/new', screen: NewAccountScreen },
  act: async ({ perform, fields, view }) => {
    const [name, email, plan] = ['name', 'email', 'plan'].map((field) => fieldText(fields, field))
    const { data } = await perform(CreateAccount, { name, email, plan })
    const { team } = view.words
    return {
      kind: 'page',
      title: team.linkTitle,
      body: html`<h1>${team.linkTitle}</h1>
        ${systemTabs(view)}
        <section class="narrow stack">
          <p>${team.linkIntro(email ?? '')}</p>
          ${copyBox(data.link, { words: view.words, label: team.linkLabel })}
          <a class="button outline" href="${to('/system/accounts')}">${view.words.system.accounts.title}</a>
        </section>`,
    }
  },
})
