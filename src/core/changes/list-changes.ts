/** What changed at companies: who joined, who left, and what else is different. */

import { z } from 'zod'
import type { Part } from '../../context.ts'
import type { ChangesWanted, KeptChange } from '../../db/changes/changes-list-store.ts'
import { classifyTitle } from '../../engine/classify/title.ts'
import { CHANGE_TYPES } from '../../engine/change/observed-history.ts'
import { DEFAULT_ROWS } from '../../lib/input/page-fields.ts'
import { parseEmailAddress } from '../../lib/addresses/email-address.ts'
import { registrableDomain } from '../../lib/addresses/domain-name.ts'
import { DEPARTMENTS, SENIORITIES } from '../../lib/text/vocabulary.ts'
import { capability } from '../capability/capability.ts'
import { nameOfSource } from '../crawl/shown-sources.ts'
import { companiesOfList } from './companies-of-list.ts'
import { ListChangesInput, oneWayOfNaming } from './changes-input.ts'
import { isDomainOptedOut, optedOutAmong, refusedByOwner } from '../optouts/opted-out.ts'

const ranks = <Values extends readonly [string, ...string[]]>(values: Values) =>
  z.object({ before: z.enum(values).nullable(), after: z.enum(values).nullable() }).optional()

/** A change as callers see it. */
export const ShownChange = z.object({
  id: z.int(),
  type: z.enum(CHANGE_TYPES),
  domain: z.string(),
  person: z.object({ full_name: z.string(), email: z.string().nullable() }).nullable(),
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** For a new title, in the terms that filters use. */
  seniority: ranks(SENIORITIES),
  department: ranks(DEPARTMENTS),
  confidence: z.number(),
  /** Last seen as before (null if unknown), first seen as it is now. */
  happened_between: z.tuple([z.iso.date().nullable(), z.iso.date()]),
  detected_at: z.iso.datetime(),
  /** When it turned out to be wrong. */
  undone_at: z.iso.datetime().nullable(),
  evidence: z.array(z.object({ uri: z.string(), seen_on: z.iso.date(), says: z.string() })),
})

export const changeRow = (change: KeptChange): z.output<typeof ShownChange> => ({
  id: change.id,
  type: CHANGE_TYPES.find((type) => type === change.type) ?? 'left',
  domain: change.domain,
  person: change.person === null ? null : { full_name: change.person.name, email: change.address },
  field: change.field,
  before: change.before,
  after: change.after,
  ...(change.type === 'title_changed' && ranksOf(change)),
  confidence: change.confidence,
  happened_between: [...change.happenedBetween],
  detected_at: change.detectedAt.toISOString(),
  undone_at: change.undoneAt?.toISOString() ?? null,
  evidence: change.evidence.map(({ uri, seen_on, says }) => ({ uri: nameOfSource(uri), seen_on, says })),
})

function ranksOf({ before, after }: KeptChange): Pick<z.output<typeof ShownChange>, 'seniority' | 'department'> {
  const [was, is] = [before, after].map((title) => classifyTitle(title ?? ''))
  return {
    seniority: { before: was?.seniority ?? null, after: is?.seniority ?? null },
    department: { before: was?.department ?? null, after: is?.department ?? null },
  }
}

/** In the order of discovery, or in reverse. Following the cursor misses none and shows each once, whatever is added meanwhile. */
export const ListChanges = capability({
  name: 'list_changes',
  group: 'others',
  scope: 'read',
  input: ListChangesInput,
  output: z.object({
    data: z.array(ShownChange),
    meta: z.object({
      limit: z.int(),
      /** Where to continue; null after the last one. */
      next_cursor: z.int().nullable(),
      /** Whether the account watches the company; if not, only chance discoveries are listed. Null for a list. */
      watched: z.boolean().nullable(),
    }),
  }),
  check: oneWayOfNaming,
  run: async (call, { limit = DEFAULT_ROWS, cursor = null, ...asked }) => {
    const { domain } = asked
    if (domain !== undefined && (await isDomainOptedOut(call, domain))) throw refusedByOwner('domain')
    const rows = await call.store.changesList.page(await wantedOf(call, asked), cursor === 0 ? null : cursor, limit + 1)
    const page = rows.slice(0, limit)
    const isHidden = await optedOutAmong(call, page.flatMap(addressesIn))
    const shown = page.filter((change) => !addressesIn(change).some(isHidden))
    const next = rows.length > limit ? (page.at(-1)?.id ?? null) : null
    return { data: shown.map(changeRow), meta: { limit, next_cursor: next, watched: await isWatched(call, asked) } }
  },
})

type Asked = Omit<ListChangesInput, 'limit' | 'cursor'>

async function wantedOf(
  call: Part<'principal', 'leadsLists' | 'watches'>,
  { domain, leads_list_id: list, watched, type, since, sort }: Asked,
): Promise<ChangesWanted> {
  const { accountId } = call.principal
  const named = domain === undefined ? null : [registrableDomain(domain)]
  return {
    accountId,
    domains: list === undefined ? named : await companiesOfList(call, list),
    isWatched: watched === true,
    types: type ?? null,
    since: since === undefined ? null : new Date(since),
    isNewestFirst: sort === 'newest',
  }
}

async function isWatched(
  { store, principal }: Part<'principal', 'watches'>,
  { domain, watched }: Asked,
): Promise<boolean | null> {
  if (domain === undefined) return watched === true ? true : null
  const only = registrableDomain(domain)
  return (await store.watches.list(principal.accountId, { limit: 1, offset: 0, domain: only })).length > 0
}

/** For checking whether the people it mentions have opted out. */
export const addressesIn = ({ address, before, after }: KeptChange) =>
  [address, before, after].flatMap((said) => {
    const found = said === null ? null : parseEmailAddress(said)
    return found === null ? [] : [{ full: found.full, domain: found.domain }]
  })
