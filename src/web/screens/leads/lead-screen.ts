import { asksFirst } from '../../components/confirm.ts'
import { ListCustomAttributes } from '../../../core/leads/custom-attributes.ts'
import { EnrichLead } from '../../../core/leads/enrich-lead.ts'
import { GetLeadHistory } from '../../../core/leads/lead-history.ts'
import type { Lead } from '../../../core/leads/lead-output.ts'
import { GetLead, UpdateLead } from '../../../core/leads/leads.ts'
import { ListListChoices } from '../../../core/leads/list-choices.ts'
import { ownValue } from '../../../lib/text/own-value.ts'
import { chip } from '../../components/chip.ts'
import { copyButton } from '../../components/copy-box.ts'
import { hidden, problemList } from '../../components/field.ts'
import { icon } from '../../components/icon.ts'
import { link } from '../../components/link.ts'
import { meter } from '../../components/meter.ts'
import { sourceList } from '../../components/source-list.ts'
import { time } from '../../components/time.ts'
import { askFor } from '../../page/ask.ts'
import type { Content, Html } from '../../page/html.ts'
import { html, NOTHING } from '../../page/html.ts'
import { notice } from '../../page/notice.ts'
import { filled, to } from '../../page/page-query.ts'
import { form, screen, see } from '../../page/screen.ts'
import { changedOnly, shownField } from '../../page/shown.ts'
import type { View } from '../../page/view.ts'
import { changeList } from '../changes/change-list.ts'
import { leftCompanyChip } from '../changes/left-company-chip.ts'
import { leadFields, oldFields, sentLead } from './lead-fields.ts'
import { leadMails } from './lead-mails.ts'
import { mailWord, leadName, withScheme } from './leads-columns.ts'
import type { Attribute } from './leads-columns.ts'
import { backToLead } from './leads-query.ts'
import { iconTooltip } from '../../components/tooltip.ts'

const idOf = ({ params }: Pick<View, 'params'>): string => params['id'] ?? ''

/** One person of the account: what is known and from where, what was written, and the form to change it. */
export const LeadScreen = screen({
  scope: 'read',
  asks: (view) => ({
    lead: askFor(GetLead, { id: idOf(view) }),
    history: askFor(GetLeadHistory, { id: idOf(view) }),
    lists: askFor(ListListChoices),
    attributes: askFor(ListCustomAttributes),
  }),
  title: (_, { lead }) => leadName(lead.data),
  page: ({ lead: found, history, lists, attributes: own }, view) => {
    const { words } = view
    const lead = found.data
    const attributes = own.data.leads_custom_attributes
    const { sources, mails, affiliation, changes } = history.data
    const { status, date } = lead.verification
    return html`<h1><bdi>${leadName(lead)}</bdi></h1>
      <p class="row">
        <bdi class="mono">${lead.email}</bdi> ${copyButton(lead.email, words)}
        ${chip(status, view, date)}
        ${leftCompanyChip(view, affiliation)}
        <a href="${to(`/people/${encodeURIComponent(lead.email)}`)}">${words.leads.openPerson}</a>
      </p>
      ${problemList(view)}
      <div class="columns wide-first">
        <div>
          <h2>${words.leads.details}</h2>
          ${facts(lead, attributes, view)}
          ${view.can('write') ? editor(lead, attributes, view) : NOTHING}
          <h2>${words.leads.mails}</h2>
          ${leadMails(mails, view)}
          ${changes.length === 0 ? NOTHING : html`<h2>${words.changes.title}</h2>${changeList(view, changes)}`}
        </div>
        <div>
          ${view.can('write') ? actions(lead, view) : NOTHING}
          <h2>${words.leads.inLists}</h2>
          ${listsOf(found.meta.leads_list_ids, lists.data.leads_lists, lead, view)}
          <h2 id="sources">${words.leads.sources}</h2>
          ${sources.length === 0 ? html`<p class="muted">${words.leads.noSources}</p>` : sourceList(sources, view)}
        </div>
      </div>`
  },
})

function facts(lead: Lead, attributes: readonly Attribute[], view: View): Html {
  const { words, format } = view
  const { fields } = words.leads
  const lines: readonly (readonly [label: string, value: Content])[] = [
    [fields.position, lead.position],
    [fields.company, lead.company],
    [fields.company_industry, lead.company_industry],
    [fields.company_size, lead.company_size],
    [fields.company_type, lead.company_type],
    [fields.website, lead.website === null ? null : link(withScheme(lead.website))],
    [fields.country_code, lead.country_code === null ? null : format.country(lead.country_code)],
    [fields.linkedin_url, lead.linkedin_url === null ? null : link(withScheme(lead.linkedin_url))],
    [fields.phone_number, lead.phone_number],
    [fields.twitter, lead.twitter],
    [
      fields.confidence_score,
      lead.confidence_score === null ? null : meter(lead.confidence_score, view, { href: '#sources' }),
    ],
    [fields.source, lead.source],
    ...attributes.map(({ label, slug }) => [label, inLines(ownValue(lead, slug) as string | null)] as const),
    [fields.sending_status, lead.sending_status === null ? null : mailWord(lead.sending_status, view)],
    [fields.last_contacted_at, lead.last_contacted_at === null ? null : time(lead.last_contacted_at, format)],
    [fields.last_activity_at, lead.last_activity_at === null ? null : time(lead.last_activity_at, format)],
    [fields.created_at, time(lead.created_at, format)],
    [fields.notes, inLines(lead.notes)],
  ]
  return html`<dl class="facts">
    ${lines.map(([label, value]) => (value === null || value === undefined || value === '' ? NOTHING : html`<dt>${label}</dt><dd><bdi>${value}</bdi></dd>`))}
  </dl>`
}

/** Typed in several lines, and shown so. */
const inLines = (text: string | null | undefined): Html | null =>
  text === null || text === undefined || text === '' ? null : html`<span class="lines">${text}</span>`

function editor(lead: Lead, attributes: readonly Attribute[], view: View): Html {
  const { leads } = view.words
  const isRefused = view.problems.all.length > 0
  return html`<details${isRefused ? html` open` : NOTHING}>
    <summary class="button outline">${icon('edit')}${leads.edit}</summary>
    <form method="post" action="${to(`/leads/${lead.id}`)}" class="card">
      ${shownField(view, oldFields(lead, attributes))} ${leadFields(view, lead, attributes)}
      <button>${leads.saveChanges}</button>
    </form>
  </details>`
}

function actions(lead: Lead, view: View): Html {
  const { leads } = view.words
  const back = backToLead(lead.id)
  return html`<div class="row">
    <form method="post" action="${to('/leads/check')}">
      ${hidden({ ids: lead.id, back, once: view.once })}<button class="outline small">${icon('verify')}${view.words.search.check}</button>
    </form>
    <form method="post" action="${to(`/leads/${lead.id}/enrich`)}">
      <button class="outline small">${leads.fillIn}</button>
    </form>
    <a class="button outline small" href="${to('/leads/write', { ids: lead.id, back })}">${icon('campaigns')}${leads.write}</a>
    <a class="button outline small" data-variant="danger"${asksFirst(to('/leads/delete', { ids: lead.id }))}>${icon('delete')}${leads.deleteOne}</a>
  </div>`
}

function listsOf(ids: readonly number[], lists: readonly { id: number; name: string }[], lead: Lead, view: View): Html {
  const { leads } = view.words
  const back = backToLead(lead.id)
  const line = (id: number): Html => {
    const name = lists.find((list) => list.id === id)?.name ?? String(id)
    const leave = html`<form method="post" action="${to('/leads/remove')}">
      ${hidden({ ids: lead.id, leads_list_id: id, back, once: view.once })}
      <button class="ghost small" aria-label="${leads.removeFromList}: ${name}"${iconTooltip(leads.removeFromList)}>${icon('close')}</button>
    </form>`
    return html`<li class="row">
      <a href="${to('/leads', { leads_list_id: id })}"><bdi>${name}</bdi></a>${view.can('write') ? leave : NOTHING}
    </li>`
  }
  const join = html`<form method="post" action="${to('/leads/add')}" class="row">
    ${hidden({ ids: lead.id, back, once: view.once })}
    <input name="list_name" list="list-names" aria-label="${leads.listName}" placeholder="${leads.listName}" maxlength="255" />
    <datalist id="list-names">${lists.map(({ name }) => html`<option value="${name}"></option>`)}</datalist>
    <button class="outline small">${leads.addToList}</button>
  </form>`
  return html`${ids.length === 0 ? html`<p class="muted">${leads.noLists}</p>` : html`<ul class="plain">${ids.map(line)}</ul>`}${view.can('write') ? join : NOTHING}`
}

/** Changes what is known about a person; undoing restores the old values. */
export const UpdateLeadForm = form({
  uses: [GetLead, ListCustomAttributes, UpdateLead],
  on: { path: '/leads/:id', screen: LeadScreen },
  act: async ({ fields, perform, view }) => {
    const id = idOf(view)
    const { data: before } = await perform(GetLead, { id })
    const { data: own } = await perform(ListCustomAttributes, {})
    const { data } = await perform(UpdateLead, { id, ...sentLead(fields) })
    const path = to(filled('/leads/:id', { id }))
    const old = changedOnly(fields, oldFields(before, own.leads_custom_attributes)) as Record<string, string>
    const undo = Object.keys(old).length === 0 ? undefined : { action: path, fields: old }
    return see(path, notice('leads.changed', { name: leadName(data) }, undo))
  },
})

export const EnrichLeadForm = form({
  uses: [GetLead, ListCustomAttributes, EnrichLead],
  on: { path: '/leads/:id', screen: LeadScreen },
  act: async ({ perform, view }) => {
    const id = idOf(view)
    const { data: before } = await perform(GetLead, { id })
    const { data: own } = await perform(ListCustomAttributes, {})
    const { data } = await perform(EnrichLead, { id })
    const path = to(filled('/leads/:id', { id }))
    const undo = { action: path, fields: oldFields(before, own.leads_custom_attributes) }
    return see(path, notice('leads.filled', { name: leadName(data) }, undo))
  },
})
