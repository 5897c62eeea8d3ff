import { DomainSearch, DomainSearchFound } from '../core/search/domain-search.ts'
import { GetCrawl } from '../core/crawl/get-crawl.ts'
import { EmailCount } from '../core/search/email-count.ts'
import { FindEmail, FindEmailFound } from '../core/search/find-email.ts'
import { route } from './route.ts'
import type { Route } from './route.ts'

/** The people of a domain, and the address of one. */
export const SEARCH_ROUTES: readonly Route[] = [
  route('get', '/domain-search', DomainSearch, "List a domain's known addresses."),
  route('post', '/domain-search', DomainSearch, "List a domain's known addresses, with the parameters in a body."),
  route('get', '/domain-search/crawl', GetCrawl, "Show how far the visit of a domain's site is."),
  route('get', '/domain-search/found', DomainSearchFound, "List a domain's addresses that have a source."),
  route('get', '/email-finder', FindEmail, 'Find the most likely address of a person at a company.'),
  route('get', '/email-finder/found', FindEmailFound, "Find a person's address that a page shows."),
]

/** How many addresses a domain has; also without a key, where the operator allows it. */
export const COUNT_ROUTES: readonly Route[] = [
  {
    ...route('get', '/email-count', EmailCount, "Count a domain's known addresses."),
    keyless: 'publicEmailCount',
  },
]
