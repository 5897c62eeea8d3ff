import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importArchives } from '../../../src/core/data/import-archives.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { httpPage, inMembers, warcRecord } from '../../support/records/made-archive.ts'

const TODAY = new Date('2026-11-20T10:00:00Z')

let app: TestApp
let folder: string

beforeAll(async () => {
  app = await startApp({
    replace: { clock: { now: () => TODAY } },
    env: { QUARRY_ROLE: 'server', QUARRY_LOCAL_SUFFIXES: 'example' },
  })
  folder = await mkdtemp(join(tmpdir(), 'quarry-former-'))
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const GIVEN =
  'Amelia Daniel Claire Robert Ingrid Sofia Marta Pavel Henrik Olga Bruno Celia Dario Elsa Felix Greta'.split(' ')
const FAMILY = 'Thornton Marsh Whitfield Ellison'.split(' ')
const nameOf = (place: number): string => `${GIVEN[place % 16]} ${FAMILY[Math.floor(place / 16)]}`
const addressOf = (place: number, domain: string): string =>
  `${nameOf(place).toLowerCase().replace(' ', '.')}@${domain}`

/** A capture of a team page on which each person has one of these titles. */
const look = (domain: string, date: string, titles: readonly string[]): Buffer =>
  warcRecord({
    uri: `https://${domain}/team`,
    date: `${date}T10:00:00Z`,
    block: httpPage(
      `<html lang="en"><body><h1>Our team</h1>${titles
        .map((title, place) => {
          const address = addressOf(place, domain)
          return `<div class="card"><h3>${nameOf(place)}</h3><p class="job-title">${title}</p><a href="mailto:${address}">${address}</a></div>`
        })
        .join('')}</body></html>`,
    ),
  })

async function read(records: readonly Buffer[]): Promise<void> {
  const path = join(folder, `${Math.random()}.warc.gz`)
  await writeFile(path, inMembers([...records]))
  await utimes(path, TODAY, TODAY)
  await importArchives(app.context, {
    sources: [path],
    prefix: '',
    addressesOnly: false,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  })
}

/** The titles of those who left according to the list of changes, and of those whose address says so. */
async function gone(domain: string, titles: readonly string[]): Promise<{ told: string[]; former: string[] }> {
  const changes = (await app.get(`/v2/changes?domain=${domain}&type=left&limit=100`)).body.data as {
    person: { full_name: string }
  }[]
  const search = await app.get(`/v2/domain-search?domain=${domain}&limit=100&affiliation=former`)
  const { emails } = search.body.data as { emails: { value: string }[] }
  const names = new Set(changes.map(({ person }) => person.full_name))
  const values = new Set(emails.map(({ value }) => value))
  return {
    told: titles.filter((_, place) => names.has(nameOf(place))),
    former: titles.filter((_, place) => values.has(addressOf(place, domain))),
  }
}

const ENDED = [
  'Former Sales Manager',
  'ehem. Vertriebsleiterin',
  'früherer Geschäftsführer',
  'Geschäftsführer bis 2023',
  'Geschäftsführer (bis März 2024)',
  'bis 2022 Geschäftsführerin',
  'Sales Manager until March 2024',
  'CEO 2015–2022',
  'directeur commercial jusqu’en 2022',
  'exdirector comercial',
  'directora hasta 2022',
  'direttore fino al 2022',
  'Sales Director (retired)',
  'Vertriebsleiter i. R.',
  'Directeur retraité',
  'oud-directeur',
  'tidigare vd',
  'diretor até 2022',
  'Managing Director, left in 2022',
]
/** They hold words of the same kind. */
const HELD = [
  'Country Manager Antigua',
  'Anterior Segment Surgeon',
  'Vestigingsmanager Oud-Beijerland',
  'Leiter Niederlassung Neustadt a. d. Weinstraße',
  'Conservateur art ancien',
  'Conseiller retraite',
  'Chair, former CTO',
  'Founder & former CEO',
  'Chair until 2026',
  'Retired Members Officer',
  'Curador de Arte Antiguo',
  'CTO since 2019, Head of IT until 2019',
  'Manager Rural Programme 2014–2020',
]

test('a position that is said to be over shows that its holder left, in any language, and whose address it was', async () => {
  const domain = 'fernleigh.example'
  const titles = [...ENDED, ...HELD]
  await read([
    look(
      domain,
      '2026-10-01',
      titles.map(() => 'Sales Manager'),
    ),
    look(domain, '2026-11-01', titles),
  ])
  expect(await gone(domain, titles)).toEqual({ told: ENDED, former: ENDED })
})

test('somebody who was never shown without such words has not left just now, but is former', async () => {
  const domain = 'scaleby.example'
  const titles = ['Former Treasurer', 'Head of Finance', 'Harbour Manager (retired)', 'Operations Manager']
  await read([look(domain, '2026-11-01', titles)])
  expect(await gone(domain, titles)).toEqual({ told: [], former: ['Former Treasurer', 'Harbour Manager (retired)'] })
  await read([look(domain, '2026-11-15', ['Treasurer', ...titles.slice(1)])])
  expect((await gone(domain, titles)).former).toEqual(['Harbour Manager (retired)'])
})

const ABBREVIATED = [
  ['Vertriebsleiter', 'Leiter Vertrieb'],
  ['QA Lead', 'Quality Assurance Lead'],
  ['Directora de RR. HH.', 'Directora de Recursos Humanos'],
  ['Directeur RH', 'Directeur des ressources humaines'],
  ['Jefe de Dpto. de Ventas', 'Jefe de Departamento de Ventas'],
  ['Gte. Comercial', 'Gerente Comercial'],
  ['Resp. commercial', 'Responsable commercial'],
  ['stellv. Leiter', 'Stellvertretender Leiter'],
] as const
const PROMOTED = [
  ['Directeur adjoint', 'Directeur'],
  ['Associate', 'Associate Partner'],
  ['Assistant Manager', 'Manager'],
] as const

test('a title in other words is a change, in a short form it is none', async () => {
  const domain = 'lowick.example'
  const pairs = [...ABBREVIATED, ...PROMOTED, ...Array.from({ length: 20 }, () => ['Clerk', 'Clerk'] as const)]
  const [before, after] = [0, 1].map((side) => pairs.map((pair) => pair[side] ?? '')) as [string[], string[]]
  await read([look(domain, '2026-10-01', before), look(domain, '2026-11-01', after)])
  const { data } = (await app.get(`/v2/changes?domain=${domain}&limit=100`)).body
  const told = (data as { before: string; after: string }[]).map((change) => `${change.before} > ${change.after}`)
  expect(told.toSorted()).toEqual(PROMOTED.map(([was, is]) => `${was} > ${is}`).toSorted())
})
