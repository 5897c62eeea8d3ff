import { DomainFinder } from '../../../core/discover/domain-finder.ts'
import { FindEmail } from '../../../core/search/find-email.ts'
import type { FindEmailOutput } from '../../../core/search/find-email-output.ts'
import { normalizeDomain } from '../../../lib/addresses/domain-name.ts'
import { AppError } from '../../../errors.ts'
import { chip } from '../../components/chip.ts'
import { copyButton } from '../../components/copy-box.ts'
import { hidden, inputField } from '../../components/field.ts'
import { jsonBox, jsonLink } from '../../components/json-box.ts'
import { meter } from '../../components/meter.ts'
import { sourceList } from '../../components/source-list.ts'
import { known, tryAskFor } from '../../page/ask.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import { sentenceOf } from '../../page/problems.ts'
import { screen } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import { domainFinder } from './domain-answers.ts'
import { earlierField, earlierFinds, earlierList } from './earlier-finds.ts'
import type { EarlierFind } from './earlier-finds.ts'
import { askForNamed, ownNamed } from './own-named.ts'
import { askForSaved, savedPeople } from './saved-people.ts'
import { fullNameOf, seenAt } from './person-words.ts'

/** The finder's input; null while the form is empty. */
function finderInput({ query }: View): Record<string, string> | null {
  const { full_name, company } = query
  if (full_name === undefined || company === undefined) return null
  const domain = normalizeDomain(company)
  return { full_name, ...(domain === null ? { company } : { domain }) }
}

/** A name and a company give an address; the name of a company gives its domain. */
export const FindScreen = screen({
  scope: 'read',
  title: ({ words }) => words.general.find,
  asks: (view) => {
    const input = finderInput(view)
    const { company_name: company } = view.query
    return {
      found: input !== null && view.maySpend ? tryAskFor(FindEmail, input) : null,
      ...askForSaved(view),
      ...askForNamed(company),
      domains: company === undefined ? null : tryAskFor(DomainFinder, { company }),
    }
  },
  page: ({ found, domains, named, colleagues, lists, campaigns }, view) => {
    const { search } = view.words
    const { query } = view
    const input = finderInput(view)
    const answer = known(found)
    const latest = answer === null || input === null ? null : findOf(view, answer)
    const finds = earlierFinds(view, latest)
    return html`<h1>${search.findTitle}</h1>
      <div class="stack">
        <form method="get" action="${to('/find')}" class="filters">
          ${inputField(view, { name: 'full_name', label: search.fullName, value: query['full_name'], required: true, placeholder: 'Jane Rivers', maxLength: 255 })}
          ${inputField(view, { name: 'company', label: search.companyOrDomain, value: query['company'], required: true, placeholder: 'birch.example', maxLength: 255 })}
          ${hidden(earlierField(finds))}<button>${search.findButton}</button>
        </form>
        ${savedPeople({ named, colleagues }, view)} ${ownNamed({ lists, campaigns }, view)}
        ${found instanceof AppError ? html`<p role="alert" class="warning">${found.errors.map((error) => sentenceOf(error, view.words)).join(' ')}</p>` : NOTHING}
        ${answer === null ? NOTHING : foundPerson(view, answer)}
        ${answer === null || input === null ? NOTHING : jsonBox(view, { method: 'GET', path: '/email-finder', parameters: input, answer })}
        ${earlierList(finds, latest, view)}
        ${domainFinder(view, domains, earlierField(finds))}
      </div>`
  },
})

const findOf = ({ query }: View, { data: { email } }: FindEmailOutput): EarlierFind => ({
  fullName: query['full_name'] ?? '',
  company: query['company'] ?? '',
  email,
})

/** The possible people, each with what distinguishes them. */
const namesakes = (people: NonNullable<FindEmailOutput['meta']['ambiguous_person']>): Html =>
  people.length === 0
    ? NOTHING
    : html`<ul>
    ${people.map(({ email, position }) => html`<li><a href="${to(`/people/${encodeURIComponent(email ?? '')}`)}"><bdi>${email}</bdi></a> <bdi>${position ?? ''}</bdi></li>`)}
  </ul>`

function foundPerson(view: View, { data, meta }: FindEmailOutput): Html {
  const { words, format } = view
  const { search } = words
  const { email } = data
  if (email === null)
    return html`<p role="status">${search.notFoundBecause.get(meta.reason ?? '') ?? search.notFound}</p>
      ${namesakes(meta.ambiguous_person ?? [])}`
  const back = to(view.path, view.query)
  return html`<section class="card narrow stack" aria-label="${search.findTitle}">
    <h2><bdi>${fullNameOf(data) ?? email}</bdi></h2>
    ${data.position === null ? NOTHING : html`<p><bdi>${data.position}</bdi></p>`}
    <p class="row"><a href="${to(`/people/${encodeURIComponent(email)}`)}" class="mono"><bdi>${email}</bdi></a>${copyButton(email, words)}</p>
    <p class="row">
      ${chip(data.verification.status, view, data.verification.date)}
      ${meter(data.score ?? 0, view, { href: '#seen' })}
    </p>
    <div id="seen">${data.sources.length === 0 ? html`<p class="muted">${search.seenNowhere}</p>` : sourceList(data.sources.map(seenAt), { words, format })}</div>
    ${
      meta.alternatives === undefined || meta.alternatives.length === 0
        ? NOTHING
        : html`<p>${search.alternatives}</p>
            <ul>
              ${meta.alternatives.map((other) => html`<li><a href="${to(`/people/${encodeURIComponent(other.email)}`)}"><bdi>${other.email}</bdi></a> ${format.percent(other.score / 100)}</li>`)}
            </ul>`
    }
    <p class="row">
      ${
        view.can('write')
          ? html`<a class="button outline small" href="${to('/save', { people: email, back })}">${search.saveTo}</a>
              <a class="button outline small" href="${to('/write', { people: email, back })}">${search.writeTo}</a>`
          : NOTHING
      }
      ${jsonLink(view)}
    </p>
  </section>`
}
