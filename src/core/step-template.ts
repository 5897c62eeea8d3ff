import { renderTemplate, templateProblem } from '../engine/send/template.ts'
import type { TemplateFormat } from '../engine/send/template.ts'
import { mergeNames } from './merge-values.ts'
import { unusable } from './sequence-rules.ts'

/** Known of every recipient and every mailbox. */
const ALWAYS_KNOWN = new Set(['email', 'sender_email'])

/**
 * Refuses a text that could not be sent to everybody: unknown merge tags, and those without a fallback.
 * @param slugs of the account's custom attributes.
 * @throws AppError validation_failed.
 */
export function checkTemplate(
  field: 'subject' | 'body',
  text: string | null,
  format: TemplateFormat,
  slugs: readonly string[],
): void {
  if (text === null) return
  const names = mergeNames(slugs)
  const problem = templateProblem(text, names)
  if (problem !== null) throw unusable(`${field}: ${problem}`, field)
  const strangers = Object.fromEntries(names.map((name) => [name, ALWAYS_KNOWN.has(name) ? 'known' : null]))
  const rendered = renderTemplate(text, format, strangers)
  if (rendered.outcome !== 'unresolved') return
  const [name = ''] = rendered.names
  throw unusable(`${field}: the merge tag ${name} needs a fallback, such as {{${name}|fallback:"there"}}.`, field)
}
