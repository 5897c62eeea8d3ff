import { SECOND_MS } from '../../lib/process/clock.ts'
import { OffThreadError, threadTask } from '../../lib/process/off-thread.ts'
import type { OffThread } from '../../lib/process/off-thread.ts'
import type parseRobotsTask from './parse-robots-task.ts'
import { parseRobots } from './robots.ts'
import type { Robots } from './robots.ts'

/** Null for rules that take too long to read. */
export type RobotsReader = (body: Buffer, signal: AbortSignal) => Promise<Robots | null>

const PARSE_ROBOTS = threadTask<typeof parseRobotsTask>(new URL('./parse-robots-task.ts', import.meta.url), {
  timeMs: 10 * SECOND_MS,
})

/** Nearly every file is smaller, and read faster than a thread can be asked. */
const SMALL_BYTES = 16_384

/** @param offThread reads large files; if absent, they are read here */
export function createRobotsReader(offThread?: OffThread): RobotsReader {
  return async (body, signal) => {
    if (offThread === undefined || body.length <= SMALL_BYTES) return detached(parseRobots(body))
    try {
      return await offThread.run(PARSE_ROBOTS, body, { signal, handOver: body })
    } catch (error) {
      if (error instanceof OffThreadError) return null
      throw error
    }
  }
}

/** A copy, because a string cut from a text keeps the whole text in memory. */
const detached = (robots: Robots): Robots => structuredClone(robots)
