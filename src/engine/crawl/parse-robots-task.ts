import { parseRobots } from './robots.ts'
import type { Robots } from './robots.ts'

/** Reads a large robots.txt in a thread of its own. */
export default function parseRobotsTask(body: Uint8Array): Robots {
  return parseRobots(body)
}
