import type { z } from 'zod'
import type { DomainFinder } from '../../../core/discover/domain-finder.ts'
import { AppError } from '../../../errors.ts'
import { hidden, inputField } from '../../components/field.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import { sentenceOf } from '../../page/problems.ts'
import type { View } from '../../page/view.ts'

type Domains = z.output<typeof DomainFinder.output>

/** The form that looks up a company's domain, with its results; `more` are fields to pass on. */
export function domainFinder(view: View, domains: Domains | AppError | null, more: Parameters<typeof hidden>[0]): Html {
  const { search } = view.words
  return html`<section>
    <h2>${search.domainTitle}</h2>
    <form method="get" action="${to('/find')}" class="filters">
      ${inputField(view, { name: 'company_name', label: search.companyName, value: view.query['company_name'], required: true, placeholder: 'Birch Works', maxLength: 255 })}
      ${hidden(more)}<button class="outline">${search.findDomain}</button>
    </form>
    ${domains === null ? NOTHING : answerOf(view, domains)}
  </section>`
}

function answerOf({ words }: View, domains: Domains | AppError): Html {
  if (domains instanceof AppError)
    return html`<p role="alert" class="warning">${domains.errors.map((error) => sentenceOf(error, words)).join(' ')}</p>`
  if (domains.data.length === 0) return html`<p role="status">${words.search.noSuchCompany}</p>`
  return html`<ul>
    ${domains.data.map(
      ({ domain, company_name: name, email_count: count }) =>
        html`<li><a href="${to(`/companies/${domain}`)}"><bdi>${name}</bdi></a> <span class="mono"><bdi>${domain}</bdi></span> <span class="muted">${words.general.addresses(count)}</span></li>`,
    )}
  </ul>`
}
