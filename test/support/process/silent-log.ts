import { pino } from 'pino'

/** Says nothing; for parts that want a logger. */
export const silentLog = pino({ level: 'silent' })
