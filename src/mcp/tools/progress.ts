import type { Call } from '../../context.ts'

/** Progress is reported at most twice a second. */
const LEAST_PAUSE_MS = 500

export interface ProgressMessage {
  progress: number
  total: number
  message: string
}

/** Reports progress to a client: values only rise, pauses are kept, and nothing is sent after `stop`. */
export function progressTeller(send: (message: ProgressMessage) => void, now: () => number = () => performance.now()) {
  let told = -1
  let toldAt = -Infinity
  let stopped = false
  const tell: NonNullable<Call['progress']> = ({ done, total, message }) => {
    if (stopped || done <= told || now() - toldAt < LEAST_PAUSE_MS) return
    told = done
    toldAt = now()
    send({ progress: done, total, message })
  }
  return { tell, stop: () => void (stopped = true) }
}
