import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SHIPPED_LISTS } from '../../../src/engine/classify/address-lists.ts'
import { extractPage } from '../../../src/engine/extract/extract-page.ts'
import { buildPage } from '../../../src/engine/extract/page/page-dom.ts'
import { childrenOf } from '../../../src/engine/extract/page/page-node.ts'
import { scanPage } from '../../../src/engine/extract/page-scan.ts'
import { TokenTape } from '../../../src/engine/extract/page/token-tape.ts'

const read = (html: string) =>
  extractPage(
    { url: 'https://acme.example/team', html, domain: 'acme.example' },
    { localSuffixes: new Set(['example']), lists: SHIPPED_LISTS },
  )
const OWNED = '<p>Jane Miller <a href="mailto:jane.miller@acme.example">write</a></p>'
/** A different word for each index, of letters only. */
const word = (index: number) => Array.from(String(index), (digit) => 'abcdefghij'[Number(digit)]).join('')

describe('pages designed to do harm', () => {
  const pages: Record<string, string> = {
    '100,000 open elements': OWNED + '<div>'.repeat(100_000),
    '100,000 open inline elements': OWNED + '<b>'.repeat(100_000) + 'x',
    'end tags of nothing': OWNED + '</div></p></td>'.repeat(30_000),
    'a list of 70,000 siblings': `${OWNED}<ul>${'<li>John Carter'.repeat(70_000)}</ul>`,
    'a text of 1 MB of one name': `${OWNED}<p>${'John Carter '.repeat(80_000)}</p>`,
    'a text of 1 MB without a blank': `${OWNED}<p>${'A'.repeat(1_000_000)}</p>`,
    'separators without end': `${OWNED}<p>${'John | , - '.repeat(90_000)}</p>`,
    '1 MB of line breaks': OWNED + '<br>'.repeat(250_000),
    'attributes without end': `${OWNED}<p class="${'a '.repeat(500_000)}">x</p>`,
    'JSON-LD that never closes': `${OWNED}<script type="application/ld+json">${'{"a":['.repeat(80_000)}</script>`,
    'items within items': OWNED + '<div itemscope itemprop="x" itemtype="Person">'.repeat(20_000),
    '100,000 candidates for names': `${OWNED}<ul>${Array.from({ length: 100_000 }, (_, at) => `<li>Al${word(at)} Bo${word(at)}`).join('')}</ul>`,
    'names of 10,000 letters': `${OWNED}<p>Jane M${'o'.repeat(10_000)}</p><p>J${'a'.repeat(10_000)} Miller</p>`,
    'a cell of 1 MB of capitalised words': `${OWNED}<table><tr><td>${'Alo Beto, '.repeat(100_000)}</td></tr></table>`,
    'rows of names without end': `${OWNED}<table>${`<tr>${'<td>John Carter<td>Ann Miller'.repeat(14)}`.repeat(3_000)}</table>`,
    'tables within tables': OWNED + '<table><tr><td>'.repeat(30_000),
  }

  test.each(Object.keys(pages))('%s', (name) => {
    expect(read(pages[name] ?? '').people.some((person) => person.email === 'jane.miller@acme.example')).toBe(true)
  })

  test('thousands of names and addresses that do not match', () => {
    const names = Array.from({ length: 2_000 }, (_, index) => `<p>Jane Do${word(index)}</p>`).join('')
    const addresses = Array.from({ length: 2_000 }, (_, index) => `<p>jdo${index}@acme.example</p>`).join('')
    const { people } = read(`${names}<div>${addresses}</div>`)
    expect(people.length).toBeLessThanOrEqual(4_000)
  })

  test('the tree is bounded', () => {
    const html = '<div>'.repeat(5_000) + '<p>x</p>'.repeat(200_000)
    const tape = new TokenTape(html)
    scanPage({ url: 'https://acme.example/', html, domain: 'acme.example' }, { localSuffixes: new Set() }, tape)
    const { root, lines } = buildPage(html, tape)
    let [depth, nodes] = [0, 0]
    const stack = [root]
    for (let node = stack.pop(); node; node = stack.pop()) {
      nodes++
      depth = Math.max(depth, node.depth)
      for (const child of childrenOf(node)) stack.push(child)
    }
    expect(depth).toBeLessThanOrEqual(200)
    expect(nodes).toBeLessThanOrEqual(60_001)
    expect(lines.length).toBeLessThanOrEqual(50_000)
  })
})

test('any markup is accepted', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '<p>',
      '</p>',
      '<td>',
      '<tr>',
      '<table>',
      '</table>',
      '<li>',
      '<a href="mailto:jd@acme.example">',
      '</a>',
      '<br>',
      '<dl><dt>',
      '<dd>',
    ),
    fc.constantFrom(
      'Jane Miller',
      'John Carter, CEO',
      ' jd@acme.example ',
      'Director',
      '<img alt="Ana Silva">',
      '<!--',
      '-->',
      '<script>',
      '</script>',
      '&amp;',
      '<',
      '"',
    ),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const { people, scan } = read(pieces.join(''))
      const known = new Set(scan.addresses.map((address) => address.value))
      for (const person of people) if (person.email !== null) expect(known).toContain(person.email)
    }),
    { numRuns: 100 },
  )
})
