import type { AppError, ErrorItem } from '../../errors.ts'
import { ownValue } from '../../lib/text/own-value.ts'
import type { Words } from '../words/words.ts'
import type { Fields } from './fields.ts'

/** What is wrong with a submission, in sentences for people. */
export interface Problems {
  /** The problem with this input, or null. */
  of: (field: string) => string | null
  /** Each with its field, in the order of the answer. */
  all: readonly { field: string | null; sentence: string }[]
  /** After how many seconds to try again; replaces `{when}` in a sentence. */
  retryAfterSeconds: number
}

export const NO_PROBLEMS: Problems = { of: () => null, all: [], retryAfterSeconds: 0 }

/** The sentence for an error in the reader's language, if there is one: for exactly this refusal, otherwise for its id. */
export function sentenceOf({ id, details, field, reason = id }: ErrorItem, words: Words): string {
  const known = [reason, id].map((name) => ownValue(words.errors, name)).find((sentence) => sentence !== undefined)
  if (known !== undefined) return known
  const said = retold(details, words)
  const prefix = `${field}: `
  // The sentence is shown at its field, so it need not begin with the name that programs have for it.
  return said === details && details.startsWith(prefix) ? retold(details.slice(prefix.length), words) : said
}

/** A sentence of the core in the reader's language, with the field names used on screens. */
export const retold = (sentence: string, { retell, leads }: Words): string =>
  retell(sentence, (field) => ownValue(leads.fields as Readonly<Record<string, string>>, field) ?? field)

/** What a refused form sent, and under which names its screen has inputs for fields of the core. */
interface Refused {
  fields: Fields
  inputs?: Readonly<Record<string, string>>
}

/** Each problem belongs to the input in which it was typed, so that it is shown there and nowhere else. */
export function problemsOf(error: AppError, words: Words, { fields, inputs = {} }: Refused = { fields: {} }): Problems {
  const inputOf = (name: string): string => ownValue(inputs, name) ?? name
  const all = error.errors.map((item) => {
    const named = item.field ?? namedFirst(item.details)
    const field = named !== null && (item.field !== undefined || Object.hasOwn(fields, inputOf(named))) ? named : null
    return { field: field === null ? null : inputOf(field), sentence: sentenceOf(item, words) }
  })
  const of = (field: string): string | null => all.find((problem) => problem.field === field)?.sentence ?? null
  return { all, of, retryAfterSeconds: error.retryAfterSeconds ?? 0 }
}

/** Sentences of the core begin with the field they are about, also where the answer does not name it separately. */
const namedFirst = (details: string): string | null => /^[a-z]+(?:_[a-z]+)*(?=\W)/.exec(details)?.[0] ?? null
