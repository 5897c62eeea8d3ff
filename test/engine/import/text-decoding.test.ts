import { expect, test } from 'vitest'
import { decodeText } from '../../../src/engine/import/text/text-decoding.ts'

async function arrayOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function decoded(bytes: Uint8Array, size = 7, encoding?: string): Promise<[string, string]> {
  const { encoding: found, text } = await decodeText(inPieces(bytes, size), encoding)
  return [found, (await arrayOf(text)).join('')]
}

/** Encodes by looking up characters in the decoder's own table. */
function encode(text: string, label: string): Uint8Array {
  const table = new TextDecoder(label).decode(Uint8Array.from({ length: 256 }, (_, i) => i))
  return Uint8Array.from(text, (char) => table.indexOf(char))
}

const wide = (text: string, { big = false, mark = true } = {}): Uint8Array => {
  const bytes = Buffer.from((mark ? '\ufeff' : '') + text, 'utf16le')
  return big ? bytes.swap16() : bytes
}

const NAMES =
  'email,name,city\na@lumen.example,José Müller,Zürich\nb@lumen.example,Renée Núñez,Malmö\nc@x.example,Åse Ødegård,São João\n'

test.each([
  ['utf-8', Buffer.from(NAMES), NAMES],
  ['utf-8', Buffer.from(`\ufeff${NAMES}`), NAMES],
  ['utf-16le', wide(NAMES), NAMES],
  ['utf-16be', wide(NAMES, { big: true }), NAMES],
  ['utf-16le', wide(NAMES, { mark: false }), NAMES],
  ['utf-16be', wide(NAMES, { big: true, mark: false }), NAMES],
  ['windows-1252', encode(NAMES, 'windows-1252'), NAMES],
  ['macintosh', encode(NAMES, 'macintosh'), NAMES],
  ['macintosh', encode('Anchor™\rAvocado™\ragÃ¡mi\r', 'macintosh'), 'Anchor™\rAvocado™\ragÃ¡mi\r'],
  ['windows-1252', encode('Café “Étoile” – Renée’s, 5 €', 'windows-1252'), 'Café “Étoile” – Renée’s, 5 €'],
  ['macintosh', encode('Café “Étoile” – Renée’s, Tür', 'macintosh'), 'Café “Étoile” – Renée’s, Tür'],
  ['windows-1252', encode('FRANÇOIS,DÜSSELDORF', 'windows-1252'), 'FRANÇOIS,DÜSSELDORF'],
  ...[
    'Nazwa;Miasto\nŻubr;Łódź\n',
    'Mała Księgowość;Poznań',
    'Město;Počet zaměstnanců\nPlzeň;Dvořákův mlýn',
    'Sídlo: Ústí nad Labem, důl',
    'Nový;Černý;České Budějovice',
    'Kovačić d.o.o.;Čakovec',
    'Idő;Eső',
  ].map((text): [string, Uint8Array, string] => ['windows-1250', encode(text, 'windows-1250'), text]),
  ...['Firma Ünvanı;Çalışan Sayısı\nEge A.Ş.;420', 'Soyadı;Şirket\nŞen;Güneş', 'İzmir, Altındağ, Işıklar kapısı'].map(
    (text): [string, Uint8Array, string] => ['windows-1254', encode(text, 'windows-1254'), text],
  ),
  ...['Название;Город\nРомашка;Пермь', 'Компания;Сайт\nЁлка;elka.example'].map((text): [string, Uint8Array, string] => [
    'windows-1251',
    encode(text, 'windows-1251'),
    text,
  ]),
  // Western texts with the same bytes.
  ...[
    'Turnover (£m);£bn\nLtd;£20m',
    '¿Qué? ¿quién?\nEspaña;5 m³;x¹',
    'Þór Sýnir;Alþingi;Ísafjörður;Guðrún',
    'lunedì, città, più, perché',
    'Öýlen;Åse Ødegård;Sørensen',
    'coût, août, où, œuvre, Lefèvre',
    'Tõnu Põld;šokk;žanr',
  ].map((text): [string, Uint8Array, string] => ['windows-1252', encode(text, 'windows-1252'), text]),
  ...['Name\nSørensen, Müller', 'Ødegård;Zürich;naïve'].map((text): [string, Uint8Array, string] => [
    'macintosh',
    encode(text, 'macintosh'),
    text,
  ]),
  ['utf-8', Buffer.from('plain ascii'), 'plain ascii'],
  ['utf-8', Buffer.from('a\0b,\0c'), 'ab,c'],
  ['utf-8', Buffer.alloc(0), ''],
])('%s is detected: %#', async (encoding, bytes, text) => {
  expect(await decoded(bytes)).toEqual([encoding, text])
  expect(await decoded(bytes, 1)).toEqual([encoding, text])
})

test('one damaged character does not make UTF-8 look like something else', async () => {
  const bytes = Buffer.concat([Buffer.from(NAMES), Buffer.from([0xc3, 0x28]), Buffer.from(NAMES)])
  const [encoding, text] = await decoded(bytes)
  expect(encoding).toBe('utf-8')
  expect(text).toContain('\ufffd(')
})

test('a given encoding takes precedence', async () => {
  expect(await decoded(encode('Привет', 'windows-1251'), 2, 'windows-1251')).toEqual(['windows-1251', 'Привет'])
  await expect(decoded(Buffer.from('a'), 1, 'nonsense')).rejects.toThrow(RangeError)
})
