import { pino } from 'pino'

/** Discards everything, for parts that need a logger. */
export const silentLog = pino({ level: 'silent' })
