import type { Part } from '../../context.ts'
import { isDisposable, isWebmail } from '../../engine/classify/domain-kinds.ts'

/** Whether people with addresses there work together: not at mail services for everybody. */
export const isCompanyDomain = ({ lists }: Part<'lists'>, domain: string): boolean =>
  domain !== '' && !isWebmail(domain, lists.inUse) && !isDisposable(domain, lists.inUse)
