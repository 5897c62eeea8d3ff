import { GetAccount } from '../core/account.ts'
import type { Capability } from '../core/capability.ts'
import { DomainSearch, DomainSearchFound } from '../core/domain-search.ts'
import { EmailCount } from '../core/email-count.ts'
import { FindEmail, FindEmailFound } from '../core/find-email.ts'
import { GetUsage } from '../core/usage.ts'
import { VerifyEmail } from '../core/verify-email.ts'

export interface Route {
  method: 'get' | 'post' | 'put' | 'delete'
  /** Below `/v2`. */
  path: string
  capability: Capability
  /** One sentence for the API documentation. */
  summary: string
  /** Also answered without a key when the operator has opened it. */
  keyless?: 'publicEmailCount'
}

/** The whole surface of `/v2`, in the order of its documentation. */
export const ROUTES: readonly Route[] = [
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
  route('get', '/email-verifier', VerifyEmail, 'Check whether an address can receive mail.'),
  {
    ...route('get', '/email-count', EmailCount, 'Count the addresses known for a domain.'),
    keyless: 'publicEmailCount',
  },
  route('get', '/account', GetAccount, 'Show the plan and its usage.'),
  route('get', '/usage', GetUsage, 'Show usage and what is left.'),
]

function route(method: Route['method'], path: string, capability: unknown, summary: string): Route {
  return { method, path, capability: capability as Capability, summary }
}
