import { expect, test } from 'vitest'
import { weaknessOf } from '../../../src/lib/secrets/weak-password.ts'

const MAYA = { email: 'maya.okafor@birch-works.example', names: ['Maya', 'Okafor'] }

test.each([
  ['short', 'too_short'],
  ['elf zeichen', 'too_short'],
  ['a'.repeat(257), 'too_long'],
  ['aaaaaaaaaaaa', 'too_few_different'],
  ['abababababab', 'too_few_different'],
  ['blue7 blue7 blue7', 'repeated'],
  ['horsestaplehorsestaple', 'repeated'],
  ['Password1234', 'guessable'],
  ['P@ssw0rd!2026', 'guessable'],
  ['1234 Pa$$word', 'guessable'],
  ['Willkommen123!', 'guessable'],
  ['Quarry-Quarry-2026', 'guessable'],
  ['maya.okafor-1987', 'guessable'],
  ['0kaf0r0kaf0r99', 'guessable'],
  ['birchworks 2026!', 'guessable'],
  ['qwertyuiop123', 'guessable'],
  ['1qaz2wsx3edc', 'guessable'],
  ['zyxwvutsrqpo', 'guessable'],
  ['qwertz-asdfgh-99', 'guessable'],
  ['letmeinplease', null],
  ['my dog ate the password', null],
  ['correct horse battery', null],
  ['grüner Tee um vier', null],
  ['пятьдесят кошек', null],
  ['木の上の猫は眠っているようだ', null],
  ['kR7#vm!2xQz9', null],
  ['839274610528', null],
  ['😀😃😄😁😆😅😂🤣😊😇🙂🙃', null],
])('%s: %s', (password, problem) => expect(weaknessOf(password, MAYA)).toBe(problem))

test('letters are counted individually, however they are composed', () => {
  expect(weaknessOf('üäößéèêëñçåø', MAYA)).toBeNull()
  expect(weaknessOf('u\u0308a\u0308o\u0308e\u0301n\u0303c\u0327', MAYA)).toBe('too_short')
})
