import { lazily } from '../process/lazily.ts'
import { listLines } from './list-lines.ts'

/** Industry → sector; every industry of the list has one. */
export const keyedSectors = lazily(
  (): ReadonlyMap<string, string> =>
    new Map(
      listLines(new URL('./sectors.txt', import.meta.url)).flatMap((line) => {
        const [sector = '', industries = ''] = line.split(' = ')
        return industries.split('; ').map((industry): [string, string] => [industry, sector])
      }),
    ),
)
