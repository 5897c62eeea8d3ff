import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** Parameters of argon2id (RFC 9106): memory in KiB, passes over it, lanes. */
export interface HashCost {
  memory: number
  passes: number
  lanes: number
}

/**
 * Above the OWASP minimum (19 MiB, two passes), and above 32 MiB, the largest block that glibc may keep for the thread that
 * freed it (mallopt(3), M_MMAP_THRESHOLD). With 19 MiB, each of four threads kept 20 to 40 MB for ever.
 */
export const HASH_COST: HashCost = { memory: 33_792, passes: 2, lanes: 1 }

const SALT_BYTES = 16
const HASH_BYTES = 32
const VERSION = 0x13
const derive = promisify(argon2)

/** `$argon2id$v=19$m=…,t=…,p=…$salt$hash`, base64 without padding (the PHC string format). */
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

const bare = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

/** The password as bytes, the same however its characters are composed (Unicode NFC). */
const bytesOf = (password: string): Buffer => Buffer.from(password.normalize('NFC'), 'utf8')

const derived = (password: string, nonce: Buffer, { memory, passes, lanes }: HashCost, tagLength: number) =>
  derive('argon2id', { message: bytesOf(password), nonce, memory, passes, parallelism: lanes, tagLength })

/** The PHC string of a password, with a fresh salt. */
export async function hashPassword(password: string, cost: HashCost = HASH_COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derived(password, salt, cost, HASH_BYTES)
  return `$argon2id$v=${VERSION}$m=${cost.memory},t=${cost.passes},p=${cost.lanes}$${bare(salt)}$${bare(hash)}`
}

/**
 * Compares a password with a PHC string.
 * @returns `isOutdated`: it was made with other parameters than the current ones. Both are false for anything but a PHC string
 * of argon2id.
 */
export async function checkPasswordHash(
  password: string,
  phc: string,
  cost: HashCost = HASH_COST,
): Promise<{ isRight: boolean; isOutdated: boolean }> {
  const [, memory, passes, lanes, salt = '', hash = ''] = PHC.exec(phc) ?? []
  if (hash === '') return { isRight: false, isOutdated: false }
  const then = { memory: Number(memory), passes: Number(passes), lanes: Number(lanes) }
  const expected = Buffer.from(hash, 'base64')
  const found = await derived(password, Buffer.from(salt, 'base64'), then, expected.length)
  const isOutdated = then.memory !== cost.memory || then.passes !== cost.passes || then.lanes !== cost.lanes
  return { isRight: timingSafeEqual(found, expected), isOutdated }
}
