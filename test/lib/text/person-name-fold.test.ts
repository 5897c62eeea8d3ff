import { describe, expect, test } from 'vitest'
import { foldName } from '../../../src/lib/text/person-name-fold.ts'

describe('folding a name', () => {
  test('spells marks in the style asked for, however often and in whatever order', () => {
    const asked = ['short', 'long', 'short', 'long'] as const
    expect(asked.map((style) => foldName('Jörg Ǘnal', style))).toEqual([
      'jorg unal',
      'joerg unal',
      'jorg unal',
      'joerg unal',
    ])
  })

  test('parts words at letters of scripts without a table, but not at marks', () => {
    const between = ['王', 'か', '김', '\u{1d4d9}', '\u0e01', '\ue000']
    expect(between.map((letter) => foldName(`Jane${letter}Miller`))).toEqual(between.map(() => 'jane miller'))
    const marks = ['\u0301', '\u3099', '\ufe20', '\u{e0100}']
    expect(marks.map((mark) => foldName(`Ja${mark}ne`))).toEqual(marks.map(() => 'jane'))
  })
})
