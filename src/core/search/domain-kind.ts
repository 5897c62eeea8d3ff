import type { Part } from '../../context.ts'
import { isDisposable, isWebmail } from '../../engine/classify/domain-kinds.ts'

/** Whether people with addresses there work together, which is not so at mail services for everybody. */
export const isCompanyDomain = ({ lists }: Part<'lists'>, domain: string): boolean =>
  domain !== '' && !isWebmail(domain, lists.inUse) && !isDisposable(domain, lists.inUse)

/** Why nobody is looked for at a domain: it is a mail service for everybody, or unknown. */
export const whyUnasked = (needs: Part<'lists'>, domain: string): 'no_candidate' | 'webmail_domain' =>
  isCompanyDomain(needs, domain) ? 'no_candidate' : 'webmail_domain'
