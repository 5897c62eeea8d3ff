/** Emails to recipients in several steps: writing, planning and sending. */

import { z } from 'zod'
import type { Call, Part } from '../../context.ts'
import type { Campaign } from '../../db/campaigns/campaigns-store.ts'
import { AppError } from '../../errors.ts'
import type { ErrorItem } from '../../errors.ts'
import { newestPlaceText } from '../../lib/input/newest-place.ts'
import { DEFAULT_ROWS } from '../../lib/input/page-fields.ts'
import { capability } from '../capability/capability.ts'
import type { OptoutNeeds } from '../optouts/optout-needs.ts'
import {
  CreateCampaignInput,
  ListCampaignsInput,
  SCHEDULE_ALIASES,
  SHOWN_GROUPS,
  ScheduleInput,
  CampaignIdInput,
  SettingsInput,
  SearchCampaignsInput,
  UpdateCampaignInput,
} from './campaign-input.ts'
import type { CampaignWriting } from './campaign-input.ts'
import {
  campaignRow,
  CampaignsOutput,
  scheduleOf,
  ScheduleOutput,
  campaignRecord,
  CampaignOutput,
  CampaignResultsOutput,
  campaignRowWithOwner,
  CampaignsWithOwnersOutput,
  guardOf,
  settingsOf,
  SettingsOutput,
} from './campaign-output.ts'
import { checkChangeable, checkCopies, readChange } from './campaign-rules.ts'
import { nextState } from './campaign-states.ts'

const group = 'campaigns'
const reading = { group, scope: 'read' } as const
const writing = { group, scope: 'write' } as const

const listed = (
  call: Part<'principal', 'campaigns'>,
  { started, archived, limit = DEFAULT_ROWS, offset = 0 }: ListCampaignsInput,
) => call.store.campaigns.list(call.principal.accountId, { started, archived, limit, offset })

export const ListCampaigns = capability({
  ...reading,
  name: 'list_campaigns',
  input: ListCampaignsInput,
  output: CampaignsOutput,
  run: async (call, input) => ({
    data: { campaigns: (await listed(call, input)).map(campaignRow) },
    meta: { limit: input.limit ?? DEFAULT_ROWS, offset: input.offset ?? 0 },
  }),
})

/** More would make a page heavy rather than useful. */
const MOST_CHOICES = 2_000

/** The campaigns to choose from: all of them, newest first, because what cannot be chosen seems not to exist. */
export const ListCampaignChoices = capability({
  ...reading,
  name: 'list_campaign_choices',
  input: ListCampaignsInput.pick({ archived: true }),
  output: z.object({
    data: z.object({ campaigns: z.array(z.object({ id: z.int(), name: z.string() })) }),
    meta: z.object({}),
  }),
  run: async (call, { archived }) => {
    const campaigns = await listed(call, { archived, limit: MOST_CHOICES, offset: 0, started: undefined })
    return { data: { campaigns: campaigns.map(({ id, name }) => ({ id, name })) }, meta: {} }
  },
})

/** The same under the newer name, with each campaign's owner. */
export const ListCampaignsWithOwners = capability({
  ...reading,
  name: 'list_campaigns_with_owners',
  input: ListCampaignsInput,
  output: CampaignsWithOwnersOutput,
  run: async (call, input) => ({
    data: { sequences: (await listed(call, input)).map(campaignRowWithOwner) },
    meta: { limit: input.limit ?? DEFAULT_ROWS, offset: input.offset ?? 0 },
  }),
})

/** By part of the name, in pages that changes do not shift, with the progress and results of each in messages. */
export const ListCampaignResults = capability({
  ...reading,
  name: 'list_campaign_results',
  input: SearchCampaignsInput,
  output: CampaignResultsOutput,
  run: async (call, { query = '', archived, after = null, limit = DEFAULT_ROWS }) => {
    const wanted = { query: query === '' ? null : query, archived, after, limit }
    const { campaigns, next } = await call.store.campaigns.pageNamed(call.principal.accountId, wanted)
    const ids = campaigns.map(({ id }) => id)
    const results = await call.store.campaignStats.results(call.principal.accountId, ids)
    const resultsOf = new Map(results.map(({ id, ...result }) => [id, result]))
    const data = campaigns.map((campaign) => ({
      ...campaignRecord(campaign),
      results: resultsOf.get(campaign.id) ?? NOTHING_SENT,
    }))
    return { data, meta: { next: next === null ? null : newestPlaceText(next) } }
  },
})

const NOTHING_SENT = { sent: 0, replied: 0, bounced: 0, uncertain: 0 }

export const CreateCampaign = capability({
  ...writing,
  name: 'create_campaign',
  findMade: ({ store, principal }, id) => store.campaigns.find(principal.accountId, id),
  parameterAliases: SCHEDULE_ALIASES,
  parameterGroups: SHOWN_GROUPS,
  input: CreateCampaignInput,
  output: CampaignOutput,
  run: async (call, input) => ({
    data: campaignRecord(await createCampaign(call, input)),
    meta: {},
    status: 201 as const,
  }),
})

/** @throws AppError name_required, unknown_email_account_ids, and what `readChange` throws. */
export async function createCampaign(
  call: OptoutNeeds & Part<'clock' | 'config' | 'principal', 'campaigns'>,
  input: CampaignWriting,
): Promise<Campaign> {
  const { accountId, userId } = call.principal
  const { name } = input
  if (name === undefined) throw new AppError('name_required', 'A campaign needs a name.')
  await checkMailboxes(call, input.email_account_ids)
  await checkCopies(call, input)
  const change = readChange(call, input, null)
  const mailboxIds = change.mailboxIds ?? (await call.store.campaigns.defaultMailboxes(accountId))
  const { sendGate: gate, sendGuard: brake } = call.config
  return call.store.campaigns.create({
    gate,
    brake,
    ...change,
    accountId,
    userId,
    name,
    mailboxIds,
    createdAt: call.clock.now(),
  })
}

export const GetCampaign = capability({
  ...reading,
  name: 'get_campaign',
  input: CampaignIdInput,
  output: CampaignOutput,
  run: async (call, { id = 0 }) => {
    const campaign = await findCampaign(call, id)
    return { data: campaignRecord(campaign), meta: guardOf(campaign) }
  },
})

export const UpdateCampaign = capability({
  ...writing,
  name: 'update_campaign',
  parameterAliases: SCHEDULE_ALIASES,
  parameterGroups: SHOWN_GROUPS,
  input: UpdateCampaignInput,
  output: CampaignOutput,
  run: async (call, input) => ({ data: campaignRecord(await updateCampaign(call, input)), meta: {} }),
})

export const DeleteCampaign = capability({
  ...writing,
  name: 'delete_campaign',
  input: CampaignIdInput,
  output: CampaignOutput,
  run: async (call, { id = 0 }) => {
    const check = ({ status }: Campaign) => void nextState(status, 'destroy')
    const campaign = await call.store.campaigns.remove(call.principal.accountId, id, check)
    return { data: campaignRecord(campaign ?? noSuchCampaign(id)), meta: {}, status: 204 as const }
  },
})

const scheduleAnswer = (campaign: Campaign): z.output<typeof ScheduleOutput> => ({
  data: scheduleOf(campaign),
  meta: { time_zone: campaign.timeZone },
})

export const GetSchedule = capability({
  ...reading,
  name: 'get_campaign_schedule',
  input: CampaignIdInput,
  output: ScheduleOutput,
  run: async (call, { id = 0 }) => scheduleAnswer(await findCampaign(call, id)),
})

export const UpdateSchedule = capability({
  ...writing,
  name: 'update_campaign_schedule',
  parameterAliases: SCHEDULE_ALIASES,
  input: ScheduleInput,
  output: ScheduleOutput,
  run: async (call, input) => scheduleAnswer(await updateCampaign(call, input)),
})

const settingsAnswer = (campaign: Campaign): z.output<typeof SettingsOutput> => ({
  data: settingsOf(campaign),
  meta: guardOf(campaign),
})

export const GetSettings = capability({
  ...reading,
  name: 'get_campaign_settings',
  input: CampaignIdInput,
  output: SettingsOutput,
  run: async (call, { id = 0 }) => settingsAnswer(await findCampaign(call, id)),
})

export const UpdateSettings = capability({
  ...writing,
  name: 'update_campaign_settings',
  input: SettingsInput,
  output: SettingsOutput,
  run: async (call, input) => settingsAnswer(await updateCampaign(call, input)),
})

async function updateCampaign(
  call: OptoutNeeds & Pick<Call, 'clock' | 'principal' | 'store'>,
  { id = 0, ...given }: CampaignWriting & { id?: number | undefined },
) {
  const { accountId } = call.principal
  await findCampaign(call, id)
  await checkMailboxes(call, given.email_account_ids)
  await checkCopies(call, given)
  let consents = false
  const changed = await call.store.campaigns.change(accountId, id, call.clock.now(), (current) => {
    const change = readChange(call, given, current)
    checkChangeable(current, change)
    consents = CONSENT.some((name) => change[name] !== undefined)
    return Object.keys(change).length === 0 ? null : change
  })
  if (consents) await call.store.gate.releaseCampaign(accountId, id)
  return changed ?? noSuchCampaign(id)
}

/** Settings that decide which recipients it writes to: if one changes, everything held is judged again. */
const CONSENT = ['gate', 'allow', 'maxRisk', 'maxVerdictDays', 'sendToFormer'] as const

/** @throws AppError not_found, also for campaigns of other accounts. */
export async function findCampaign(call: Pick<Call, 'store' | 'principal'>, id: number): Promise<Campaign> {
  return (await call.store.campaigns.find(call.principal.accountId, id)) ?? noSuchCampaign(id)
}

export function noSuchCampaign(id: number): never {
  throw new AppError('not_found', `There is no campaign with id ${id}.`)
}

async function checkMailboxes(
  { store, principal }: Part<'principal', 'campaigns'>,
  ids: readonly number[] | undefined,
): Promise<void> {
  if (ids === undefined) return
  const unknown = await store.campaigns.unknownMailboxes(principal.accountId, ids)
  if (unknown.length > 0) throw new AppError('unknown_email_account_ids', `Unknown mailboxes: ${unknown.join(', ')}.`)
}

const MAX_NAMED = 20

/** The same as a list of problems, which also says which mailboxes there are. */
export async function mailboxProblems(
  { store, principal }: Part<'principal', 'campaigns' | 'mailboxes'>,
  ids: readonly number[],
): Promise<ErrorItem[]> {
  const { accountId } = principal
  const unknown = await store.campaigns.unknownMailboxes(accountId, ids)
  if (unknown.length === 0) return []
  const { accounts } = await store.mailboxes.list(accountId, { limit: MAX_NAMED, offset: 0 })
  const known = accounts.map(({ id }) => id).join(', ')
  const details = `Unknown mailboxes: ${unknown.join(', ')}. Known: ${known === '' ? 'none' : known}.`
  return [{ id: 'unknown_email_account_ids', details, field: 'email_account_ids' }]
}
