import type { Part } from '../../context.ts'
import { isDisposable, isWebmail } from '../../engine/classify/domain-kinds.ts'

/** Whether people with addresses there work together: not at mail services for everybody. */
export const isCompanyDomain = ({ lists }: Part<'lists'>, domain: string): boolean =>
  domain !== '' && !isWebmail(domain, lists.inUse) && !isDisposable(domain, lists.inUse)

/** Of a domain where nobody is looked for: a mail service for everybody, or one that is not known. */
export const whyUnasked = (needs: Part<'lists'>, domain: string): 'no_candidate' | 'webmail_domain' =>
  isCompanyDomain(needs, domain) ? 'no_candidate' : 'webmail_domain'
