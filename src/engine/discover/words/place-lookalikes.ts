import { lazily } from '../../../lib/process/lazily.ts'
import { listLines } from '../../../lib/vocabulary/list-lines.ts'
import { wordFile } from './word-file.ts'

const lookalikes = lazily(() => new Set(listLines(wordFile('place-lookalikes')).flatMap((line) => line.split(' '))))

/** Whether an ordinary word only looks like a place, or like a mistyped one. */
export const isPlaceLookalike = (word: string): boolean => lookalikes().has(word)
