import type { Company, FieldSources } from '../../../core/enrich/enrich-output.ts'
import { ownValue } from '../../../lib/text/own-value.ts'
import { alongside } from '../../components/enhance.ts'
import { icon } from '../../components/icon.ts'
import { link } from '../../components/link.ts'
import { sourceList } from '../../components/source-list.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Content, Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import type { View } from '../../page/view.ts'

export interface CompanyHead {
  domain: string
  name: string | null
  pattern: string | null
  hasLogo: boolean
  counts: { personal: number; generic: number } | null
  /** What to know about the domain as a whole. */
  warning: string | null
}

/** The company at a glance: on the page and, while its site is read, with every part that shows the progress. */
export function companyHead(view: View, head: CompanyHead): Html {
  const { words, place } = view
  const { domain, name, pattern, hasLogo, counts, warning } = head
  const known = [
    ...(pattern === null ? [] : [words.search.looksLike(pattern, domain)]),
    ...(counts === null ? [] : [words.general.people(counts.personal), words.search.sharedAddresses(counts.generic)]),
  ]
  return html`<header id="company" class="stack"${view.part === null ? NOTHING : alongside}>
    <div class="row">
      ${hasLogo ? html`<img src="${place.logoUrl}/${domain}?size=64" alt="" width="40" height="40" />` : icon('company', 'large')}
      <h1><bdi>${name ?? domain}</bdi></h1>
      ${link(`https://${domain}/`)}
    </div>
    ${known.length > 0 ? html`<p class="muted">${known.join(' · ')}</p>` : NOTHING}
    ${warning === null ? NOTHING : html`<p class="warning">${icon('warning')}${warning}</p>`}
  </header>`
}

/** The profile that was looked up, each fact with its source. */
export function companyProfileCard(view: View, company: Company, sources: FieldSources): Html {
  const { words, format } = view
  const { facts } = words.search
  const lines: [label: string, value: Content, path: string][] = [
    [facts.description, company.description, 'description'],
    [facts.industry, company.category.industry, 'category.industry'],
    [facts.employees, company.metrics.employees, 'metrics.employees'],
    [facts.location, company.location, 'location'],
    [facts.otherLocations, otherPlaces(company), 'other_locations'],
    [facts.founded, company.foundedYear, 'foundedYear'],
    [facts.phone, company.phone, 'phone'],
    [facts.tech, company.tech.length > 0 ? company.tech.join(', ') : null, 'tech'],
    [facts.emailProvider, company.emailProvider, 'emailProvider'],
    [facts.linkedin, linkedin(company.linkedin.handle), 'linkedin.handle'],
  ]
  const known = lines.filter(([, value]) => value !== null)
  if (known.length === 0) return html`<p class="muted">${words.search.noProfile}</p>`
  return html`<section class="card">
    <dl class="facts">
      ${known.map(([label, value, path]) => {
        const seen = (ownValue(sources, path) ?? []).map(({ uri, seen_on }) => ({
          uri,
          extracted_on: seen_on,
        }))
        return html`<dt>${label}</dt>
          <dd><bdi>${value}</bdi>${seen.length > 0 ? sourceList(seen, { words, format, home: company.domain ?? '' }) : NOTHING}</dd>`
      })}
    </dl>
  </section>`
}

const otherPlaces = ({ other_locations: others = [] }: Company): string | null =>
  others.flatMap(({ location }) => location ?? []).join(' · ') || null

const linkedin = (handle: string | null): Html | null =>
  handle === null ? null : link(`https://www.linkedin.com/${handle}`, handle)

/** What else can be requested about the company. */
export const companyLinks = (view: View, domain: string, canLookUp: boolean): Html =>
  html`<p class="row">
    ${canLookUp ? html`<a class="button outline small" href="${to(view.path, { ...view.query, people: null, profile: 'true' })}">${view.words.search.lookUpProfile}</a>` : NOTHING}
    <a class="button ghost small" href="${to('/discover', { similar_to: domain })}">${view.words.search.similar}</a>
    <a class="button ghost small" href="${to('/find', { company: domain })}">${view.words.search.findTitle}</a>
  </p>`
