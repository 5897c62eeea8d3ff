import { describe, expect, test } from 'vitest'
import { normalizeDomain } from '../../../src/lib/addresses/domain-name.ts'

describe('a domain is read as it is pasted', () => {
  test.each([
    'larkmoor.example',
    ' https://www.Larkmoor.example:8443/team?x=1#a ',
    '//larkmoor.example/x',
    '<larkmoor.example>',
    '(https://larkmoor.example)',
    '"larkmoor.example",',
    '„larkmoor.example“',
    'larkmoor.example.)',
    'Una Weiss <una@larkmoor.example>',
  ])('%s', (text) => {
    expect(normalizeDomain(text)).toBe('larkmoor.example')
  })

  test.each(['<larkmoor>', '<>', '"', 'lark moor.example', 'larkmoor.example, deepmoor.example', '192.0.2.1'])(
    'and nothing else is: %s',
    (text) => {
      expect(normalizeDomain(text)).toBeNull()
    },
  )
})
