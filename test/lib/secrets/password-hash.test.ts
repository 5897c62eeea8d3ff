import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { checkPasswordHash, hashPassword } from '../../../src/lib/secrets/password-hash.ts'

const CHEAP = { memory: 64, passes: 1, lanes: 1 }

test('a hash says how it was made, and matches its password in any Unicode normalisation', async () => {
  const hash = await hashPassword('Grüner Tee um vier')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=33792,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(await checkPasswordHash('Gru\u0308ner Tee um vier', hash)).toEqual({ isRight: true, isOutdated: false })
  expect(await checkPasswordHash('grüner Tee um vier', hash)).toEqual({ isRight: false, isOutdated: false })
  expect(await hashPassword('Grüner Tee um vier')).not.toBe(hash)
})

test('a hash with other costs is recognised and outdated', async () => {
  const hash = await hashPassword('correct horse battery', CHEAP)
  expect(await checkPasswordHash('correct horse battery', hash)).toEqual({ isRight: true, isOutdated: true })
})

test('the hash of the reference implementation is understood', async () => {
  // echo -n "password" | argon2 somesalt -id -t 2 -k 65536 -p 1 -l 24
  const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect((await checkPasswordHash('password', hash)).isRight).toBe(true)
})

test.each(['', 'plain', '$argon2i$v=19$m=64,t=1,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'])(
  'no password matches %j',
  async (hash) => expect(await checkPasswordHash('plain', hash)).toEqual({ isRight: false, isOutdated: false }),
)

test('the memory a hash needs is released when it is made', async () => {
  const program = `
    import { hashPassword } from './src/lib/secrets/password-hash.ts'
    const before = process.memoryUsage.rss()
    for (let i = 0; i < 6; i++) await Promise.all([hashPassword('a'), hashPassword('b')])
    console.log(Math.round((process.memoryUsage.rss() - before) / 1_048_576))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
  expect(Number(stdout)).toBeLessThan(30)
})
