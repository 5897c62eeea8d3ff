import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSecretBox } from '../../../src/lib/secrets/secret-box.ts'
import { decodeSecretKey, secretKeyOfFile } from '../../../src/lib/secrets/secret-key-file.ts'

const oldKey = randomBytes(32)
const newKey = randomBytes(32)
const boxOf = (...keys: Buffer[]) => createSecretBox(() => keys)

describe('a secret box', () => {
  test('returns what was sealed, in any script and length', () => {
    const box = boxOf(newKey)
    for (const text of ['', 'correct horse', 'пароль ✉', 'x'.repeat(10_000)])
      expect(box.open(box.seal(text, 'smtp'), 'smtp')).toBe(text)
  })

  test('seals the same text differently each time and shows none of it', () => {
    const box = boxOf(newKey)
    const sealed = box.seal('correct horse', 'smtp')
    expect(sealed.equals(box.seal('correct horse', 'smtp'))).toBe(false)
    expect(sealed.toString('latin1')).not.toContain('correct')
  })

  test('opens nothing that was sealed for another purpose', () => {
    const box = boxOf(newKey)
    expect(() => box.open(box.seal('secret', 'smtp of mailbox 1'), 'smtp of mailbox 2')).toThrow(
      /damaged: enter it again/,
    )
  })

  test('opens nothing that was changed, at any byte', () => {
    const box = boxOf(newKey)
    const sealed = box.seal('secret', 'smtp')
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => box.open(changed, 'smtp'), `byte ${at}`).toThrow()
    }
    expect(() => box.open(sealed.subarray(0, 20), 'smtp')).toThrow(/damaged/)
  })

  test('says in one sentence that the key is different', () => {
    const sealed = boxOf(oldKey).seal('secret', 'smtp')
    expect(() => boxOf(newKey).open(sealed, 'smtp')).toThrow(
      'A stored secret was encrypted with another key: add that key to QUARRY_SECRET_KEY.',
    )
  })

  test('opens with an earlier key and seals with the first', () => {
    const both = boxOf(newKey, oldKey)
    expect(both.open(boxOf(oldKey).seal('secret', 'smtp'), 'smtp')).toBe('secret')
    expect(boxOf(newKey).open(both.seal('secret', 'smtp'), 'smtp')).toBe('secret')
  })
})

describe('the key in the data directory', () => {
  let dir = ''
  beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'quarry-key-'))))
  afterEach(() => rmSync(dir, { recursive: true }))

  test('is created once, readable only by its owner, and kept', () => {
    const data = join(dir, 'data')
    const key = secretKeyOfFile(data)
    expect(key).toHaveLength(32)
    expect(secretKeyOfFile(data)).toEqual(key)
    expect(statSync(join(data, 'secret.key')).mode & 0o777).toBe(0o600)
    expect(readdirSync(data)).toEqual(['secret.key'])
  })

  test('is refused in one sentence when the file contains something else', () => {
    writeFileSync(join(dir, 'secret.key'), 'hello')
    expect(() => secretKeyOfFile(dir)).toThrow(/does not contain a base64 key of 32 bytes/)
  })

  test('says what to do when it cannot be created', () => {
    writeFileSync(join(dir, 'file'), '')
    expect(() => secretKeyOfFile(join(dir, 'file'))).toThrow(/set QUARRY_SECRET_KEY|cannot be read/)
  })

  test('is 32 bytes in plain base64 and nothing else', () => {
    expect(decodeSecretKey(newKey.toString('base64'))).toEqual(newKey)
    for (const text of [
      '',
      'short',
      newKey.toString('hex'),
      `${newKey.toString('base64')} `,
      newKey.toString('base64url'),
    ])
      if (text !== newKey.toString('base64')) expect(decodeSecretKey(text)).toBeNull()
  })
})
