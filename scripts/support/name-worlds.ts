import type { Script } from './script-names.ts'

/**
 * Populations of companies for developing the finder: shares of patterns, sizes and mixed conventions follow published
 * counts over 13,307 addresses at 4,558 domains, or depart from them in one way each.
 */

/** Percentages of named addresses if ten or more at a company are known, and if one or two are. */
const LARGE = `first.last 51|flast 11|first 2.5|last 2.4|firstl 2.6|firstlast 2|last.first 1.5|lastfirst 1.4|f.last 1.2|first_last 1|first.l 1
first.middle.last 0.8|f-last 0.7|fmlast 0.7|first.m.last 0.6|lastf 1.5|first-last 0.8|last.f 0.8|f_last 0.6|fl 0.8`
const SMALL = `first.last 24|flast 13.5|first 22|last 3|firstl 2.6|firstlast 2.2|last.first 1.3|lastfirst 1.4|f.last 1|first_last 1|first.l 1
first.middle.last 0.6|f-last 0.7|fmlast 0.5|first.m.last 0.4|lastf 1|first-last 0.5|last.f 0.4|f_last 0.3|fl 0.6`

/** Companies with many, some, and one or two known people: how many of each, and their sizes. */
export const COMPANIES = [
  { share: 0.3, from: 10, to: 60, patterns: LARGE },
  { share: 0.2, from: 3, to: 9, patterns: LARGE },
  { share: 0.5, from: 1, to: 2, patterns: SMALL },
] as const satisfies readonly CompanyKind[]
const FEW = [
  { share: 0.5, from: 1, to: 3, patterns: SMALL },
  { share: 0.5, from: 2, to: 9, patterns: SMALL },
] as const satisfies readonly CompanyKind[]
/** Logins of machines, older than their mail addresses. */
const LOGINS =
  'flast 30|flast3 14|first3last3 8|last3first2 6|lastf 12|first2last 6|fmlast 5|fl 4|first.last 10|first 3|first2last2 2'

export interface Country {
  tld: string
  /** Replaces the published shares of patterns. */
  patterns?: string
  /** Share of companies that spell out accented letters (`oe`). */
  spelledOut: number
  /** Share of people with an accent in their first name. */
  marked: number
  /** The script that names are written in; addresses are spelled as their bearers choose. */
  script?: Script
}

/** What differs between populations of companies. */
export interface World {
  /** Mean share of addresses that follow no pattern. */
  misfits: number
  /** How alike the people of a company are (Dirichlet): at 0.4 the most common pattern covers 64 % of those who follow any. */
  concentration: number
  /** Share of people who chose for themselves, whatever the company does. */
  ownChoice: number
  countries: readonly Country[]
  /** Replaces the published sizes. */
  companies?: readonly CompanyKind[]
  /** Share of companies that changed their convention: people who came before have an address in another one. */
  renewed?: number
  /** This many consecutive companies belong to one group and write addresses alike. */
  groupsOf?: number
  /** Share of people who have the family name of the colleague before them. */
  relatives?: number
}

export interface CompanyKind {
  share: number
  from: number
  to: number
  patterns: string
}

export const ANYWHERE: Country = { tld: 'example', spelledOut: 0.45, marked: 0.035 }

/** Companies of thirty, with relatives among their people, so that addresses of colleagues are similar. */
export const TOWN: World = {
  misfits: 0.225,
  concentration: 0.4,
  ownChoice: 0.06,
  countries: [ANYWHERE],
  companies: [{ share: 1, from: 20, to: 49, patterns: LARGE }],
  relatives: 0.06,
}

/** The published counts, and populations that depart from them in one way each. */
export const WORLDS = {
  published: { misfits: 0.225, concentration: 0.4, ownChoice: 0.06, countries: [ANYWHERE] },
  tidy: { misfits: 0.1, concentration: 0.2, ownChoice: 0.03, countries: [ANYWHERE] },
  messy: { misfits: 0.35, concentration: 0.8, ownChoice: 0.12, countries: [ANYWHERE] },
  countries: {
    misfits: 0.2,
    concentration: 0.4,
    ownChoice: 0.06,
    countries: [
      { tld: 'north.example', patterns: 'first.last 78|f.last 8|flast 4|last 4|first 6', spelledOut: 0.9, marked: 0.2 },
      {
        tld: 'south.test',
        patterns: 'flast 45|f.last 20|first.last 20|last 8|firstlast 7',
        spelledOut: 0.05,
        marked: 0.3,
      },
      { tld: 'east.invalid', patterns: 'last.f 30|first.last 30|lastf 20|f.last 20', spelledOut: 0.2, marked: 0.1 },
    ],
  },
  few: { misfits: 0.225, concentration: 0.4, ownChoice: 0.06, countries: [ANYWHERE], companies: FEW },
  logins: { misfits: 0.25, concentration: 0.3, ownChoice: 0.04, countries: [{ ...ANYWHERE, patterns: LOGINS }] },
  renewed: { misfits: 0.2, concentration: 0.3, ownChoice: 0.04, countries: [ANYWHERE], renewed: 0.5 },
  groups: { misfits: 0.225, concentration: 0.4, ownChoice: 0.06, countries: [ANYWHERE], groupsOf: 6 },
  scripts: {
    misfits: 0.2,
    concentration: 0.4,
    ownChoice: 0.06,
    countries: [
      { ...ANYWHERE, tld: 'ost.example', script: 'cyrillic' },
      { ...ANYWHERE, tld: 'sud.example', script: 'greek' },
      { ...ANYWHERE, tld: 'levant.example', script: 'turkish' },
    ],
  },
} as const satisfies Record<string, World>

export type WorldName = keyof typeof WORLDS
export const WORLD_NAMES = Object.keys(WORLDS) as WorldName[]
