import { z } from 'zod'
import type { Call, Part } from '../../context.ts'
import type { LeadPerson, SavedPeople } from '../../db/leads/lead-people-store.ts'
import type { LeadChanges } from '../../db/leads/leads-store.ts'
import { AppError } from '../../errors.ts'
import { MAX_PASTED_CHARS, pastedAddresses } from '../../lib/addresses/pasted-addresses.ts'
import { choicesField, idField } from '../../lib/input/field-kinds.ts'
import { isAbsent, quoted } from '../../lib/input/input-fields.ts'
import { bareRecord, ownValue } from '../../lib/text/own-value.ts'
import { capability } from '../capability/capability.ts'
import { OPTED_OUT_REASON } from '../optouts/opted-out.ts'
import { publishEvents } from '../webhooks/publish-event.ts'
import type { EventNeeds } from '../webhooks/webhook-needs.ts'
import { attributesOf, invalidLead, leadAddress, leadValues, wantedLists } from './lead-changes.ts'
import { custom_attributes, LISTS } from './lead-input.ts'
import { describeLead } from './lead-output.ts'
import { JOB_STATUSES, peopleOfJob } from './people-of-job.ts'

const MAX_PEOPLE = 1_000
const MAX_ATTRIBUTES = 50

/** What searches call a lead's field. */
const FOUND_AS: Readonly<Record<string, string>> = {
  value: 'email',
  linkedin: 'linkedin_url',
  confidence: 'confidence_score',
  score: 'confidence_score',
}

/** Published fields of a person; search rows use other names for some, which are read too. */
const PERSON_FIELDS = ['email', 'first_name', 'last_name', 'position', 'company', 'linkedin_url', 'phone_number']

const SaveLeadsInput = z.object({
  people: z
    .unknown()
    .optional()
    .meta({
      type: 'array',
      maxItems: MAX_PEOPLE,
      items: {
        type: 'object',
        properties: Object.fromEntries(PERSON_FIELDS.map((name) => [name, { type: 'string' }])),
        additionalProperties: true,
      },
      description:
        'People to save: addresses, domain search entries or finder results, unmodified. Missing fields are filled from the index.',
    }),
  job_id: idField('Instead of people: those of a find_emails or verify_emails job.'),
  status: choicesField('status', JOB_STATUSES, 'wrong_params', 'Rows of the job; those found or valid when absent.'),
  ...LISTS,
  custom_attributes,
})

/** `row`: its place among the people sent, without empty ones, or the rows of the job, from 1. */
const Skipped = z.object({ email: z.string(), row: z.int(), reason: z.enum(['invalid', OPTED_OUT_REASON]) })

const SavedOutput = z.object({
  data: z.object({
    created: z.int(),
    updated: z.int(),
    leads: z.array(z.object({ id: z.int(), email: z.string(), created: z.boolean() })),
    skipped: z.array(Skipped),
  }),
  meta: z.object({ leads_list_ids: z.array(z.int()) }),
})

/** The same without a row for each lead, for models, which read everything. */
export const SavedCounts = SavedOutput.extend({ data: SavedOutput.shape.data.omit({ leads: true }) })

/**
 * Saves found people in one call, with the sources and the latest verification of their addresses. Repeating the call changes
 * nothing: existing leads get what they lacked, and are added to the lists.
 */
export const SaveLeads = capability({
  group: 'leads',
  scope: 'write',
  name: 'save_leads',
  parameterAliases: { lead_list_id: 'leads_list_id' },
  input: SaveLeadsInput,
  output: SavedOutput,
  check: ({ people, job_id: job, status }, broken) => {
    const wrong = (details: string) => [{ id: 'wrong_params' as const, details, field: 'people' }]
    if (broken.has('job_id')) return []
    if ((job !== undefined) !== isAbsent(people)) return wrong('Send either people or job_id.')
    if (job !== undefined) return []
    if (status !== undefined) return wrong('status can only be sent with job_id.')
    return listed(people).length > MAX_PEOPLE ? wrong(`people accepts at most ${MAX_PEOPLE} items.`) : []
  },
  run: async (call, { people: sent, job_id: job, status, custom_attributes: attributes, ...lists }) => {
    const rows = job === undefined ? listed(sent) : await peopleOfJob(call, { job, statuses: status, most: MAX_PEOPLE })
    const { people, rowOf, malformed } = readPeople(call, rows)
    const tags = await attributesOf(call, attributes)
    if (Object.keys(tags.set).length + tags.clear.length > MAX_ATTRIBUTES)
      throw invalidLead(`custom_attributes must not name more than ${MAX_ATTRIBUTES}.`, 'custom_attributes')
    const saved = await call.database.pool.inOne(() => savePeople(call, people, wantedLists(lists), tags))
    const emails = new Set(saved.saved.map(({ email }) => email))
    const optedOut = people.filter(({ address }) => !emails.has(address.full))
    const created = saved.saved.filter((lead) => lead.created).length
    return {
      data: {
        created,
        updated: saved.saved.length - created,
        leads: saved.saved,
        skipped: [
          ...malformed.map((each) => ({ ...each, reason: 'invalid' as const })),
          ...optedOut.map(({ address: { full: email } }) => ({
            email,
            row: rowOf.get(email) ?? 0,
            reason: OPTED_OUT_REASON,
          })),
        ],
      },
      meta: { leads_list_ids: saved.listIds },
    }
  },
})

async function savePeople(
  call: EventNeeds & Part<'clock' | 'principal', 'leadPeople' | 'leads'>,
  people: readonly LeadPerson[],
  lists: LeadChanges['lists'],
  tags: LeadChanges['attributes'],
): Promise<SavedPeople> {
  const { store, clock, principal } = call
  const { accountId } = principal
  const saved = await store.leadPeople.save(accountId, people, lists, clock.now())
  if ('refused' in saved) throw unknownLists(saved.refused === 'unknown_lists' ? saved.ids : [])
  const ids = saved.saved.map(({ id }) => id)
  if (Object.keys(tags.set).length + tags.clear.length > 0)
    await store.leadPeople.tag(accountId, ids, tags, clock.now())
  await tellOfSaved(call, accountId, saved)
  return saved
}

const unknownLists = (ids: readonly number[]): AppError =>
  invalidLead(`leads_list_id ${quoted(ids.join(', '))} does not exist.`, 'leads_list_id')

function listed(sent: unknown): unknown[] {
  if (typeof sent === 'string')
    return sent.length > MAX_PASTED_CHARS ? sent.split(',', MAX_PEOPLE + 1) : pastedAddresses(sent, MAX_PEOPLE)
  return Array.isArray(sent) ? sent : [sent]
}

/** Each address once, with its first entry; anything that is not an address is left out and reported. */
function readPeople(
  call: Pick<Call, 'optoutKey'>,
  entries: readonly unknown[],
): { people: LeadPerson[]; rowOf: ReadonlyMap<string, number>; malformed: { email: string; row: number }[] } {
  const people = new Map<string, LeadPerson>()
  const rowOf = new Map<string, number>()
  const malformed: { email: string; row: number }[] = []
  for (const [place, entry] of entries.entries()) {
    if (isAbsent(entry)) continue
    const { email, ...fields } = fieldsOf(entry)
    const addressed = addressOf(call, email)
    if (addressed === null) malformed.push({ email: email === undefined ? '' : quoted(email), row: place + 1 })
    else if (!people.has(addressed.address.full)) {
      people.set(addressed.address.full, { ...addressed, values: leadValues(fields, `people.${place}.`) })
      rowOf.set(addressed.address.full, place + 1)
    }
  }
  return { people: [...people.values()], rowOf, malformed }
}

/** Search rows have a few dozen fields; an entry with more is not a person, and is expensive to copy. */
const MAX_FIELDS = 200

function fieldsOf(entry: unknown): Record<string, unknown> {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return { email: entry }
  const fields = bareRecord<unknown>()
  if (Object.keys(entry).length > MAX_FIELDS) return fields
  for (const [name, value] of Object.entries(entry))
    if (!isAbsent(value)) fields[ownValue(FOUND_AS, name) ?? name] ??= value
  return fields
}

function addressOf(
  call: Pick<Call, 'optoutKey'>,
  email: unknown,
): Pick<LeadPerson, 'address' | 'optoutDigests'> | null {
  try {
    return leadAddress(call, email)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** Notifies webhooks of new leads. */
export async function tellOfSaved(
  call: EventNeeds & Part<never, 'leads'>,
  accountId: number,
  { saved, listIds, heard }: SavedPeople,
): Promise<void> {
  if (!heard) return
  const events = []
  for (const { id } of saved.filter(({ created }) => created)) {
    const found = await call.store.leads.find(accountId, id)
    if (found === null) continue
    const data = { lead: describeLead(found.lead, found.slugs) }
    events.push({ type: 'lead.created' as const, data, leadId: id, leadsListIds: listIds })
  }
  await publishEvents(call, accountId, events)
}
