import { expect, test } from 'vitest'
import { fromUtf7, saysUtf7 } from '../../../src/engine/send/utf-7.ts'

test.each([
  ['Gr+APwA3w-e', 'Grüße'],
  ['Hi Mom -+Jjo--!', 'Hi Mom -☺-!'],
  ['+ZeVnLIqe-', '日本語'],
  ['1 +- 1', '1 + 1'],
  ['caf+AOk ol+AOk', 'café olé'],
  ['smile +2D3eAA-', 'smile 😀'],
  ['call +44 20 7946 0000, A+', 'call +44 20 7946 0000, A+'],
  ['+', '+'],
])('%s reads %s', (written, read) => {
  expect(fromUtf7(written)).toBe(read)
})

test('only the first text of a kind says how it is written', () => {
  const mail = (own: string, attached: string) =>
    Buffer.from(`Subject: x\nContent-Type: ${own}\n\nHi\n\nContent-Type: ${attached}\n`)
  expect(saysUtf7(mail('text/plain;\n charset="utf-7"', 'text/plain; charset=utf-8'), 'plain')).toBe(true)
  expect(saysUtf7(mail('text/plain; charset=utf-8', 'text/plain; charset=utf-7'), 'plain')).toBe(false)
  expect(saysUtf7(mail('text/html; charset=utf-7', 'text/plain; charset=utf-8'), 'plain')).toBe(false)
  expect(saysUtf7(mail('text/html; charset=utf-7', 'text/plain; charset=utf-8'), 'html')).toBe(true)
})
