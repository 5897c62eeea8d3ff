import type { AppError, ErrorItem } from '../../errors.ts'
import { ownValue } from '../../lib/text/own-value.ts'
import type { Words } from '../words/words.ts'

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

export function problemsOf(error: AppError, words: Words): Problems {
  const all = error.errors.map((item) => ({ field: item.field ?? null, sentence: sentenceOf(item, words) }))
  const of = (field: string): string | null => all.find((problem) => problem.field === field)?.sentence ?? null
  return { all, of, retryAfterSeconds: error.retryAfterSeconds ?? 0 }
}
