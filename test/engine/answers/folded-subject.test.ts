import { describe, expect, test } from 'vitest'
import { foldedSubject, replySubject } from '../../../src/engine/answers/folded-subject.ts'

describe('the subject of an answer', () => {
  test.each([
    'Re: Lamps for the lobby',
    'Re[2]: AW:  Lamps for the  lobby',
    'Réf. : Lamps for the lobby',
    'Betr: Lamps for the lobby',
    'Отв: Lamps for the lobby',
    '[EXT] Re: Lamps for the lobby',
    'Re: [External] Lamps for the lobby',
    '[EXTERN] AW: Re: [External email] Lamps for the lobby',
  ])('%j is that of what it answers', (subject) => {
    expect(foldedSubject(subject)).toBe('lamps for the lobby')
    expect(replySubject(subject)).toMatch(/^Re: Lamps/)
  })

  test.each(['External lamps', '[Extra] lamps', 'Reform: lamps', 'Refund: lamps'])(
    '%j has nothing before it',
    (subject) => {
      expect(foldedSubject(subject)).toBe(subject.toLowerCase())
    },
  )

  test('of many prefixes is read at once', () => {
    expect(foldedSubject('[EXT] '.repeat(4_000)).length).toBeLessThan(24_000)
    expect(foldedSubject(`[ext ${' '.repeat(20_000)}`)).toBe('[ext')
  })
})
