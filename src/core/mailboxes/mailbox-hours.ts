import type { SendingWindow } from '../../engine/send/sending-window.ts'

/** A mailbox's {days, start_time, end_time, time_zone} as sending hours; null for one without hours of its own. */
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

/** `HH:MM` in seconds since midnight. */
function secondsOf(text: unknown): number {
  const [hours = 0, minutes = 0] = String(text).split(':').map(Number)
  return hours * 3_600 + minutes * 60
}
