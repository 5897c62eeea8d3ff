/** Where processes `notify` one another that work of a kind is waiting; the payload names the kind. */
export const WORK_CHANNEL = 'quarry_work'
