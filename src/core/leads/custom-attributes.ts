import { z } from 'zod'
import type { Part } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { ErrorItem } from '../../errors.ts'
import { idField, plainText } from '../../lib/input/field-kinds.ts'
import { capability } from '../capability/capability.ts'
import { Lead } from './lead-output.ts'
import { invalidLead } from './lead-changes.ts'
import { missing } from '../../lib/input/input-fields.ts'

const MAX_ATTRIBUTES = 100
const MIN_LABEL_LENGTH = 2
const MAX_LABEL_LENGTH = 100
const MAX_SLUG_LENGTH = 60

const group = 'leads_custom_attributes' as const

const Attribute = z.object({ id: z.int(), label: z.string(), slug: z.string() })
const AttributeOutput = z.object({ data: Attribute, meta: z.object({ created: z.boolean().optional() }) })

const label = z.unknown().optional().meta({
  type: 'string',
  maxLength: MAX_LABEL_LENGTH,
  description: 'Name of the attribute, such as "Customer ID".',
})
const LabelInput = z.object({ label })
const AttributeIdInput = z.object({ id: idField('The id of the custom attribute.') })

const labelMissing = (given: { label?: unknown }): ErrorItem[] =>
  missing('label', plainText(given.label) === '' ? null : given.label)

export const ListCustomAttributes = capability({
  group,
  scope: 'read',
  name: 'list_custom_attributes',
  input: z.object({}),
  output: z.object({
    data: z.object({ leads_custom_attributes: z.array(Attribute) }),
    meta: z.object({ total: z.int() }),
  }),
  run: async ({ store, principal }) => {
    const attributes = await store.customAttributes.list(principal.accountId)
    return { data: { leads_custom_attributes: attributes }, meta: { total: attributes.length } }
  },
})

export const GetCustomAttribute = capability({
  group,
  scope: 'read',
  name: 'get_custom_attribute',
  input: AttributeIdInput,
  output: AttributeOutput,
  run: async ({ store, principal }, { id = 0 }) => {
    const attribute = await store.customAttributes.find(principal.accountId, id)
    if (attribute === null) throw noSuchAttribute(id)
    return { data: attribute, meta: {} }
  },
})

export const CreateCustomAttribute = capability({
  group,
  scope: 'write',
  name: 'create_custom_attribute',
  findMade: ({ store, principal }, id) => store.customAttributes.find(principal.accountId, id),
  input: LabelInput,
  output: AttributeOutput,
  check: labelMissing,
  run: async (call, given) => {
    const { attribute, created } = await addAttribute(call, usableLabel(given.label))
    if (!created) throw labelTaken()
    return { data: attribute, meta: {}, status: 201 as const }
  },
})

/** The attribute with this label, created if there is none. */
export const SaveCustomAttribute = capability({
  ...CreateCustomAttribute,
  name: 'save_custom_attribute',
  run: async (call, given) => {
    const { attribute, created } = await addAttribute(call, usableLabel(given.label))
    return { data: attribute, meta: { created } }
  },
})

/** The slug stays, so that values stored under it remain reachable. */
export const UpdateCustomAttribute = capability({
  group,
  scope: 'write',
  name: 'update_custom_attribute',
  input: z.object({ ...AttributeIdInput.shape, label }),
  output: AttributeOutput,
  check: labelMissing,
  run: async ({ store, principal }, { id = 0, ...given }) => {
    const { accountId } = principal
    if ((await store.customAttributes.find(accountId, id)) === null) throw noSuchAttribute(id)
    const renamed = await store.customAttributes.rename(accountId, id, usableLabel(given.label))
    if (renamed === 'taken') throw labelTaken()
    if (renamed === null) throw noSuchAttribute(id)
    return { data: renamed, meta: {}, status: 204 as const }
  },
})

/** Deletes its values too. */
export const DeleteCustomAttribute = capability({
  group,
  scope: 'write',
  name: 'delete_custom_attribute',
  input: AttributeIdInput,
  output: AttributeOutput,
  run: async ({ store, principal }, { id = 0 }) => {
    const removed = await store.customAttributes.remove(principal.accountId, id)
    if (removed === null) throw noSuchAttribute(id)
    return { data: removed, meta: {}, status: 204 as const }
  },
})

async function addAttribute(
  { store, principal, clock }: Part<'clock' | 'principal', 'customAttributes'>,
  name: string,
) {
  const slugOf = (taken: ReadonlySet<string>) => freeSlug(slugify(name), taken)
  const added = await store.customAttributes.add(principal.accountId, name, {
    slugOf,
    most: MAX_ATTRIBUTES,
    now: clock.now(),
  })
  if (added === 'too_many')
    throw invalidLead(`label cannot be added: an account has at most ${MAX_ATTRIBUTES} attributes.`)
  return added
}

/** @param field the field that the caller can correct */
function usableLabel(raw: unknown, field = 'label'): string {
  const name = plainText(raw)?.toWellFormed()
  if (name === undefined || name.length < MIN_LABEL_LENGTH || name.length > MAX_LABEL_LENGTH)
    throw invalidLead(`label must have ${MIN_LABEL_LENGTH} to ${MAX_LABEL_LENGTH} characters.`, field)
  return name
}

const labelTaken = () => invalidLead('label is already taken.', 'label')
const noSuchAttribute = (id: number) => new AppError('not_found', `There is no custom attribute with id ${id}.`)

/** A lead's own keys, and those under `meta` or beside a lead in bodies, which no attribute may use either. */
const RESERVED: ReadonlySet<string> = new Set([
  ...Object.keys(Lead.shape),
  'leads_list_id',
  'leads_list_ids',
  'custom_attributes',
])

/** "Customer ID" → `customer_id`: accents are stripped, everything but a–z and 0–9 becomes an underscore. */
export const slugify = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/^_|_$/g, '') || 'attribute'

function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `_${number}`
    const name = slug.slice(0, MAX_SLUG_LENGTH - suffix.length) + suffix
    if (!taken.has(name) && !RESERVED.has(name)) return name
  }
}

/**
 * Turns values given by slug or label into values by slug: an attribute that the account does not have yet is created on first
 * use, as lists are by their names. Anything that is not an object is left for later checks.
 */
async function attributesBySlug<Sent extends object>(
  call: Part<'clock' | 'principal', 'customAttributes'>,
  sent: Sent,
): Promise<Sent> {
  const given: unknown = Reflect.get(sent, 'custom_attributes')
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return sent
  const attributes = await call.store.customAttributes.list(call.principal.accountId)
  const known = new Map(
    attributes.flatMap(({ slug, label: name }) => [slug, name.toLowerCase()].map((key) => [key, slug])),
  )
  const values = new Map<string, unknown>()
  for (const [name, value] of Object.entries(given)) {
    const slug = known.get(name) ?? known.get(name.toLowerCase())
    const isNew = slug === undefined && value !== null
    values.set(
      isNew ? (await addAttribute(call, usableLabel(name, 'custom_attributes'))).attribute.slug : (slug ?? name),
      value,
    )
  }
  return { ...sent, custom_attributes: Object.fromEntries(values) }
}

/** Runs work with such values; if it is refused, no attribute is created either. */
export const withAttributes = <Sent extends object, Answer>(
  call: Part<'clock' | 'database' | 'principal', 'customAttributes'>,
  sent: Sent,
  work: (named: Sent) => Promise<Answer>,
): Promise<Answer> =>
  Reflect.has(sent, 'custom_attributes')
    ? call.database.pool.inOne(async () => work(await attributesBySlug(call, sent)))
    : work(sent)
