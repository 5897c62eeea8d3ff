import { AddOptout, ListOptouts, RemoveOptout } from '../../../core/optouts/optouts.ts'
import { listOptoutRequests } from '../../../core/optouts/forget-person.ts'
import { dataTable } from '../../components/data-table.ts'
import { empty } from '../../components/empty.ts'
import { hidden, inputField, problemList } from '../../components/field.ts'
import { icon } from '../../components/icon.ts'
import { pager } from '../../components/pager.ts'
import { stateChip } from '../../components/state-chip.ts'
import { time } from '../../components/time.ts'
import { askFor, readFrom } from '../../page/ask.ts'
import { fieldText } from '../../page/fields.ts'
import type { Fields } from '../../page/fields.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { form, screen, see } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import { offsetPages } from '../settings/offset-pages.ts'
import { systemTabs } from './system-tabs.ts'

/** Who is never stored, in the whole installation. */
export const InstallationOptOutsScreen = screen({
  scope: 'operator',
  title: ({ words }) => words.system.optOuts.title,
  asks: ({ query }) => ({
    list: askFor(ListOptouts, { limit: 50, offset: query['offset'] }),
    requests: readFrom((context) => listOptoutRequests(context)),
  }),
  page: ({ list, requests }, view) => {
    const { words, format } = view
    const { optOuts } = words.system
    return html`<header class="row apart">
        <h1>${optOuts.title}</h1>
        <div class="row">
          <a class="button" href="${to('/system/opt-outs/new')}">${icon('add')}${optOuts.add}</a>
          <a class="button outline" href="${to('/system/opt-outs/lift')}">${optOuts.lift}</a>
        </div>
      </header>
      ${systemTabs(view)}
      <p>${optOuts.intro}</p>
      ${requests.length === 0 ? NOTHING : requestTable(requests, view)}
      ${
        list.data.length === 0
          ? empty('person', optOuts.none)
          : dataTable({
              label: optOuts.title,
              people: true,
              heads: [optOuts.kind, optOuts.subject, optOuts.reason, optOuts.since],
              rows: list.data.map(
                ({ kind, domain, reason, created_at }) =>
                  html`<tr>
                    <td>${optOuts.kinds[kind]}</td>
                    <td>${domain === null ? html`<span class="muted">${optOuts.hidden}</span>` : html`<bdi>${domain}</bdi>`}</td>
                    ${reason ? html`<td data-label="${optOuts.reason}"><bdi>${reason}</bdi></td>` : html`<td></td>`}
                    <td data-label="${optOuts.since}">${time(created_at, format)}</td>
                  </tr>`,
              ),
            })
      }
      ${pager(offsetPages(view, list.meta), view)}`
  },
})

type Requests = Awaited<ReturnType<typeof listOptoutRequests>>

/** Requests made to accounts: each is granted by an opt-out of the address, which the account has. */
const requestTable = (requests: Requests, { words, format }: View): Html => {
  const { optOuts, accounts } = words.system
  const waiting = requests.filter(({ decidedAt }) => decidedAt === null).length
  return html`<section class="stack">
    <h2>${optOuts.requests(waiting)}</h2>
    <p class="muted">${optOuts.requestsWhat}</p>
    ${dataTable({
      label: optOuts.requests(waiting),
      people: true,
      heads: [optOuts.askedAccount, optOuts.since, optOuts.reason, optOuts.granted],
      rows: requests.map(
        ({ accountId, reason, createdAt, decidedAt }) =>
          html`<tr>
            <td><a href="${to(`/system/accounts/${accountId}`)}">${accounts.nameless(accountId)}</a></td>
            <td data-label="${optOuts.since}">${time(createdAt.toISOString(), format)}</td>
            ${reason ? html`<td data-label="${optOuts.reason}"><bdi>${reason}</bdi></td>` : html`<td></td>`}
            <td data-label="${optOuts.granted}">${decidedAt === null ? stateChip('waiting', optOuts.waits) : time(decidedAt.toISOString(), format)}</td>
          </tr>`,
      ),
    })}
  </section>`
}

/** The subject of an opt-out: an address or a domain. */
const subjectFields = (view: View): Html => {
  const { optOuts } = view.words.system
  return html`${inputField(view, { name: 'email', label: optOuts.email, type: 'email', first: true })}
  ${inputField(view, { name: 'domain', label: optOuts.domain })}`
}

const subjectOf = (fields: Fields) => ({ email: fieldText(fields, 'email'), domain: fieldText(fields, 'domain') })

export const NewOptOutScreen = screen({
  scope: 'operator',
  confirmed: true,
  title: ({ words }) => words.system.optOuts.add,
  page: (_, view) => {
    const { optOuts } = view.words.system
    return html`<h1>${optOuts.add}</h1>
      ${systemTabs(view)}
      <section class="narrow">
        <p>${optOuts.addWhat}</p>
        ${problemList(view)}
        <form method="post" action="${to('/system/opt-outs/new')}">
          ${hidden({ once: view.once })} ${subjectFields(view)}
          ${inputField(view, { name: 'reason', label: optOuts.reason, hint: optOuts.reasonHint, maxLength: 255 })}
          <div class="row">
            <button data-variant="danger">${optOuts.addButton}</button>
            <a class="button outline" href="${to('/system/opt-outs')}">${view.words.general.cancel}</a>
          </div>
        </form>
      </section>`
  },
})

export const NewOptOutForm = form({
  uses: [AddOptout],
  confirmed: true,
  on: { path: '/system/opt-outs/new', screen: NewOptOutScreen },
  act: async ({ perform, fields }) => {
    await perform(AddOptout, { ...subjectOf(fields), reason: fieldText(fields, 'reason') })
    return see(to('/system/opt-outs'), notice('system.optedOut'))
  },
})

export const LiftInstallationOptOutScreen = screen({
  scope: 'operator',
  confirmed: true,
  title: ({ words }) => words.system.optOuts.lift,
  page: (_, view) => {
    const { optOuts } = view.words.system
    return html`<h1>${optOuts.lift}</h1>
      ${systemTabs(view)}
      <section class="narrow">
        <p>${optOuts.liftWhat}</p>
        ${problemList(view)}
        <form method="post" action="${to('/system/opt-outs/lift')}">
          ${subjectFields(view)}
          <div class="row">
            <button data-variant="danger">${optOuts.liftButton}</button>
            <a class="button outline" href="${to('/system/opt-outs')}">${view.words.general.cancel}</a>
          </div>
        </form>
      </section>`
  },
})

export const LiftInstallationOptOutForm = form({
  uses: [RemoveOptout],
  confirmed: true,
  on: { path: '/system/opt-outs/lift', screen: LiftInstallationOptOutScreen },
  act: async ({ perform, fields }) => {
    await perform(RemoveOptout, subjectOf(fields))
    return see(to('/system/opt-outs'), notice('system.optOutLifted'))
  },
})
