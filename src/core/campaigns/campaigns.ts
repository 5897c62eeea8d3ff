import type { z } from 'zod'
import type { Call } from '../../context.ts'
import type { Sequence } from '../../db/campaigns/campaigns-store.ts'
import { AppError } from '../../errors.ts'
import { DEFAULT_ROWS } from '../../lib/input/page-fields.ts'
import { capability } from '../capability/capability.ts'
import {
  CreateSequenceInput,
  ListSequencesInput,
  SCHEDULE_ALIASES,
  ScheduleInput,
  SequenceIdInput,
  SettingsInput,
  UpdateSequenceInput,
} from './campaign-input.ts'
import type { SequenceWriting } from './campaign-input.ts'
import {
  campaignRow,
  CampaignsOutput,
  scheduleOf,
  ScheduleOutput,
  sequenceRecord,
  SequenceOutput,
  sequenceRow,
  SequencesOutput,
  settingsOf,
  SettingsOutput,
} from './campaign-output.ts'
import { checkChangeable, readChange } from './campaign-rules.ts'
import { nextState } from './campaign-states.ts'

const group = 'sequences'
const reading = { group, scope: 'read' } as const
const writing = { group, scope: 'write' } as const

const listed = (call: Call, { started, archived, limit = DEFAULT_ROWS, offset = 0 }: ListSequencesInput) =>
  call.store.sequences.list(call.principal.accountId, { started, archived, limit, offset })

export const ListCampaigns = capability({
  ...reading,
  name: 'list_campaigns',
  input: ListSequencesInput,
  output: CampaignsOutput,
  run: async (call, input) => ({
    data: { campaigns: (await listed(call, input)).map(campaignRow) },
    meta: { limit: input.limit ?? DEFAULT_ROWS, offset: input.offset ?? 0 },
  }),
})

/** The same under the newer name, with who owns each. */
export const ListSequences = capability({
  ...reading,
  name: 'list_sequences',
  input: ListSequencesInput,
  output: SequencesOutput,
  run: async (call, input) => ({
    data: { sequences: (await listed(call, input)).map(sequenceRow) },
    meta: { limit: input.limit ?? DEFAULT_ROWS, offset: input.offset ?? 0 },
  }),
})

export const CreateSequence = capability({
  ...writing,
  name: 'create_sequence',
  aliases: SCHEDULE_ALIASES,
  input: CreateSequenceInput,
  output: SequenceOutput,
  run: async (call, input) => {
    const { accountId, userId } = call.principal
    const { name } = input
    if (name === undefined) throw new AppError('name_required', 'A sequence needs a name.')
    await checkMailboxes(call, input.email_account_ids)
    const change = readChange(call, input, null)
    const emailAccountIds = change.emailAccountIds ?? (await call.store.sequences.defaultMailboxes(accountId))
    const createdAt = call.clock.now()
    const sequence = await call.store.sequences.create({
      ...change,
      accountId,
      userId,
      name,
      emailAccountIds,
      createdAt,
    })
    return { data: sequenceRecord(sequence), meta: {}, status: 201 as const }
  },
})

export const GetSequence = capability({
  ...reading,
  name: 'get_sequence',
  input: SequenceIdInput,
  output: SequenceOutput,
  run: async (call, { id = 0 }) => ({ data: sequenceRecord(await findSequence(call, id)), meta: {} }),
})

export const UpdateSequence = capability({
  ...writing,
  name: 'update_sequence',
  aliases: SCHEDULE_ALIASES,
  input: UpdateSequenceInput,
  output: SequenceOutput,
  run: async (call, input) => ({ data: sequenceRecord(await updateSequence(call, input)), meta: {} }),
})

export const DeleteSequence = capability({
  ...writing,
  name: 'delete_sequence',
  input: SequenceIdInput,
  output: SequenceOutput,
  run: async (call, { id = 0 }) => {
    const check = ({ status }: Sequence) => void nextState(status, 'destroy')
    const sequence = await call.store.sequences.remove(call.principal.accountId, id, check)
    return { data: sequenceRecord(sequence ?? noSuchSequence(id)), meta: {}, status: 204 as const }
  },
})

const scheduleAnswer = (sequence: Sequence): z.output<typeof ScheduleOutput> => ({
  data: scheduleOf(sequence),
  meta: { time_zone: sequence.timeZone },
})

export const GetSchedule = capability({
  ...reading,
  name: 'get_sequence_schedule',
  input: SequenceIdInput,
  output: ScheduleOutput,
  run: async (call, { id = 0 }) => scheduleAnswer(await findSequence(call, id)),
})

export const UpdateSchedule = capability({
  ...writing,
  name: 'update_sequence_schedule',
  aliases: SCHEDULE_ALIASES,
  input: ScheduleInput,
  output: ScheduleOutput,
  run: async (call, input) => scheduleAnswer(await updateSequence(call, input)),
})

export const GetSettings = capability({
  ...reading,
  name: 'get_sequence_settings',
  input: SequenceIdInput,
  output: SettingsOutput,
  run: async (call, { id = 0 }) => ({ data: settingsOf(await findSequence(call, id)), meta: {} }),
})

export const UpdateSettings = capability({
  ...writing,
  name: 'update_sequence_settings',
  input: SettingsInput,
  output: SettingsOutput,
  run: async (call, input) => ({ data: settingsOf(await updateSequence(call, input)), meta: {} }),
})

async function updateSequence(call: Call, { id = 0, ...given }: SequenceWriting & { id?: number | undefined }) {
  const { accountId } = call.principal
  await findSequence(call, id)
  await checkMailboxes(call, given.email_account_ids)
  const changed = await call.store.sequences.change(accountId, id, call.clock.now(), (current) => {
    const change = readChange(call, given, current)
    checkChangeable(current, change)
    return Object.keys(change).length === 0 ? null : change
  })
  return changed ?? noSuchSequence(id)
}

/** @throws AppError not_found, also for sequences of others. */
export async function findSequence(call: Pick<Call, 'store' | 'principal'>, id: number): Promise<Sequence> {
  return (await call.store.sequences.find(call.principal.accountId, id)) ?? noSuchSequence(id)
}

export function noSuchSequence(id: number): never {
  throw new AppError('not_found', `No sequence has the id ${id}.`)
}

async function checkMailboxes({ store, principal }: Call, ids: readonly number[] | undefined): Promise<void> {
  if (ids === undefined) return
  const unknown = await store.sequences.unknownMailboxes(principal.accountId, ids)
  if (unknown.length > 0)
    throw new AppError('unknown_email_account_ids', `Unknown email accounts: ${unknown.join(', ')}.`)
}
