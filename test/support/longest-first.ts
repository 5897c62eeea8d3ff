import { join } from 'node:path'
import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

const TESTS = join(import.meta.dirname, '..')

/** The slowest files by measurement: if one came last, all other workers would wait for it. */
const LONGEST = [
  // It searches everything that its worker holds in memory, which is little in a new one.
  'engine/crawl/kept-of-visits',
  'house/docs-lines',
  'web/screens',
  'cli/secrets-commands',
  'api/door/bad-input',
  'cli/backup-commands',
  'process/boot',
  'web/strangers-path',
  'process/demo',
  'core/changes/capture-orders',
  'cli/cli',
  'core/conversations/kept-mails',
  'web/passkey',
  'http/probes',
  'db/job-queue',
  'core/answers/mailbox-reading',
  'web/web-rights',
  'core/answers/forged-mails',
  'mcp/tools/hostile-arguments',
  'api/verify/lost-network',
  'core/answers/hostile-answers',
  'process/upgrade',
  'api/verify/bulk-restart',
  'core/crawl/heavy-pages',
  'web/hostile-text',
  'process/unwritable-directory',
  'mcp/stdio/quarry-mcp',
  'engine/import/archive-reader',
  'core/data/import-dry-run',
  'db/postgres/embedded-postgres',
  'http/logos',
  'db/postgres/server-account',
].map((name) => join(TESTS, `${name}.test.ts`))

/** Without measurements, as on a new machine, tests would be ordered by file size, which says little. */
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
