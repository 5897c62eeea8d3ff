import { renderTemplate, templateProblem } from '../../engine/send/template.ts'
import type { TemplateFormat } from '../../engine/send/template.ts'
import { mergeNames } from './merge-values.ts'
import { unusable } from './campaign-rules.ts'

/** Known of every recipient and every mailbox. */
const ALWAYS_KNOWN = new Set(['email', 'sender_email'])

/** A part of a step as it is written. */
export interface WrittenText {
  field: 'subject' | 'body'
  text: string | null
  format: TemplateFormat
}

/**
 * Refuses a text that could be sent to nobody: merge tags that are unknown or cannot be read.
 * @param slugs of the account's custom attributes.
 * @returns what keeps it from being sent to everybody, a merge tag without a fallback; null when nothing does.
 * @throws AppError validation_failed.
 */
export function readTemplate({ field, text, format }: WrittenText, slugs: readonly string[]): string | null {
  if (text === null) return null
  const names = mergeNames(slugs)
  const problem = templateProblem(text, names)
  if (problem !== null) throw unusable(`${field}: ${problem}`, field)
  const strangers = Object.fromEntries(names.map((name) => [name, ALWAYS_KNOWN.has(name) ? 'known' : null]))
  const rendered = renderTemplate(text, format, strangers)
  if (rendered.outcome !== 'unresolved') return null
  const [name = ''] = rendered.names
  return `${field}: the merge tag ${name} needs a fallback, such as {{${name}|fallback:"there"}}.`
}
