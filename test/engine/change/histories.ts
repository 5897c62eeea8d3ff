import type { ObservedHistory, PersonStatement, SiteStatement } from '../../../src/engine/change/observed-history.ts'
import { personKey } from '../../../src/engine/change/person-key.ts'
import { namesSketch } from '../../../src/engine/change/names-sketch.ts'
import { plainLines } from '../../../src/engine/facts/plain-lines.ts'
import { layoutSignature } from '../../../src/engine/change/layout-signature.ts'

/** `Femi Oduya | Deputy Brewer | f.oduya@larkmoor.example` */
export type Line = string

export interface MadeLook {
  /** `YYYY-MM-DD` */
  on: string
  uri?: string
  people?: readonly Line[]
  locations?: readonly string[]
  layout?: string
  /** What the page says besides the people read from it. */
  writes?: string
  language?: string
}

export const TEAM = 'https://larkmoor.example/team'
export const secondsOf = (day: string): number => Date.parse(`${day}T08:00:00Z`) / 1_000

/** The history that these visits leave, whatever order they are given in. */
export function historyOf(looks: readonly MadeLook[], more: Partial<ObservedHistory> = {}): ObservedHistory {
  const pages = new Map<string, Map<number, string | null>>()
  const people = new Map<string, PersonStatement & { seen: number[] }>()
  const site = new Map<string, SiteStatement & { seen: number[] }>()
  for (const look of looks) {
    const { on, uri = TEAM, people: lines = [], locations = [], layout = 'plain', language = 'en', writes = '' } = look
    const at = secondsOf(on)
    const signature =
      lines.length === 0
        ? null
        : `${layoutSignature(`<main class="${layout}">`, language)}.${namesSketch(plainLines(`${lines.join('<br>')} ${writes}`), writes.match(/\S+@\S+/g) ?? [])}`
    pages.set(uri, (pages.get(uri) ?? new Map<number, string | null>()).set(at, signature))
    for (const line of lines) {
      const [name = '', position = '', address = ''] = line.split(' | ')
      const said = { uri, key: personKey(name), name, position, address: address === '' ? null : address }
      const known = people.get(JSON.stringify(said)) ?? { ...said, seen: [] }
      if (!known.seen.includes(at)) known.seen.push(at)
      people.set(JSON.stringify(said), known)
    }
    for (const value of locations) {
      const known = site.get(`${uri} ${value}`) ?? { uri, kind: 'location' as const, value, seen: [] }
      if (!known.seen.includes(at)) known.seen.push(at)
      site.set(`${uri} ${value}`, known)
    }
  }
  const sorted = <T extends { seen: number[] }>(statements: Iterable<T>): T[] =>
    [...statements].map((said) => ({ ...said, seen: said.seen.toSorted((a, b) => a - b) }))
  return {
    domain: 'larkmoor.example',
    pages: [...pages].map(([uri, times]) => ({
      uri,
      looks: [...times].toSorted(([a], [b]) => a - b).map(([at, signature]) => ({ at, signature })),
    })),
    people: sorted(people.values()),
    site: sorted(site.values()),
    checks: [],
    ends: [],
    elsewhere: [],
    ...more,
  }
}
