import { z } from 'zod'
import { CHANGE_TYPES } from '../../engine/change/observed-history.ts'
import type { ErrorItem } from '../../errors.ts'
import { isPublicSuffix, normalizeDomain, registrableDomain } from '../../lib/addresses/domain-name.ts'
import {
  booleanField,
  choicesField,
  domainField,
  idField,
  integerOf,
  listOf,
  publicSuffixSentence,
} from '../../lib/input/field-kinds.ts'
import { field, quoted, read, refuse, saying } from '../../lib/input/input-fields.ts'
import { pageFields } from '../../lib/input/page-fields.ts'

const MAX_DOMAINS = 100
const MAX_DAYS = 365
const MAX_DOMAIN_LENGTH = 500
export const USUAL_DAYS = 7

/** A company is watched under its registered domain. */
const domains = field<string[]>(
  {
    type: 'array',
    items: { type: 'string', maxLength: MAX_DOMAIN_LENGTH },
    maxItems: MAX_DOMAINS,
    description: `Up to ${MAX_DOMAINS} company domains.`,
  },
  (raw) => {
    const items = listOf(raw)
    if (items === null || items.length > MAX_DOMAINS)
      return refuse('wrong_params', `domains must be a list of at most ${MAX_DOMAINS} domains.`)
    const known = new Set<string>()
    for (const item of items) {
      const domain = item.length > MAX_DOMAIN_LENGTH ? null : normalizeDomain(item)
      if (domain === null) return refuse('invalid_domain', `${quoted(item)} is not a valid domain name.`)
      known.add(registrableDomain(domain))
    }
    return read([...known])
  },
)

const everyDays = field<number>(
  {
    type: 'integer',
    minimum: 1,
    maximum: MAX_DAYS,
    default: USUAL_DAYS,
    description: `Days between visits, 1 to ${MAX_DAYS}. Default ${USUAL_DAYS}.`,
  },
  (raw) => {
    const days = integerOf(raw)
    return days !== null && days >= 1 && days <= MAX_DAYS
      ? read(days)
      : refuse('wrong_params', saying(`every_days must be an integer from 1 to ${MAX_DAYS}.`, raw))
  },
)

export const WhichCompanies = z.object({
  domains,
  leads_list_id: idField('Instead of domains: the companies of the leads in this list.'),
})

export const WatchCompaniesInput = WhichCompanies.extend({
  types: choicesField('type', CHANGE_TYPES, 'wrong_params', 'Send webhooks only for these types of change.'),
  every_days: everyDays,
  remove: booleanField('remove', 'wrong_params', 'true stops watching them instead.'),
})

export const ListWatchesInput = z.object({
  domain: domainField('Only the watch of this company.'),
  ...pageFields('watches'),
})

/** Exactly one way of naming companies. */
export const domainsOrList = (
  { domains: named, leads_list_id: list }: z.output<typeof WhichCompanies>,
  broken: ReadonlySet<string | undefined>,
): ErrorItem[] =>
  (named === undefined) === (list === undefined) && !broken.has('domains') && !broken.has('leads_list_id')
    ? [{ id: 'wrong_params', details: 'Send either domains or leads_list_id.', field: 'domains' }]
    : []

/** The same, and no public suffix may be watched; watches on one may still be removed. */
export const watchable = (
  given: z.output<typeof WatchCompaniesInput>,
  broken: ReadonlySet<string | undefined>,
): ErrorItem[] => {
  const suffix = given.remove === true ? undefined : given.domains?.find(isPublicSuffix)
  return suffix === undefined
    ? domainsOrList(given, broken)
    : [{ id: 'invalid_domain', details: publicSuffixSentence(suffix), field: 'domains' }]
}
