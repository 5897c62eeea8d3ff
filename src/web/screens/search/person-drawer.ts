import { asksFirst } from '../../components/confirm.ts'
import type { z } from 'zod'
import type { EmailEntry, DomainSearchOutput } from '../../../core/search/domain-search-output.ts'
import type { LeadExists } from '../../../core/leads/leads.ts'
import type { VerifyEmailOutput } from '../../../core/verify/verify-email-output.ts'
import { AppError } from '../../../errors.ts'
import { chip } from '../../components/chip.ts'
import { copyButton } from '../../components/copy-box.ts'
import { alongside, enhance } from '../../components/enhance.ts'
import { hidden } from '../../components/field.ts'
import { icon } from '../../components/icon.ts'
import { link } from '../../components/link.ts'
import { meter } from '../../components/meter.ts'
import { sourceList } from '../../components/source-list.ts'
import { known } from '../../page/ask.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import { sentenceOf } from '../../page/problems.ts'
import type { View } from '../../page/view.ts'
import { fullNameOf, listedIn, seenAt } from './person-words.ts'
import { verdictEvidence } from './verdict-evidence.ts'

type Lead = z.output<typeof LeadExists.output>

interface FoundPerson {
  search: DomainSearchOutput | AppError | null
  verdict: VerifyEmailOutput | AppError | null
  lead: Lead | AppError | null
}

/** One person beside the list, at the same address with `person=`; empty without it. */
export function personDrawer(view: View, { search, verdict, lead }: FoundPerson): Html {
  const email = view.query['person']
  if (email === undefined) return html`<div id="drawer"></div>`
  const entry = entryOf(search, email)
  const closed = to(view.path, { ...view.query, person: null, verify: null, json: null })
  return html`<div id="drawer">
    <aside class="drawer stack" aria-label="${view.words.search.name}">
      <header>
        <h2><bdi>${entry === null ? email : (fullNameOf(entry) ?? email)}</bdi></h2>
        <a href="${closed}" class="button ghost small" data-close aria-label="${view.words.search.close}"${enhance({ get: closed, target: 'drawer', pushUrl: true })}>${icon('close')}</a>
      </header>
      ${entry === null ? html`<p class="muted">${view.words.search.notShown}</p>` : rolesOf(view, entry)}
      ${personVerdict(view, { email, before: entry?.verification ?? null, verdict })}
      ${entry === null ? NOTHING : aboutPerson(view, entry)}
      ${personActions(view, { email, lead: known(lead), back: to(view.path, view.query) })}
    </aside>
  </div>`
}

/** Its part that follows a check, with the content of the person's row. */
export const drawerVerdict = (view: View, { search, verdict }: Pick<FoundPerson, 'search' | 'verdict'>): Html => {
  const email = view.query['person'] ?? ''
  const { status, evidence } = known(verdict)?.data ?? {}
  const inRow =
    status === undefined
      ? NOTHING
      : html`<span id="status-${email}"${alongside}>${chip(status, view, evidence?.checked_at)}</span>`
  return html`${personVerdict(view, { email, before: entryOf(search, email)?.verification ?? null, verdict })}${inRow}`
}

const entryOf = (search: FoundPerson['search'], email: string): EmailEntry | null =>
  known(search)?.data.emails.find(({ value }) => value === email) ?? null

/** Department and seniority are often the same word. */
function rolesOf({ words: { search } }: View, entry: EmailEntry): Html {
  const roles = [
    entry.position_raw ?? entry.position,
    listedIn(search.departments, entry.department),
    listedIn(search.seniorities, entry.seniority),
  ].filter((part) => part !== null && part !== '')
  return roles.length === 0 ? NOTHING : html`<p><bdi>${[...new Set(roles)].join(' · ')}</bdi></p>`
}

function aboutPerson(view: View, entry: EmailEntry): Html {
  const { words, format, params } = view
  const { search } = words
  return html`<div id="seen">
      <p class="row apart">${search.seenOnPages(entry.sources.length)} ${meter(entry.confidence, view, { href: '#seen' })}</p>
      ${sourceList(entry.sources.map(seenAt), { words, format, home: params['domain'] ?? '' })}
    </div>
    ${entry.phone_number === null ? NOTHING : html`<p>${search.phone}: <bdi>${entry.phone_number}</bdi></p>`}
    ${entry.linkedin === null ? NOTHING : html`<p>${link(entry.linkedin, 'LinkedIn')}</p>`}`
}

/** What is checked: whose address it is, the known outcome, and the requested answer. */
interface Checked {
  email: string
  before: { status: string | null; date: string | null } | null
  verdict: FoundPerson['verdict']
}

/** The address, what is known about it, and how; a check is offered with its price, and followed until it ends. */
export function personVerdict(view: View, { email, before, verdict }: Checked): Html {
  const { words } = view
  const answer = known(verdict)
  const status = answer === null ? (before?.status ?? null) : (answer.data.status ?? 'running')
  const at = answer === null ? (before?.date ?? null) : (answer.data.evidence?.checked_at ?? null)
  const checkAt = to(view.path, { ...view.query, json: null, verify: 'true' })
  const again =
    status === 'running' ? enhance({ get: checkAt, target: 'verdict', trigger: { afterMs: ASK_AGAIN_MS } }) : NOTHING
  return html`<div id="verdict" class="stack"${again}>
    <p class="row"><bdi class="mono">${email}</bdi>${copyButton(email, words)}</p>
    <p class="row">
      ${chip(status, view, at)}
      ${status === 'running' ? NOTHING : html`<a class="button outline small" href="${checkAt}"${enhance({ get: checkAt, target: 'verdict', pushUrl: true })}>${status === null ? words.search.check : words.search.checkAgain}</a>`}
    </p>
    ${status === 'running' ? html`<p class="muted" role="status">${words.search.checking}</p>` : NOTHING}
    ${verdict instanceof AppError ? html`<p role="alert" class="warning">${verdict.errors.map((error) => sentenceOf(error, words)).join(' ')}</p>` : NOTHING}
    ${answer === null ? NOTHING : verdictEvidence(view, answer)}
  </div>`
}

const ASK_AGAIN_MS = 2_000

/** Whether a check has begun and has no answer yet. */
export const isAsking = (verdict: FoundPerson['verdict']): boolean => {
  const answer = known(verdict)
  return answer !== null && answer.data.status === undefined
}

/** Actions for one person. @param back where a form returns to */
export function personActions(
  view: View,
  { email, lead, back }: { email: string; lead: Lead | null; back: string },
): Html {
  const { search } = view.words
  const at = lead?.data ?? null
  return html`<p class="muted">
      ${at?.id ? html`<a href="${to(`/leads/${at.id}`)}">${search.inList}</a>${at.leads_list_name === null ? NOTHING : html`: <bdi>${at.leads_list_name}</bdi>`}` : search.noLead}
    </p>
    <div class="row">
      ${
        view.can('write')
          ? html`<a class="button outline small" href="${to('/save', { people: email, back })}">${search.saveTo}</a>
              <a class="button outline small" href="${to('/write', { people: email, back })}">${search.writeTo}</a>
              <form method="post" action="${to(`/people/${encodeURIComponent(email)}/never-write`)}">
                ${hidden({ back })}<button class="outline small">${search.neverWrite}</button>
              </form>`
          : NOTHING
      }
      ${view.can('operator') ? html`<a class="button ghost small"${asksFirst(to('/people/forget', { email }))}>${search.forget}</a>` : NOTHING}
    </div>`
}
