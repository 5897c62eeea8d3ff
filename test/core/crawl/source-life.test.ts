import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runUpkeep } from '../../../src/core/operate/upkeep.ts'
import { startApp } from '../../support/app.ts'
import { seedPage } from '../../support/records/seed.ts'
import { emptyTables } from '../../support/records/empty-tables.ts'

const URL_OF_PAGE = 'https://lumen.example/team'
const day = (number: number): Date => new Date(Date.UTC(2025, 0, number, 12))

/** A dated capture of the page: which of two addresses it shows, or that it answers 404. */
interface Look {
  day: number
  shows: readonly ('ana' | 'bo')[]
}

const looks: fc.Arbitrary<Look[]> = fc.uniqueArray(
  fc.record({ day: fc.integer({ min: 1, max: 28 }), shows: fc.subarray(['ana', 'bo'] as const) }),
  { selector: (look) => look.day, minLength: 1, maxLength: 5 },
)

/** The rules of a source's life, applied in order of date. */
function expectedSources(history: readonly Look[]) {
  const inOrder = [...history].sort((a, b) => a.day - b.day)
  const newest = inOrder.at(-1)
  return (['ana', 'bo'] as const).flatMap((name) => {
    const seen = inOrder.filter((look) => look.shows.includes(name))
    const [first] = seen
    const last = seen.at(-1)
    if (first === undefined || last === undefined) return []
    return [{ value: `${name}@lumen.example`, extracted: day(first.day), last: day(last.day), still: last === newest }]
  })
}

test('the sources are the same in whatever order the captures of a page arrive', async () => {
  await using app = await startApp()
  const { pool } = app.database
  await fc.assert(
    fc.asyncProperty(
      looks.chain((history) =>
        fc.tuple(fc.constant(history), fc.shuffledSubarray(history, { minLength: history.length })),
      ),
      async ([history, order]) => {
        await emptyTables(app.context.database, 'sources', 'addresses', 'pages', 'address_counts', 'domains')
        for (const look of order) {
          const addresses = look.shows.map((name) => ({ value: `${name}@lumen.example` }))
          await seedPage(app.context, { url: URL_OF_PAGE, capturedAt: day(look.day), addresses })
        }
        const { rows } = await pool.query(
          'select value, extracted_at as extracted, last_seen_at as last, still_on_page as still from sources order by value',
        )
        expect(rows).toEqual(expectedSources(history))
        const { rows: counted } = await pool.query('select personal_count + generic_count as total from domains')
        const { rows: shown } = await pool.query('select count(*) as total from addresses where visible')
        expect(counted[0]?.total ?? 0).toBe(shown[0]?.total)
      },
    ),
    { numRuns: 30 },
  )
})

test('a truncated page says nothing about what is missing from it', async () => {
  await using app = await startApp()
  await seedPage(app.context, { url: URL_OF_PAGE, capturedAt: day(1), addresses: [{ value: 'ana@lumen.example' }] })
  await seedPage(app.context, { url: URL_OF_PAGE, capturedAt: day(2), addresses: [], complete: false })
  const { rows } = await app.database.pool.query('select still_on_page from sources')
  expect(rows).toEqual([{ still_on_page: true }])
})

test('what no page has shown for the retention period is deleted, and each address loses those sources', async () => {
  await using app = await startApp({ env: { QUARRY_RETENTION_DAYS: '90' } })
  const [ana, bo] = [{ value: 'ana@lumen.example' }, { value: 'bo@lumen.example' }]
  const elsewhere = 'https://lumen.example/contact'
  await seedPage(app.context, { url: URL_OF_PAGE, capturedAt: day(1), addresses: [ana, bo] })
  await seedPage(app.context, { url: elsewhere, capturedAt: day(1), addresses: [ana] })
  await seedPage(app.context, { url: URL_OF_PAGE, capturedAt: day(2), addresses: [] })
  const kept = async (now: Date) => {
    await runUpkeep({ ...app.context, clock: { now: () => now } })
    const { rows: sources } = await app.database.pool.query('select value, uri from sources order by value, uri')
    const { rows: addresses } = await app.database.pool.query(
      'select value, sources_count as count from addresses order by value',
    )
    return { sources, addresses }
  }
  expect((await kept(day(60))).sources).toHaveLength(3)
  expect(await kept(day(120))).toEqual({
    sources: [{ value: ana.value, uri: elsewhere }],
    addresses: [{ value: ana.value, count: 1 }],
  })
})
