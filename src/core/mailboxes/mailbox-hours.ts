import type { SendingWindow } from '../../engine/send/sending-window.ts'

/** {days, start_time, end_time, time_zone} of a mailbox as its sending hours; null for one without its own hours. */
export function mailboxWindow(schedule: unknown, defaultZone: string): SendingWindow | null {
  if (typeof schedule !== 'object' || schedule === null) return null
  const { days, start_time, end_time, time_zone } = schedule as Record<string, unknown>
  return {
    days: Array.isArray(days) ? days.map(Number) : [],
    startSeconds: secondsOf(start_time),
    endSeconds: secondsOf(end_time),
    timeZone: typeof time_zone === 'string' ? time_zone : defaultZone,
  }
}

/** Seconds since midnight of `HH:MM`. */
function secondsOf(text: unknown): number {
  const [hours = 0, minutes = 0] = String(text).split(':').map(Number)
  return hours * 3_600 + minutes * 60
}
