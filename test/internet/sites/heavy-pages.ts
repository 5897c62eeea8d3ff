import { htmlPage, type TestSite } from '../test-site.ts'

/** The largest page that is read. */
const PAGE_CHARACTERS = 1_900_000

const repeated = (piece: (index: number) => string): string => {
  const pieces: string[] = []
  for (let [index, length] = [0, 0]; length < PAGE_CHARACTERS; index++) {
    const text = piece(index)
    pieces.push(text)
    length += text.length
  }
  return pieces.join('')
}

/** A different word for each index, of letters only. */
function word(index: number): string {
  let text = ''
  for (let rest = index; rest > 0 || text === ''; rest = Math.floor(rest / 10)) text = 'bcdfghjklm'[rest % 10] + text
  return text
}

/** Each keeps its reader busy for as long as a page can. */
const BODIES: Readonly<Record<string, () => string>> = {
  telephones: () => repeated((index) => `<a href="tel:+4930${String(index).padStart(7, '0')}">x</a>`),
  addresses: () =>
    Array.from(
      { length: 4_990 },
      (_, index) => `<p>Jo ${word(index)} <a>${word(index)}@a${word(index)}.test</a></p>`,
    ).join(''),
  colleagues: () =>
    repeated((index) =>
      index < 4_990 ? `<li>Ann Lee${word(index)} ann.${word(index)}@heavy-colleagues.test</li>` : '<li>x',
    ),
  ciphers: () =>
    repeated((index) => `<a href="javascript:linkTo_UnCryptMailto('nbjmup+${word(index)}Abdnf/uftu')">x</a>`),
  tables: () =>
    repeated((index) => `<table><tr><td>Ann ${word(index)}<td>Director<td>+49 30 ${1_000_000 + index}</table>`),
  links: () => repeated((index) => `<a href="/team/ann-${word(index)}">Ann Lee${word(index)}</a>`),
  elsewhere: () => repeated((index) => `<a href="https://a${word(index)}.test/">x</a>`),
  depth: () => repeated(() => '<div><b>'),
  attributes: () => `<p ${repeated((index) => `a${index}="x" `)}>x</p>`,
  'long-attribute': () => `<a href="mailto:${repeated((index) => `${word(index)}@a.test,`)}">x</a>`,
  tags: () => repeated(() => '<'),
  entities: () => repeated(() => '&#64;&commat;'),
  comments: () => repeated((index) => `<!-- a${word(index)}@heavy-comments.test -->`),
  scripts: () => repeated((index) => `<script>var a="${word(index)}"+"@"+"a.test"</script>`),
  'json-ld': () => `<script type="application/ld+json">${'{"@graph":['.repeat(50_000)}</script>`,
  people: () =>
    repeated((index) => `<script type="application/ld+json">{"@type":"Person","name":"Ann ${word(index)}"}</script>`),
  styles: () => `<style>${repeated((index) => `.a${index}{display:none}`)}</style>`,
  items: () =>
    repeated((index) => `<i itemscope itemtype="https://schema.org/Person" itemprop="name">Ann ${word(index)}`),
  ats: () => repeated(() => '@a.b '),
  words: () => `<p>${repeated((index) => `Ann ${word(index)} at `)}</p>`,
}

/** One site for each: `heavy-telephones.test` and so on. */
export const heavySites = (): TestSite[] =>
  Object.entries(BODIES).map(([name, body]) => ({
    hosts: [`heavy-${name}.test`],
    pages: { '/': htmlPage('Heavy', `<h1>Team</h1>${body()}`) },
  }))
