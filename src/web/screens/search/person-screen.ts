import { EnrichPerson } from '../../../core/enrich/enrich-person.ts'
import type { EnrichPersonOutput } from '../../../core/enrich/enrich-output.ts'
import { GetLeadHistory } from '../../../core/leads/lead-history.ts'
import { GetLead, LeadExists } from '../../../core/leads/leads.ts'
import { ForgetPerson } from '../../../core/optouts/forget-person.ts'
import { AddUnsubscribe, RemoveUnsubscribe } from '../../../core/optouts/unsubscribes.ts'
import { VerifyEmail } from '../../../core/verify/verify-email.ts'
import type { VerifyEmailOutput } from '../../../core/verify/verify-email-output.ts'
import { AppError } from '../../../errors.ts'
import { parseEmailAddress } from '../../../lib/addresses/email-address.ts'
import { confirm } from '../../components/confirm.ts'
import { alongside } from '../../components/enhance.ts'
import { inputField } from '../../components/field.ts'
import { jsonBox, jsonLink } from '../../components/json-box.ts'
import { sourceList } from '../../components/source-list.ts'
import type { SeenAt } from '../../components/source-list.ts'
import { known, tryAskFor } from '../../page/ask.ts'
import { fieldText } from '../../page/fields.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { nextPath } from '../../page/next-path.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { form, screen, see } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import { leadMails } from '../leads/lead-mails.ts'
import { leadName } from '../leads/leads-columns.ts'
import { listedIn, seenAt } from './person-words.ts'
import { isAsking, personActions, personVerdict } from './person-drawer.ts'

const emailOf = ({ params }: View): string => params['address'] ?? ''

/** One address and its owner: whether mail arrives, and what is known about the owner. */
export const PersonScreen = screen({
  scope: 'read',
  title: emailOf,
  asks: (view) => {
    const email = emailOf(view)
    const { verify, profile } = view.query
    const maySpend = view.maySpend && parseEmailAddress(email) !== null
    return {
      lead: tryAskFor(LeadExists, { email }),
      verdict: verify !== undefined && maySpend ? tryAskFor(VerifyEmail, { email, explain: true }) : null,
      person: profile !== undefined && maySpend ? tryAskFor(EnrichPerson, { email }) : null,
    }
  },
  // Looking at what an account has saved costs nothing.
  thenAsks: ({ lead }) => {
    const id = known(lead)?.data.id ?? null
    return {
      saved: id === null ? null : tryAskFor(GetLead, { id }),
      history: id === null ? null : tryAskFor(GetLeadHistory, { id }),
    }
  },
  refreshes: ({ verdict }) => isAsking(verdict),
  page: ({ lead, verdict, person, saved: found, history }, view) => {
    const { search } = view.words
    const email = emailOf(view)
    const address = parseEmailAddress(email)
    if (address === null) return html`<h1><bdi>${email}</bdi></h1><p>${view.words.general.noAddress}</p>`
    const name = known(person)?.data.name.fullName ?? email
    const saved = known(found)?.data ?? null
    const mails = known(history)?.data.mails ?? []
    const work = [saved?.position, saved?.company].filter((part) => (part ?? '') !== '')
    return html`<h1><bdi>${saved === null ? name : leadName(saved)}</bdi></h1>
      <section class="card narrow stack">
        ${work.length === 0 ? NOTHING : html`<p><bdi>${work.join(' · ')}</bdi></p>`}
        ${personVerdict(view, { email, before: saved?.verification ?? null, verdict })}
        ${aboutOwner({ verdict, person }, view)}
        ${personActions(view, { email, lead: known(lead), back: to(view.path, view.query) })}
      </section>
      ${mails.length === 0 ? NOTHING : html`<h2>${view.words.leads.mails}</h2>${leadMails(mails, view)}`}
      <p class="row">
        <a href="${to(`/companies/${address.domain}`)}">${search.othersAt(address.domain)}</a>
        ${known(verdict) === null ? NOTHING : jsonLink(view)}
      </p>
      ${jsonBox(view, jsonCall(email, known(verdict)))}`
  },
  parts: {
    verdict: ({ verdict, person, saved }, view) =>
      html`${personVerdict(view, { email: emailOf(view), before: known(saved)?.data.verification ?? null, verdict })}${aboutOwner({ verdict, person }, view)}`,
  },
})

const jsonCall = (email: string, answer: { data: unknown; meta: unknown } | null) =>
  answer === null
    ? null
    : { method: 'GET' as const, path: '/email-verifier', parameters: { email, explain: true }, answer }

interface FoundOwner {
  verdict: VerifyEmailOutput | AppError | null
  person: EnrichPersonOutput | AppError | null
}

/** Where the address was seen, known from a check and a profile, and whom it belongs to, which is offered with its price. */
function aboutOwner({ verdict, person }: FoundOwner, view: View): Html {
  const { search } = view.words
  const profile = known(person)
  const domain = parseEmailAddress(emailOf(view))?.domain
  const finder =
    domain === undefined ? NOTHING : html` <a href="${to('/find', { company: domain })}">${search.findTitle}</a>`
  return html`<div id="owner" class="stack"${view.part === null ? NOTHING : alongside}>
    ${profile === null ? html`<p><a class="button outline small" href="${to(view.path, { ...view.query, profile: 'true' })}">${search.lookUpPerson}</a></p>` : profileOf(view, profile.data)}
    ${person instanceof AppError ? html`<p class="muted">${search.nothingKnown}${finder}</p>` : NOTHING}
    ${seenOn(view, known(verdict)?.data.sources?.map(seenAt) ?? profile?.meta.sources?.['*']?.map(seenWith))}
  </div>`
}

const seenWith = ({ uri, seen_on }: { uri: string; seen_on: string | null }): SeenAt => ({ uri, last_seen_on: seen_on })

function seenOn({ words, format }: View, sources: readonly SeenAt[] | undefined): Html {
  if (sources === undefined) return NOTHING
  if (sources.length === 0) return html`<p class="muted">${words.search.seenNowhere}</p>`
  return html`<div>
    <p>${words.search.seenOnPages(sources.length)}</p>
    ${sourceList(sources, { words, format })}
  </div>`
}

function profileOf({ words }: View, { name, employment, location, phone }: EnrichPersonOutput['data']): Html {
  const { search, general } = words
  const lines: [string, string | null][] = [
    [search.name, name.fullName],
    [search.title, employment.title],
    [search.department, listedIn(search.departments, employment.role) || null],
    [search.company, employment.name],
    [search.facts.location, location],
    [search.phone, phone],
  ]
  const told = lines.filter(([, value]) => value !== null)
  if (told.length === 0) return html`<p class="muted">${search.nothingKnown}</p>`
  return html`<dl class="facts" aria-label="${general.more}">
    ${told.map(([label, value]) => html`<dt>${label}</dt><dd><bdi>${value}</bdi></dd>`)}
  </dl>`
}

/** Stops the account from writing to the address; a slip can be undone at once. */
export const NeverWriteForm = form({
  uses: [AddUnsubscribe],
  on: { path: '/people/:address', screen: PersonScreen },
  act: async ({ fields, view, perform }) => {
    const email = emailOf(view)
    await perform(AddUnsubscribe, { email })
    const back = nextPath(fieldText(fields, 'back'))
    const undo = { action: to(`${view.path}/write-again`), fields: { back } }
    return see(back, notice('search.neverWrite', { email }, undo))
  },
})

export const WriteAgainForm = form({
  uses: [RemoveUnsubscribe],
  on: { path: '/people/:address', screen: PersonScreen },
  act: async ({ fields, view, perform }) => {
    const email = emailOf(view)
    await perform(RemoveUnsubscribe, { email })
    return see(nextPath(fieldText(fields, 'back')), notice('search.writeAgain', { email }))
  },
})

/** Asks before a person is forgotten in the whole installation. */
export const ForgetPersonScreen = screen({
  scope: 'operator',
  title: ({ words }) => words.search.forgetButton,
  page: (_, view) => {
    const email = view.query['email'] ?? fieldText(view.typed, 'email')
    const { search } = view.words
    return confirm(view, {
      question: email === '' ? search.forgetSomeone : search.forgetQuestion(email),
      what: html`<p>${search.forgetWhat}</p>`,
      action: to('/people/forget'),
      fields: email === '' ? {} : { email },
      ...(email === '' && {
        more: inputField(view, { name: 'email', label: search.address, type: 'email', required: true, first: true }),
      }),
      button: search.forgetButton,
      back: email === '' ? to('/') : to(`/people/${encodeURIComponent(email)}`),
    })
  },
})

export const ForgetPersonForm = form({
  uses: [ForgetPerson],
  on: { path: '/people/forget', screen: ForgetPersonScreen },
  confirmed: true,
  act: async ({ fields, perform }) => {
    await perform(ForgetPerson, { email: fieldText(fields, 'email') })
    return see(to('/'), notice('search.forgotten'))
  },
})
