import { asText } from '../../lib/input/field-kinds.ts'
import { field, read, refuse, saying } from '../../lib/input/input-fields.ts'

const DAY = /^\d{4}-\d\d-\d\d$/

/** A calendar day as text (ISO 8601). */
export const dayField = (name: string, description: string) =>
  field<string>({ type: 'string', format: 'date', description }, (raw) => {
    const text = asText(raw) ?? ''
    const time = DAY.test(text) ? Date.parse(text) : Number.NaN
    const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
    return isDay ? read(text) : refuse('wrong_params', saying(`${name} must be a day such as 2026-01-31.`, raw))
  })
