import { DomainSearch, DomainSearchFound } from '../core/search/domain-search.ts'
import { GetCrawl } from '../core/crawl/get-crawl.ts'
import { EmailCount } from '../core/search/email-count.ts'
import { FindEmail, FindEmailFound } from '../core/search/find-email.ts'
import { CancelFindJob, GetFindJob, ListFindJobs, StartFindJob } from '../core/search/people-searches.ts'
import type { FindRowsOutput } from '../core/search/find-job-output.ts'
import { GetFindRows } from '../core/search/people-search-rows.ts'
import { csvOfFound, peopleOfCsv } from '../core/search/people-to-find-csv.ts'
import { route } from './route.ts'
import type { Route } from './route.ts'

/** 10,000 people with the other columns of a spreadsheet. */
const MAX_LIST_BYTES = 4_194_304
const MAX_LIST_VALUES = 100_000
const MAX_LIST_KEYS = 60_000

/** Example request for the documentation. */
const PROFILE = { domain: 'lumen.example', full_name: 'Rui Abano' }

/** The people at a domain, and the address of one person. */
export const SEARCH_ROUTES: readonly Route[] = [
  route('get', '/domain-search', DomainSearch, "List a domain's known addresses.", {
    domain: 'lumen.example',
    limit: 10,
  }),
  route('post', '/domain-search', DomainSearch, "List a domain's known addresses, with the parameters in a body.", {
    domain: 'lumen.example',
    department: ['sales'],
  }),
  route('get', '/domain-search/crawl', GetCrawl, "Show the progress of the crawl of a domain's site.", {
    domain: 'lumen.example',
  }),
  route('get', '/domain-search/found', DomainSearchFound, "List a domain's addresses that have a source.", {
    domain: 'lumen.example',
  }),
  route('get', '/email-finder', FindEmail, 'Find the most likely address of a person at a company.', PROFILE),
  route('get', '/email-finder/found', FindEmailFound, 'Find an address for a person that a page shows.', PROFILE),
  {
    ...route('post', '/email-finder/bulk', StartFindJob, 'Find the addresses of many people, sent as JSON or CSV.', {
      people: [{ full_name: 'Rui Abano', domain: 'lumen.example' }],
      max_credits: 20,
    }),
    maxBodyBytes: MAX_LIST_BYTES,
    maxBodyValues: MAX_LIST_VALUES,
    maxBodyKeys: MAX_LIST_KEYS,
    readCsv: async (bytes) => ({ people: await peopleOfCsv(bytes) }),
  },
  route('get', '/email-finder/bulk', ListFindJobs, "List this account's people searches, newest first.", {
    limit: 10,
    offset: 0,
  }),
  route('get', '/email-finder/bulk/:id', GetFindJob, 'Show the progress of a people search.'),
  route('delete', '/email-finder/bulk/:id', CancelFindJob, 'Cancel a people search; what was found is kept.'),
  {
    ...route('get', '/email-finder/bulk/:id/results', GetFindRows, 'List what was found, in the order of the list.', {
      limit: 10,
      offset: 0,
    }),
    writeCsv: (answer) => csvOfFound((answer as FindRowsOutput).data.rows),
  },
]

/** How many addresses a domain has; also without a key if the operator allows it. */
export const COUNT_ROUTES: readonly Route[] = [
  {
    ...route('get', '/email-count', EmailCount, "Count a domain's known addresses.", { domain: 'lumen.example' }),
    keyless: 'publicEmailCount',
  },
]
