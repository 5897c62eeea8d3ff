import { EnrichPerson } from '../../../core/enrich/enrich-person.ts'
import type { Person } from '../../../core/enrich/enrich-output.ts'
import { GetLead, LeadExists } from '../../../core/leads/leads.ts'
import { ForgetPerson } from '../../../core/optouts/forget-person.ts'
import { AddUnsubscribe, RemoveUnsubscribe } from '../../../core/optouts/unsubscribes.ts'
import { VerifyEmail } from '../../../core/verify/verify-email.ts'
import { AppError } from '../../../errors.ts'
import { parseEmailAddress } from '../../../lib/addresses/email-address.ts'
import { confirm } from '../../components/confirm.ts'
import { inputField } from '../../components/field.ts'
import { jsonBox, jsonLink } from '../../components/json-box.ts'
import { known, tryAskFor } from '../../page/ask.ts'
import { fieldText } from '../../page/fields.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { nextPath } from '../../page/next-path.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { form, screen, see } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import { leadName } from '../leads/leads-columns.ts'
import { listedIn } from './person-words.ts'
import { isAsking, personActions, personVerdict } from './person-drawer.ts'

const emailOf = ({ params }: View): string => params['address'] ?? ''

/** One address, whoever it belongs to: whether mail arrives, and what is known of its owner. */
export const PersonScreen = screen({
  scope: 'read',
  title: emailOf,
  asks: (view) => {
    const email = emailOf(view)
    const { verify, profile } = view.query
    return {
      lead: tryAskFor(LeadExists, { email }),
      verdict: verify !== undefined && view.maySpend ? tryAskFor(VerifyEmail, { email, explain: true }) : null,
      person: profile !== undefined && view.maySpend ? tryAskFor(EnrichPerson, { email }) : null,
    }
  },
  // What an account has saved costs nothing to look at.
  thenAsks: ({ lead }) => {
    const id = known(lead)?.data.id ?? null
    return { saved: id === null ? null : tryAskFor(GetLead, { id }) }
  },
  refreshes: ({ verdict }) => isAsking(verdict),
  page: ({ lead, verdict, person, saved: found }, view) => {
    const { search } = view.words
    const email = emailOf(view)
    const address = parseEmailAddress(email)
    const profile = known(person)
    const profileAt = to(view.path, { ...view.query, profile: 'true' })
    const saved = known(found)?.data ?? null
    const work = [saved?.position, saved?.company].filter((part) => (part ?? '') !== '')
    return html`<h1><bdi>${saved === null ? email : leadName(saved)}</bdi></h1>
      <section class="card narrow stack">
        ${work.length === 0 ? NOTHING : html`<p><bdi>${work.join(' · ')}</bdi></p>`}
        ${personVerdict(view, { email, before: saved?.verification ?? null, verdict })}
        ${profile === null ? html`<p><a class="button outline small" href="${profileAt}">${search.lookUpPerson}</a></p>` : profileOf(view, profile.data)}
        ${person instanceof AppError ? html`<p class="muted">${search.nothingKnown}</p>` : NOTHING}
        ${personActions(view, { email, lead: known(lead), back: to(view.path, view.query) })}
      </section>
      <p class="row">
        ${address === null ? NOTHING : html`<a href="${to(`/companies/${address.domain}`)}">${search.othersAt(address.domain)}</a>`}
        ${known(verdict) === null ? NOTHING : jsonLink(view)}
      </p>
      ${jsonBox(view, jsonCall(email, known(verdict)))}`
  },
  parts: {
    verdict: ({ verdict, saved }, view) =>
      personVerdict(view, { email: emailOf(view), before: known(saved)?.data.verification ?? null, verdict }),
  },
})

const jsonCall = (email: string, answer: { data: unknown; meta: unknown } | null) =>
  answer === null
    ? null
    : { method: 'GET' as const, path: '/email-verifier', parameters: { email, explain: true }, answer }

function profileOf({ words }: View, { name, employment, location, phone }: Person): Html {
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

/** The account writes there no more; taken back at once if it was a slip. */
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
  title: ({ words }) => words.search.forget,
  page: (_, view) => {
    const email = view.query['email'] ?? fieldText(view.typed, 'email')
    const { search } = view.words
    return confirm(view, {
      question: email === '' ? search.forget : search.forgetQuestion(email),
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
