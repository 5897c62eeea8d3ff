/** Exit code of the program that draws a logo: it drew nothing, and that was expensive. */
export const TOO_COSTLY_CODE = 3
/** Processor time up to which a picture may turn out to be none; the start of the program takes a third of a second of it. */
export const FRUITLESS_CPU_MS = 1_500
