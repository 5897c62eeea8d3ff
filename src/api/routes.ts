import { GetAccount } from '../core/accounts/get-account.ts'
import { addressesOfCsv, csvOfAnswers } from '../core/verify/address-csv.ts'
import type { BulkResultsOutput } from '../core/verify/bulk-output.ts'
import { DomainSearch, DomainSearchFound } from '../core/search/domain-search.ts'
import { EmailCount } from '../core/search/email-count.ts'
import { FindEmail, FindEmailFound } from '../core/search/find-email.ts'
import { ResearchCompany } from '../core/research/research-company.ts'
import { GetUsage } from '../core/billing/usage.ts'
import { CancelBulk, GetBulk, GetBulkResults, ListBulk, StartBulk } from '../core/verify/bulk-verifications.ts'
import { VerifyEmail } from '../core/verify/verify-email.ts'
import { DISCOVER_ROUTES } from './discover-routes.ts'
import { MAILBOX_ROUTES } from './mailbox-routes.ts'
import { ENRICH_ROUTES } from './enrich-routes.ts'
import { LEAD_ROUTES } from './lead-routes.ts'
import { LEADS_FILE_ROUTES } from './leads-file-routes.ts'
import { LEADS_LIST_ROUTES } from './leads-list-routes.ts'
import { route } from './route.ts'
import type { Route } from './route.ts'
import { CAMPAIGN_ROUTES } from './campaign-routes.ts'
import { KEY_ROUTES, OPT_OUT_ROUTES } from './optout-routes.ts'
import { WEBHOOK_ROUTES } from './webhook-routes.ts'

/** 100,000 addresses and what a spreadsheet has beside them. */
const MAX_LIST_BYTES = 8_388_608
const MAX_LIST_VALUES = 200_000

/** The whole surface of `/v2`, in the order of its documentation. */
export const ROUTES: readonly Route[] = [
  ...DISCOVER_ROUTES,
  route('get', '/domain-search', DomainSearch, 'List the addresses known for a domain.'),
  route(
    'post',
    '/domain-search',
    DomainSearch,
    'List the addresses known for a domain, with the parameters in a body.',
  ),
  route('get', '/domain-search/found', DomainSearchFound, 'List the addresses of a domain that have a source.'),
  route('get', '/email-finder', FindEmail, 'Find the most likely address of a person at a company.'),
  route('get', '/email-finder/found', FindEmailFound, 'Find an address of a person that a page shows.'),
  {
    ...route('get', '/email-verifier', VerifyEmail, 'Check whether an address can receive mail.'),
    otherAnswers: {
      202: 'The verification goes on; the same call gives its result later (Retry-After).',
      222: 'The mail server answered unexpectedly; worth repeating later.',
    },
  },
  {
    ...route('post', '/email-verifier/bulk', StartBulk, 'Check a list of addresses, sent as JSON or CSV.'),
    maxBodyBytes: MAX_LIST_BYTES,
    maxBodyValues: MAX_LIST_VALUES,
    readCsv: async (bytes) => ({ emails: await addressesOfCsv(bytes) }),
  },
  route('get', '/email-verifier/bulk', ListBulk, 'List the bulk verifications of this account, newest first.'),
  route('get', '/email-verifier/bulk/:id', GetBulk, 'Show how far a bulk verification is.'),
  route('delete', '/email-verifier/bulk/:id', CancelBulk, 'Cancel a bulk verification; what is answered stays.'),
  {
    ...route('get', '/email-verifier/bulk/:id/results', GetBulkResults, 'List the answers, in the order of the list.'),
    writeCsv: (answer) => csvOfAnswers((answer as BulkResultsOutput).data.results),
  },
  ...ENRICH_ROUTES,
  {
    ...route('get', '/email-count', EmailCount, 'Count the addresses known for a domain.'),
    keyless: 'publicEmailCount',
  },
  route('get', '/account', GetAccount, 'Show the plan and its usage.'),
  route('get', '/usage', GetUsage, 'Show usage and what is left.'),
  route('post', '/research', ResearchCompany, 'Research a company within a budget of credits and seconds.'),
  ...LEADS_FILE_ROUTES,
  ...LEAD_ROUTES,
  ...LEADS_LIST_ROUTES,
  ...CAMPAIGN_ROUTES,
  ...MAILBOX_ROUTES,
  ...WEBHOOK_ROUTES,
  ...OPT_OUT_ROUTES,
  ...KEY_ROUTES,
]
