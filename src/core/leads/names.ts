import { z } from 'zod'
import type { Call } from '../../context.ts'
import type { MatchingNames } from '../../db/leads/matching-names-store.ts'
import { AppError } from '../../errors.ts'
import { plainText } from '../../lib/input/field-kinds.ts'
import { field, quoted, read, refuse, saying } from '../../lib/input/input-fields.ts'
import { capability } from '../capability/capability.ts'
import { nameField, nameMissing } from '../fields/name-field.ts'
import { describeList, LeadsListOutput } from './leads-lists-output.ts'

/** MCP allows no more values in one completion. */
const MAX_NAMES = 100
/** No name is longer, so longer text matches nothing. */
const MAX_TYPED = 255

const NamesInput = z.object({
  typed: field<string>({ type: 'string', description: 'The part of the name typed so far.' }, (raw) => {
    const text = plainText(raw)
    return text === null ? refuse('wrong_params', saying('typed must be a string.', raw)) : read(text.toWellFormed())
  }),
})

const NamesOutput = z.object({ data: z.object({ names: z.array(z.string()) }), meta: z.object({ total: z.int() }) })

const naming = (matching: (call: Call, typed: string) => Promise<MatchingNames>) =>
  async function run(call: Call, { typed = '' }: z.output<typeof NamesInput>) {
    const { names, total } = await matching(call, typed.slice(0, MAX_TYPED))
    return { data: { names }, meta: { total } }
  }

/** Names of leads lists that begin with the typed text, then those that contain it. */
export const MatchLeadsLists = capability({
  group: 'leads_lists',
  scope: 'read',
  name: 'match_leads_lists',
  input: NamesInput,
  output: NamesOutput,
  run: naming(({ store, principal }, typed) => store.names.leadsLists(principal.accountId, typed, MAX_NAMES)),
})

/** The same for campaigns. */
export const MatchCampaigns = capability({
  ...MatchLeadsLists,
  group: 'campaigns',
  name: 'match_campaigns',
  run: naming(({ store, principal }, typed) => store.names.campaigns(principal.accountId, typed, MAX_NAMES)),
})

/** The newest list with this name, ignoring case. Throws AppError not_found if there is none. */
export const FindLeadsList = capability({
  group: 'leads_lists',
  scope: 'read',
  name: 'find_leads_list',
  input: z.object({ name: nameField('The name of the list; case is ignored.') }),
  output: LeadsListOutput,
  check: nameMissing,
  run: async ({ store, principal }, { name = '' }) => {
    const list = await store.leadsLists.findNamed(principal.accountId, name)
    if (list === null) throw new AppError('not_found', `There is no leads list named ${quoted(name)}.`)
    return { data: describeList(list), meta: {} }
  },
})
