import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addOptout } from '../../../src/core/optouts/opted-out.ts'
import { importPeople } from '../../../src/core/data/import-people.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarry-people-'))
})
afterAll(() => rm(folder, { recursive: true }))

const FILE = [
  'Email,Full Name,Job Title,LinkedIn URL,Source URL',
  'ines.calder@lumen.example,Ines Calder,Head of Sales,https://network.example/in/inescalder,https://lumen.example/team',
  'otto.brandt@lumen.example,Otto Brandt,Engineer,,',
  'no address,Nobody,,,',
].join('\n')

async function imported(app: TestApp, text = FILE, seenOn?: string) {
  const source = join(folder, 'people.csv')
  await writeFile(source, text)
  const signal = new AbortController().signal
  const dated = seenOn === undefined ? {} : { seenOn }
  return importPeople(app.context, {
    source,
    columns: {},
    ...dated,
    dryRun: false,
    signal,
    onProgress: () => undefined,
  })
}

interface Found {
  value: string
  position: string | null
  confidence: number
  sources: { domain?: string; uri?: string; import?: string }[]
}

const found = async (app: TestApp): Promise<Found[]> => {
  const { body } = await app.get('/v2/domain-search?domain=lumen.example')
  return (body.data as { emails: Found[] }).emails
}

describe('an import of people', () => {
  test('takes texts as plain words, however they are written, and loses no row to half a character', async () => {
    await using app = await startApp()
    const position = `<b>Head</b> of\u200b Sales ${'😀'.repeat(120)}`
    const page = `https://lumen.example/team?${'a'.repeat(300)}`
    const text = [
      'Email,Full Name,Job Title,Source URL',
      `ines.calder@lumen.example,Ines &amp; Calder,${position},${page}`,
      'otto.brandt@lumen.example,Otto Brandt,Engineer,',
    ].join('\n')
    expect(await imported(app, text)).toMatchObject({ figures: { rows: 2, created: 2, rejected: 0 } })
    const ines = (await found(app)).find(({ value }) => value.startsWith('ines'))
    expect(ines?.position).toMatch(/^Head of Sales 😀+…?$/u)
    expect(ines?.sources[0]?.uri).toBe(page)
  })

  test('fills the index with sources that are trusted less than pages, and a second one changes nothing', async () => {
    await using app = await startApp()
    const first = await imported(app)
    expect(first).toMatchObject({
      figures: { rows: 3, created: 2, unchanged: 0, rejected: 1 },
      rejectedRows: [{ line: 4, reason: 'no_address' }],
    })
    const emails = await found(app)
    expect(emails).toMatchObject([
      {
        value: 'ines.calder@lumen.example',
        position: 'Head of Sales',
        sources: [{ domain: 'lumen.example', uri: 'https://lumen.example/team' }],
      },
      {
        value: 'otto.brandt@lumen.example',
        position: 'Engineer',
        sources: [{ import: expect.stringMatching(/^people\.csv#\w+$/) as string }],
      },
    ])
    expect(Object.keys(emails[1]?.sources[0] ?? {})).not.toContain('uri')
    for (const { confidence } of emails) expect(confidence).toBeLessThan(85)
    expect((await imported(app)).figures).toMatchObject({ created: 0, unchanged: 2 })
    expect(await found(app)).toEqual(emails)
  })

  test('leaves out people who have opted out', async () => {
    await using app = await startApp()
    await addOptout(app.context, 'otto.brandt@lumen.example', null)
    expect((await imported(app)).figures).toMatchObject({ rows: 3, created: 1 })
    expect(await found(app)).toMatchObject([{ value: 'ines.calder@lumen.example' }])
  })

  test('says when somebody left: the departure is reported, and the person is former from then on', async () => {
    await using app = await startApp()
    await imported(app, FILE, '2026-01-05')
    const rows = [
      'otto.brandt@lumen.example,Otto Brandt,2026-02-31',
      'ines.calder@lumen.example,Ines Calder,2026-03-14',
    ]
    await imported(app, ['Email,Name,Left on', ...rows, 'una.reyes@lumen.example,Una Reyes,2999-01-01'].join('\n'))
    const { body } = await app.get('/v2/changes?domain=lumen.example')
    expect(body.data).toMatchObject([
      {
        type: 'left',
        person: { full_name: 'Ines Calder', email: 'ines.calder@lumen.example' },
        happened_between: [null, '2026-03-14'],
        evidence: [{ says: 'left on 2026-03-14' }],
      },
    ])
    const states = (await app.get('/v2/domain-search?domain=lumen.example&include=affiliation')).body.data as {
      emails: { value: string; affiliation: { state: string } }[]
    }
    expect(
      Object.fromEntries(states.emails.map(({ value, affiliation }) => [value.split('@')[0], affiliation.state])),
    ).toEqual({
      'ines.calder': 'former',
      'otto.brandt': 'current',
      'una.reyes': 'current',
    })
  })
})
