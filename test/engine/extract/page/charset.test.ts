import { describe, expect, it } from 'vitest'
import { decodePage } from '../../../../src/engine/extract/page/charset.ts'

const latin = (text: string): Uint8Array => Buffer.from(text, 'latin1')
const utf8 = (text: string): Uint8Array => Buffer.from(text, 'utf8')

describe('the charset of a page', () => {
  it.each([
    ['a byte order mark beats all', Buffer.from('\ufeffé', 'utf8'), 'text/html; charset=iso-8859-1', 'é'],
    ['a UTF-16 mark', Buffer.from('\ufeffé', 'utf16le'), null, 'é'],
    ['valid UTF-8 beats a header that says otherwise', utf8('é—日'), 'text/html; charset=iso-8859-1', 'é—日'],
    [
      'valid UTF-8 beats a declaration in the page',
      utf8('<meta charset="windows-1251">é'),
      null,
      '<meta charset="windows-1251">é',
    ],
    ['the header, where the bytes are not UTF-8', latin('\xe9\xe8'), 'text/html; charset=windows-1251', 'йи'],
    ['the header in quotes', latin('\xe9'), 'text/html;charset="KOI8-R"', 'И'],
    ['the declaration in the page', latin('<meta charset=windows-1251>\xe9'), null, '<meta charset=windows-1251>й'],
    [
      'the old form of the declaration',
      latin(`<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-2">\xb3`),
      null,
      `<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-2">ł`,
    ],
    ['windows-1252, where nothing is said', latin('\x80 caf\xe9'), null, '€ café'],
    ['windows-1252, where nonsense is said', latin('caf\xe9'), 'text/html; charset=klingon', 'café'],
    ['Shift_JIS', Buffer.from([0x93, 0xfa, 0x96, 0x7b]), 'text/html; charset=Shift_JIS', '日本'],
    ['ISO-2022-JP, whose bytes are ASCII', latin('\x1b$BF|K\\\x1b(B'), 'text/html; charset=iso-2022-jp', '日本'],
  ])('is %s', (_, bytes, contentType, text) => {
    expect(decodePage(bytes, contentType)).toBe(text)
  })

  it('is still UTF-8 when the download stopped within a character', () => {
    expect(decodePage(utf8('日本').subarray(0, 5), null)).toBe('日\ufffd')
  })

  it('is not searched for after the first 1,024 bytes', () => {
    expect(decodePage(latin(`${' '.repeat(1_100)}<meta charset=windows-1251>\xe9`), null).endsWith('é')).toBe(true)
  })

  it('never prevents a page from being read', () => {
    for (let byte = 0; byte < 256; byte++)
      expect(typeof decodePage(Uint8Array.of(byte, 0xff, byte), 'charset=utf-8')).toBe('string')
    expect(decodePage(new Uint8Array(), null)).toBe('')
  })
})
