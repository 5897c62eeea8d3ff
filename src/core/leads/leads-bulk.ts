import type { Part } from '../../context.ts'
import { integerOf, listOf, otherIdField } from '../../lib/input/field-kinds.ts'
import { field, quoted, read, refuse } from '../../lib/input/input-fields.ts'
import { invalidField } from '../fields/name-field.ts'

const MAX_IDS = 10_000

export const listIdField = (description: string, name = 'leads_list_id') => otherIdField(name, description)

export const leadIdsField = field<number[]>(
  { type: 'array', items: { type: 'integer' }, maxItems: MAX_IDS, description: `Up to ${MAX_IDS} lead ids.` },
  (raw) => {
    const ids = listOf(raw)?.map((item) => integerOf(item))
    if (ids === undefined || ids.includes(null))
      return refuse('wrong_params', `${quoted(raw)} is not a list of lead ids.`)
    if (ids.length > MAX_IDS) return refuse('wrong_params', `At most ${MAX_IDS} lead ids can be sent at once.`)
    return read([...new Set(ids.filter((id) => id !== null))])
  },
)

export async function mustExist(
  { store, principal }: Part<'principal', 'leadsLists'>,
  name: string,
  id: number,
): Promise<void> {
  if ((await store.leadsLists.find(principal.accountId, id)) === null) throw invalidField(name, `${id} does not exist.`)
}
