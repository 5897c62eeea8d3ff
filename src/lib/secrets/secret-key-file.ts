import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SECRET_KEY_BYTES, SecretBoxError } from './secret-box.ts'
import { makeDirectory } from '../settings/make-directory.ts'
import { errorCode } from '../text/error-code.ts'

/**
 * The key in the data directory (`secret.key`, base64, mode 0600), created if missing. Processes that start at the same time
 * end up with the same one.
 * @throws SecretBoxError when the file contains no key, or can neither be read nor created.
 */
export function secretKeyOfFile(dataDir: string): Buffer {
  const path = join(dataDir, 'secret.key')
  return keyOf(path, readIfThere(path) ?? makeKeyFile(dataDir, path))
}

/** Like `secretKeyOfFile`, but returns null if there is no key yet. */
export function findSecretKeyFile(dataDir: string): Buffer | null {
  const path = join(dataDir, 'secret.key')
  const text = readIfThere(path)
  return text === null ? null : keyOf(path, text)
}

function keyOf(path: string, text: string): Buffer {
  const key = decodeSecretKey(text.trim())
  if (key === null) throw new SecretBoxError(`${path} does not contain a base64 key of ${SECRET_KEY_BYTES} bytes.`)
  return key
}

/** 32 bytes from base64, or null. */
export function decodeSecretKey(text: string): Buffer | null {
  const key = Buffer.from(text, 'base64')
  return /^[A-Za-z0-9+/]{43}=$/.test(text) && key.length === SECRET_KEY_BYTES ? key : null
}

function makeKeyFile(dataDir: string, path: string): string {
  try {
    keepSecretKeyFile(dataDir, randomBytes(SECRET_KEY_BYTES).toString('base64'))
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new SecretBoxError(`${path} cannot be created: set QUARRY_SECRET_KEY.`, { cause })
  }
}

/**
 * Stores a key where processes with this data directory look for it, unless one is already there.
 * @param text the key in base64
 * @throws Error with the system's code
 */
export function keepSecretKeyFile(dataDir: string, text: string): void {
  const draft = join(dataDir, `secret.key.${process.pid}.${randomBytes(4).toString('hex')}`)
  makeDirectory(dataDir)
  writeFileSync(draft, `${text}\n`, { mode: 0o600, flag: 'wx', flush: true })
  linkUnlessThere(draft, join(dataDir, 'secret.key'))
  unlinkSync(draft)
}

/** A link appears whole or not at all: no process reads half a key, and the first key stays. */
function linkUnlessThere(draft: string, path: string): void {
  try {
    linkSync(draft, path)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  }
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return null
    throw new SecretBoxError(`${path} cannot be read.`, { cause })
  }
}
