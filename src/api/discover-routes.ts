import { Discover } from '../core/discover/discover-companies.ts'
import { DiscoverPeople } from '../core/discover/discover-people.ts'
import { DomainFinder } from '../core/discover/domain-finder.ts'
import { route } from './route.ts'
import type { Route } from './route.ts'

/** Example request for the documentation. */
const QUESTION = { query: 'software companies in Portugal with fewer than 50 people' }

/** Companies by filters, by plain words and by name. */
export const DISCOVER_ROUTES: readonly Route[] = [
  route('post', '/discover', Discover, 'List companies that match filters or a question in plain words.', QUESTION),
  route(
    'post',
    '/discover/people',
    DiscoverPeople,
    'The same companies, plus the total number of their addresses.',
    QUESTION,
  ),
  route('get', '/discover/people', DiscoverPeople, 'The same companies, with the filters in the query.', QUESTION),
  route('get', '/domain-finder', DomainFinder, 'List the domains of companies with this or a similar name.', {
    company: 'Lumen',
  }),
]
