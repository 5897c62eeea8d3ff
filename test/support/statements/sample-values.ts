import type { Samples } from './row-calls.ts'

const ANY_LEAD = { text: `'true'`, values: '[]' }
const AT_DOMAIN = { filter: `{ domain: 'willow.example' }` }
const WITH_WORD = `{ filters: { keywords: { include: ['wood'] } } }`
const WITHOUT_WORD = `{ filters: { keywords: { exclude: ['wood'] } } }`
const PAGES = `{ order: 'email', limit: 10, countUpTo: 10 }, { order: 'newest', limit: 10, countUpTo: null }`

/** Sample arguments for the stores that build statements from them. */
export const SAMPLES: Samples = {
  'campaigns/campaigns-store.ts': { campaign: '{}' },
  'campaigns/recipient-checks-store.ts': { tags: `[{ name: 'position', custom: false }]` },
  'companies/companies-merge-store.ts': { staged: `{ table: 'companies', columns: ['name'] }` },
  'companies/companies-pages.ts': {
    search: `filterSearch(${WITH_WORD}), filterSearch(${WITHOUT_WORD})`,
    wanted: WITHOUT_WORD,
  },
  'companies/deep-page.ts': { above: `{ sample: 'select emails_total as emails, domain from companies' }` },
  'companies/merge-at-nodes.ts': { columns: `['name']` },
  'leads/cheapest-conditions.ts': ANY_LEAD,
  'leads/lead-pages-store.ts': ANY_LEAD,
  'leads/leads-by-key-store.ts': { ...ANY_LEAD, place: PAGES },
  'leads/leads-exports-store.ts': ANY_LEAD,
  'leads/leads-members-store.ts': ANY_LEAD,
  'leads/settle-affiliation.ts': ANY_LEAD,
  'mailboxes/mailboxes-store.ts': { values: '{}', total: '0' },
  'search/search-store.ts': AT_DOMAIN,
  'search/search-walks-store.ts': AT_DOMAIN,
}
