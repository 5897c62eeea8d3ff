import { parseRobots } from './robots.ts'
import type { Robots } from './robots.ts'

/** Reads a large robots.txt in its own thread. */
export default function parseRobotsTask(body: Uint8Array): Robots {
  return parseRobots(body)
}
