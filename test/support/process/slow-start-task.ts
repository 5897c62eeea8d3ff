import { setTimeout as sleep } from 'node:timers/promises'

/** A task whose modules take long to load. */
await sleep(2_500)

export default (word: string): string => word.toUpperCase()
