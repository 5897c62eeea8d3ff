import { hash } from 'node:crypto'

/** Elements considered; the beginning of a page reveals its layout. */
const MAX_ELEMENTS = 4_000
const MAX_CHARACTERS = 400_000
/** Number of smallest hashes kept; two pages with one layout share most of them. */
const HASHES = 8

const OPENING = /<([a-z][a-z0-9]{0,15})\b([^<>]{0,1000})>/gi
const CLASSES = /\bclass\s*=\s*(?:"([^"]{0,300})"|'([^']{0,300})')/i

/**
 * The layout of a page and its language, in a few characters: the same while only the texts and the number of entries change,
 * and similar after a small change of the layout. Compare with `sameLayout`.
 */
export function layoutSignature(html: string, language: string | null): string {
  const least = Array.from({ length: HASHES }, () => 0xffff_ffff)
  const features = new Set<string>()
  let elements = 0
  for (const [, tag = '', attributes = ''] of html.slice(0, MAX_CHARACTERS).matchAll(OPENING)) {
    if (++elements > MAX_ELEMENTS) break
    const [, double, single] = CLASSES.exec(attributes) ?? []
    const names = (double ?? single ?? '').split(/\s+/).filter((name) => name !== '' && !/\d{3}/.test(name))
    features.add(tag.toLowerCase())
    for (const name of names.slice(0, 6)) features.add(`${tag.toLowerCase()}.${name}`)
  }
  for (const feature of features) {
    const digest = hash('md5', feature, 'buffer')
    for (let at = 0; at < HASHES; at++) {
      const value = (digest.readUInt32LE((at % 4) * 4) ^ Math.imul(at + 1, 0x9e37_79b1)) >>> 0
      const mixed = Math.imul(value ^ (value >>> 15), 0x85eb_ca6b) >>> 0
      if (mixed < (least[at] ?? 0)) least[at] = mixed
    }
  }
  const layout = least.map((value) => (value & 0xff).toString(16).padStart(2, '0')).join('')
  return `${layout}.${languageOf(language)}`
}

/** The names sketch that follows layout and language in a signature; empty if there is none. */
export const sketchOf = (signature: string | null): string => signature?.split('.')[2] ?? ''

/** `de` for `de-CH`; empty if the page does not say. */
const languageOf = (language: string | null): string =>
  /^[a-z]{2,3}(?=$|[-_])/.exec((language ?? '').toLowerCase())?.[0] ?? ''

/** Least number of hashes, out of eight, that two looks at one layout share. */
const SHARED = 5

/** Whether two looks show the same layout; also true if it is unknown for one of them. */
export function sameLayout(a: string | null, b: string | null): boolean {
  if (a === null || b === null) return true
  let shared = 0
  for (let at = 0; at < HASHES * 2; at += 2) if (a.slice(at, at + 2) === b.slice(at, at + 2)) shared++
  return shared >= SHARED
}

/** Whether two looks are in the same language; also true if it is unknown for one of them. */
export function sameLanguage(a: string | null, b: string | null): boolean {
  const [left = '', right = ''] = [a, b].map((signature) => signature?.split('.')[1] ?? '')
  return left === '' || right === '' || left === right
}
