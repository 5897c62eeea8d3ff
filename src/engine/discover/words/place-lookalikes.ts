import { lazily } from '../../../lib/process/lazily.ts'
import { listLines } from '../../../lib/vocabulary/list-lines.ts'
import { wordFile } from './word-file.ts'

const lookalikes = lazily(() => new Set(listLines(wordFile('place-lookalikes')).flatMap((line) => line.split(' '))))

/** An ordinary word that looks like a place or a mistyped one, and is none. */
export const isPlaceLookalike = (word: string): boolean => lookalikes().has(word)
