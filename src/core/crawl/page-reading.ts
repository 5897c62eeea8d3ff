import type { CrawlNeeds } from '../../engine/crawl/crawl-needs.ts'
import type { ReadAnswer } from '../../engine/crawl/read-answer.ts'
import { SECOND_MS } from '../../lib/process/clock.ts'
import { OffThreadError, threadTask } from '../../lib/process/off-thread.ts'
import type { RunOptions } from '../../lib/process/off-thread.ts'
import { ownRulesPlace } from '../../services/lists/own-technologies.ts'
import type readPageTask from './read-page-task.ts'
import type { VisitNeeds } from './visit-needs.ts'

/** Honest pages take a hundredth of this. */
const READ_PAGE = threadTask<typeof readPageTask>(new URL('./read-page-task.ts', import.meta.url), {
  timeMs: 10 * SECOND_MS,
})

const UNREADABLE: ReadAnswer = {
  outcome: 'unreachable',
  reason: 'parse_failed',
  picked: { follow: [], elsewhere: [] },
}

/** Reads the pages of a visit off the thread that answers requests. A page that takes too much time or memory is not read. */
export function pageReader(
  { offThread, config, clock }: Pick<VisitNeeds, 'offThread' | 'config' | 'clock'>,
  by: Pick<RunOptions, 'signal' | 'sender'>,
): CrawlNeeds['read'] {
  const { localSuffixes } = config
  const ownRules = ownRulesPlace(config)
  return async (response, needs) => {
    const settings = { localSuffixes, ownRules, year: clock.now().getUTCFullYear() }
    try {
      return await offThread.run(READ_PAGE, { response, needs, settings }, { ...by, handOver: response.body })
    } catch (error) {
      if (error instanceof OffThreadError) return UNREADABLE
      throw error
    }
  }
}
