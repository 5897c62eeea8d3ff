/** Where processes tell each other, by `notify`, that work of a kind waits; the payload names the kind. */
export const WORK_CHANNEL = 'quarry_work'
