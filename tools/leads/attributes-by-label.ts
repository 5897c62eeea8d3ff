import type { Call } from '../../src/context.ts'
import { perform } from '../../src/core/capability/perform.ts'
import { ListCustomAttributes, SaveCustomAttribute } from '../../src/core/leads/custom-attributes.ts'

/**
 * What was sent, with custom attributes that the account does not have yet made on first use by their labels, as lists are by
 * their names.
 */
export async function withAttributes(call: Call, raw: unknown): Promise<Record<string, unknown>> {
  const sent = raw as Record<string, unknown>
  const given = sent['custom_attributes']
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return sent
  const { data } = await perform(ListCustomAttributes, call, {})
  const known = new Map(
    data.leads_custom_attributes.flatMap(({ slug, label }) => [
      [slug, slug],
      [label.toLowerCase(), slug],
    ]),
  )
  const attributes = new Map<string, unknown>()
  for (const [name, value] of Object.entries(given)) {
    const slug = known.get(name) ?? known.get(name.toLowerCase())
    attributes.set(slug ?? (value === null ? name : await made(call, name)), value)
  }
  return { ...sent, custom_attributes: Object.fromEntries(attributes) }
}

async function made(call: Call, label: string): Promise<string> {
  const { data } = await perform(SaveCustomAttribute, call, { label })
  return data.slug
}
