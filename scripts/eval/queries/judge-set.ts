import { processorMs } from '../../support/processor-time.ts'
import type { KnownNames } from '../../../src/engine/discover/known-companies.ts'
import {
  demandsTooMuch,
  isFoundByName,
  isAmbiguityTold,
  isHonest,
  isSilent,
  isTopicRight,
  judge,
  read,
  SLOTS,
  valueOf,
} from './judge-query.ts'
import type { Judged, LabelledQuery } from './judge-query.ts'

/** Slots with fewer questions say little, so they are counted together. */
const ENOUGH = 20

interface JudgedSet {
  rows: (string | number)[][]
  figures: Record<string, number>
  misses: string[]
}

interface Count {
  right: number
  gold: number
  found: number
}

/** Judges one set of questions. */
export function judgeSet(all: readonly LabelledQuery[], names: KnownNames): JudgedSet {
  const started = processorMs()
  const parsed = all.map((labelled) => read(labelled, names))
  const meanMs = (processorMs() - started) / all.length
  const judged = parsed.filter(({ expressible }) => expressible !== 'lookup')
  const lookUps = parsed.filter(({ expressible }) => expressible === 'lookup')
  const verdicts = judged.map((one) => ({ one, slots: SLOTS.map((slot) => judge(slot, one)) }))
  const isExact = ({ slots }: (typeof verdicts)[number]): boolean => slots.every(({ outcome }) => outcome !== 'wrong')
  const withHard = verdicts.filter(({ slots }) => slots.some(({ inGold }) => inGold))
  const silent = verdicts.filter((verdict) => !isExact(verdict) && isSilent(verdict.one))
  const counted = judged.filter(({ limit }) => limit !== undefined && limit !== null)
  const dishonest = parsed.filter((one) => !isHonest(one))
  const withAmbiguous = parsed.filter(({ ambiguous = [] }) => ambiguous.length > 0)
  const demanding = parsed.filter(demandsTooMuch)
  const withTopic = judged.filter(({ topic }) => topic !== null)
  const namedOthers = judged.filter(({ found }) => found.organization !== undefined)

  const slots = new Map(
    SLOTS.map((slot, index): [string, Count] => {
      const of = verdicts.flatMap((verdict) => verdict.slots[index] ?? [])
      return [
        slot,
        {
          right: of.filter(({ outcome }) => outcome === 'right').length,
          gold: of.filter(({ inGold }) => inGold).length,
          found: of.filter(({ isFound }) => isFound).length,
        },
      ]
    }),
  )
  const large = [...slots].filter(([, { gold }]) => gold >= ENOUGH)
  const small = [...slots].filter(([, { gold }]) => gold < ENOUGH).map(([, count]) => count)
  const pooled = (of: keyof Count): number => small.reduce((sum, count) => sum + count[of], 0)
  const held: [string, Count][] = [
    ...large,
    ['other slots', { right: pooled('right'), gold: pooled('gold'), found: pooled('found') }],
  ]
  const shares: [string, number, number][] = [
    ['exact', withHard.filter(isExact).length, withHard.length],
    ['topic', withTopic.filter(isTopicRight).length, withTopic.length],
    ['look-ups', lookUps.filter(isFoundByName).length, lookUps.length],
    ['counts', counted.filter(({ said, limit }) => said.askedFor === limit).length, counted.length],
    ['ambiguity told', withAmbiguous.filter(isAmbiguityTold).length, withAmbiguous.length],
    ['honest', parsed.length - dishonest.length, parsed.length],
    ['wrong and silent', silent.length, judged.length],
    ['demands too much', demanding.length, parsed.length],
    ['read as a name', namedOthers.length, judged.length],
  ]
  return {
    rows: [
      ['slot', 'recall', 'precision', 'in gold', 'found'],
      ...[...slots].map(([slot, { right, gold, found }]) => [
        slot,
        gold === 0 ? '' : rate(right, gold),
        gold === 0 ? '' : rate(right, found),
        gold,
        found,
      ]),
      ...shares.map(([name, part, whole]) => [name, rate(part, whole), '', whole, part]),
      ['ms each', Math.round(1000 * meanMs) / 1000, '', all.length, ''],
    ],
    figures: {
      ...Object.fromEntries(
        held.flatMap(([slot, { right, gold, found }]) => [
          [`${slot}.recall`, rate(right, gold)],
          [`${slot}.precision`, rate(right, found)],
        ]),
      ),
      ...Object.fromEntries(shares.map(([name, part, whole]) => [name.replaceAll(' ', '_'), rate(part, whole)])),
      mean_ms: Math.round(1000 * meanMs) / 1000,
    },
    misses: [
      ...verdicts.flatMap(({ one, slots: of }) =>
        of.filter(({ outcome }) => outcome === 'wrong').map(({ slot }) => missOf(slot, one)),
      ),
      ...withTopic.filter((one) => !isTopicRight(one)).map((one) => missOf('topic', one)),
      ...lookUps
        .filter((one) => !isFoundByName(one))
        .map((one) => `look-up: ${one.query}\n    found ${text(one.found)}`),
      ...dishonest.map(
        (one) => `not named: ${one.query}\n    ${text(one.not_understood)}, named ${text(one.said.notUnderstood)}`,
      ),
      ...demanding.map((one) => `demanded: ${one.query}\n    ${text(one.not_required)}`),
      ...namedOthers.map(({ query }) => `read as a name: ${query}`),
    ],
  }
}

const text = (value: unknown): string => JSON.stringify(value)

function missOf(slot: (typeof SLOTS)[number] | 'topic', one: Judged): string {
  const { industry, keywords } = one.found
  const [found, gold] =
    slot === 'topic' ? [{ industry, keywords }, one.topic] : [valueOf(one.found, slot), valueOf(one.filters, slot)]
  return `${slot}: ${one.query}\n    found ${text(found)}, gold ${text(gold)}`
}

function rate(count: number, of: number): number {
  return of === 0 ? 1 : Math.round((1000 * count) / of) / 1000
}
