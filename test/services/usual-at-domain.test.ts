import { expect, test } from 'vitest'
import { checkFinder } from '../../src/core/operate/finder-check.ts'
import { runUpkeep } from '../../src/core/operate/upkeep.ts'
import { createUsualPatterns } from '../../src/services/usual-at-domain.ts'
import { startApp } from '../support/app.ts'
import { seedPage } from '../support/records/seed.ts'

const PEOPLE = [
  ['Ines', 'Calder'],
  ['Otto', 'Kellner'],
  ['Una', 'Weiss'],
] as const

test('upkeep learns from the index what is usual at unknown domains', async () => {
  await using app = await startApp()
  const share = async () =>
    (await createUsualPatterns(app.context.store).at('new.example')).conventions.get('{last}.{first}') ?? 0
  const before = await share()
  for (let firm = 0; firm < 12; firm++) {
    const addresses = PEOPLE.map(([firstName, lastName]) => ({
      value: `${lastName}.${firstName}@firm${firm}.example`.toLowerCase(),
      person: { firstName, lastName },
    }))
    await seedPage(app.context, { url: `https://firm${firm}.example/team`, addresses })
  }
  expect(await checkFinder(app.context)).toBeNull()
  await runUpkeep(app.context)
  expect(await share()).toBeGreaterThan(before + 0.1)
  expect(await checkFinder(app.context)).toMatchObject({
    state: 'ok',
    sentence: expect.stringMatching(/built-in percentages: 36 people with confirmed addresses at 12 domains/) as string,
  })
})
