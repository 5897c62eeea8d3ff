import { lazily } from '../../../lib/process/lazily.ts'
import { byFirstLetter, nearestWord } from './near-words.ts'
import type { NearWord } from './near-words.ts'
import { headWords, subjects } from './subject-words.ts'

/** Words of a question other than the names of trades. */
const CUES = ['similar', 'competitor', 'alternative', 'employee', 'founded', 'based']

/** Words for companies take precedence over words for what they do. */
const targets = lazily(() =>
  byFirstLetter([
    ...[...subjects().values.keys()].map((key) => ({ key, weight: 0 })),
    ...[...headWords(), ...CUES].map((key) => ({ key, weight: 1 })),
  ]),
)

/** The word for a trade or for companies meant by one with a mistake or two; null if none is near. */
export const nearestTopic = (word: string): NearWord | null => nearestWord(targets(), word)
