import type { Lead } from '../../../core/leads/lead-output.ts'
import { ownValue } from '../../../lib/text/own-value.ts'
import { inputField, textArea } from '../../components/field.ts'
import type { FieldOptions } from '../../components/field.ts'
import { fieldText } from '../../page/fields.ts'
import type { Fields } from '../../page/fields.ts'
import { html, NOTHING } from '../../page/html.ts'
import { changesIn } from '../../page/shown.ts'
import type { Html } from '../../page/html.ts'
import type { View } from '../../page/view.ts'
import type { Attribute } from './leads-columns.ts'

/** What is usually known about a new person. */
const USUAL = ['email', 'first_name', 'last_name', 'position', 'company'] as const

/** The editable fields, in the order of the form. */
const EDITED = [
  ...USUAL,
  'company_industry',
  'company_size',
  'company_type',
  'website',
  'country_code',
  'linkedin_url',
  'phone_number',
  'twitter',
  'source',
  'confidence_score',
] as const

const KINDS: Partial<Record<(typeof EDITED)[number], Partial<FieldOptions>>> = {
  email: { type: 'email', required: true, maxLength: 254 },
  country_code: { maxLength: 2 },
  confidence_score: { type: 'number', min: 0, max: 100 },
}

const attributeName = (slug: string): string => `custom_attributes[${slug}]`

/** Inputs for everything known about a person; empty ones for a new person. */
export function leadFields(view: View, lead: Lead | null, attributes: readonly Attribute[]): Html {
  const { leads } = view.words
  const { fields } = leads
  const inputs = (names: readonly (typeof EDITED)[number][]): Html[] =>
    names.map((name) =>
      inputField(view, { name, label: fields[name], value: lead?.[name], maxLength: 255, ...KINDS[name] }),
    )
  const notes = textArea(view, { name: 'notes', label: fields.notes, value: lead?.notes })
  const others = EDITED.slice(USUAL.length)
  const own = attributes.map(({ slug, label }) =>
    inputField(view, { name: attributeName(slug), label, value: attributeOf(lead, slug), maxLength: 255 }),
  )
  if (lead !== null) return html`<div class="columns fields">${inputs(USUAL)} ${inputs(others)} ${own}</div>${notes}`
  // Refused input is always visible.
  const isOpen = [...others, 'custom_attributes'].some((name) => (ownValue(view.typed, name) ?? '') !== '')
  return html`<div class="columns fields">${inputs(USUAL)}</div>
    ${notes}
    <details${isOpen ? html` open` : NOTHING}>
      <summary>${leads.moreFields}</summary>
      <div class="columns fields">${inputs(others)} ${own}</div>
    </details>`
}

const attributeOf = (lead: Lead | null, slug: string): string | null => {
  const value = lead === null ? null : ownValue(lead, slug)
  return typeof value === 'string' ? value : null
}

/** What such a form changed, for create_lead and update_lead: an empty field clears. */
export function sentLead(fields: Fields): Record<string, unknown> {
  const isChanged = changesIn(fields)
  const sent = [...EDITED, 'notes'].filter((name) => Object.hasOwn(fields, name) && isChanged(name))
  const own = fields['custom_attributes']
  const attributes =
    typeof own === 'object' && own !== null
      ? Object.fromEntries(Object.entries(own).filter(([slug]) => isChanged(attributeName(slug))))
      : own
  return {
    ...Object.fromEntries(sent.map((name) => [name, fieldText(fields, name)])),
    ...(attributes !== undefined && { custom_attributes: attributes }),
  }
}

/** A person's values as fields of such a form: as it shows them, or to restore them. */
export const oldFields = (lead: Lead, attributes: readonly Attribute[]): Record<string, string> => ({
  ...Object.fromEntries([...EDITED, 'notes' as const].map((name) => [name, String(lead[name] ?? '')])),
  ...Object.fromEntries(attributes.map(({ slug }) => [attributeName(slug), attributeOf(lead, slug) ?? ''])),
})
