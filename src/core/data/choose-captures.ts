import type { ChosenParts, PartRanges } from '../../db/index/crawl-parts-store.ts'
import { UnreadableFile } from '../../engine/import/packed/unreadable-file.ts'
import { cdxCaptures } from '../../engine/import/ranges/cdx-captures.ts'
import { isChosen } from '../../engine/import/ranges/chosen-captures.ts'
import type { CaptureChoice } from '../../engine/import/ranges/chosen-captures.ts'
import { columnarCaptures, isColumnar } from '../../engine/import/ranges/columnar-captures.ts'

interface Chosen {
  file: string
  offset: number
  length: number
}

/** From one index file; they are kept in memory. */
const MAX_CHOSEN = 1_000_000
const MAX_NAME = 500
/** Records per part: what one process takes at a time. */
const PART = 2_000

/**
 * The records of wanted captures listed in an index file: Parquet with the columns of Common Crawl, or CDXJ lines.
 * @param most captures after which it stops
 * @throws UnreadableFile
 */
export async function chooseCaptures(
  path: string,
  choice: CaptureChoice,
  most: number,
  signal: AbortSignal,
): Promise<Chosen[]> {
  const captures = (await isColumnar(path)) ? columnarCaptures(path, choice) : cdxCaptures(path, choice)
  const names = new Map<string, string>()
  const chosen: Chosen[] = []
  for await (const capture of captures) {
    signal.throwIfAborted()
    const { file, offset, length } = capture
    if (!isChosen(capture, choice) || file.length > MAX_NAME) continue
    // A name sliced from a line would keep the whole line in memory.
    const name = names.get(file) ?? structuredClone(file)
    names.set(name, name)
    chosen.push({ file: name, offset, length })
    if (chosen.length >= most) break
    if (chosen.length >= MAX_CHOSEN) throw new UnreadableFile(TOO_MANY)
  }
  return chosen
}

const TOO_MANY = `More than ${MAX_CHOSEN.toLocaleString('en')} pages of one index file match: choose fewer domains or kinds of pages, or set --limit.`

/** Cuts them into parts, archive by archive, so that neighbouring records are read together. */
export function partsOf(chosen: readonly Chosen[]): ChosenParts {
  const sorted = chosen.toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.offset - b.offset))
  const distinct = sorted.filter(({ file, offset }, place) => {
    const before = sorted[place - 1]
    return before === undefined || before.file !== file || before.offset !== offset
  })
  const parts: PartRanges[] = []
  for (let start = 0; start < distinct.length; start += PART) {
    const files = Map.groupBy(distinct.slice(start, start + PART), ({ file }) => file)
    parts.push([...files].map(([file, records]) => [file, records.flatMap(({ offset, length }) => [offset, length])]))
  }
  const bytes = distinct.reduce((sum, { length }) => sum + length, 0)
  return { parts, figures: { chosen: distinct.length, bytes } }
}
