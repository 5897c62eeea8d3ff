import { join } from 'node:path'
import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

const TESTS = join(import.meta.dirname, '..')

/** What takes longest, by what was measured: where it came last, all but one worker would wait for it. */
const LONGEST = [
  'web/screens',
  'cli/backup-commands',
  'cli/secrets-commands',
  'api/door/bad-input',
  'process/boot',
  'cli/cli',
  'house/docs-lines',
  'web/strangers-path',
  'engine/import/archive-reader',
  'process/upgrade',
  'process/demo',
  'web/web-rights',
  'core/data/import-dry-run',
  'db/postgres/embedded-postgres',
  'http/probes',
  'http/logos',
  'db/postgres/server-account',
  'core/crawl/heavy-pages',
  'web/hostile-text',
].map((name) => join(TESTS, `${name}.test.ts`))

/** Where nothing was measured before, as on a new machine, the order would be that of the sizes of files, which say little. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = LONGEST.indexOf(moduleId)
      return place === -1 ? LONGEST.length : place
    }
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}
