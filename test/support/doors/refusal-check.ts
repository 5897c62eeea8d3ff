import { z } from 'zod'
import { ERRORS } from '../../../src/errors.ts'

/** Returns what is wrong with a refusal, or an empty list. `sent` is what it may not repeat at length. */
export function wrongRefusal(status: number, text: string, sent: string): string[] {
  if (status >= 500) return [`status ${status}`]
  const parsed = Envelope.safeParse(jsonOf(text))
  if (!parsed.success) return [`no envelope: ${text.slice(0, 200)}`]
  return parsed.data.errors.flatMap(({ code, details }) => [
    ...(code === status ? [] : [`code ${code} with status ${status}`]),
    ...(echoes(details, decoded(sent)) ? [`a long echo: ${details}`] : []),
  ])
}

const isCatalogued = (id: string): boolean => Object.hasOwn(ERRORS, id)

const Envelope = z.strictObject({
  errors: z
    .array(z.strictObject({ id: z.string().refine(isCatalogued), code: z.int(), details: z.string().min(1).max(300) }))
    .min(1),
  /** In the form of another API, if that was requested. */
  error: z.strictObject({ type: z.string(), message: z.string() }).optional(),
})

const MAX_ECHO = 80

/** Whether more than 80 consecutive characters come from the request. */
const echoes = (details: string, sent: string): boolean =>
  Array.from({ length: Math.max(0, details.length - MAX_ECHO) }, (_, i) => details.slice(i, i + MAX_ECHO + 1)).some(
    (part) => sent.includes(part),
  )

const decoded = (sent: string): string => {
  try {
    return decodeURIComponent(sent.replaceAll('+', ' '))
  } catch {
    return sent
  }
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
