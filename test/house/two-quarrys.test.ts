import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startInternet } from '../internet/internet.ts'
import { htmlPage } from '../internet/test-site.ts'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'

const SITE = {
  hosts: ['firm.test'],
  pages: {
    '/': htmlPage('Firm', '<meta name="generator" content="House 2"><p>Firm</p><p>zwirbel@firm.test</p>'),
  },
}
/** A list the operator fetched, and the operator's own rules. */
const FILES = {
  'lists/role-words.txt': ['zwirbel'],
  'lists/webmail-domains.txt': ['post.test'],
  'lists/disposable-domains.txt': ['gone.test'],
  'rules/house.json': [JSON.stringify({ 'House CMS': { meta: { generator: '^house' } } })],
}

/** Creates a data directory for a Quarry, with these files in it. */
async function home(files: Record<string, readonly string[]>) {
  const dir = await mkdtemp(join(tmpdir(), 'quarry-home-'))
  await mkdir(join(dir, 'lists'))
  await mkdir(join(dir, 'rules'))
  for (const [name, lines] of Object.entries(files)) await writeFile(join(dir, name), lines.join('\n'))
  return { dir, [Symbol.asyncDispose]: () => rm(dir, { recursive: true }) }
}

/** What one Quarry answers about the same things. */
async function answers(app: TestApp) {
  const search = async (domain: string) => (await app.get(`/v2/domain-search?domain=${domain}`)).body.data
  const verify = async (email: string) => (await app.get(`/v2/email-verifier?email=${email}`)).body.data
  return {
    firm: await search('firm.test'),
    company: (await app.get('/v2/companies/find?domain=firm.test')).body.data,
    post: await search('post.test'),
    gone: await verify('jo.doe@gone.test'),
  }
}

test('two Quarrys in one process each answer by their own lists, rules and settings', async () => {
  await using internet = await startInternet({ sites: [SITE] })
  await using own = await home(FILES)
  await using plain = await home({})
  const settings = (dir: string) => ({ QUARRY_DATA_DIR: dir, QUARRY_TECH_RULES_DIR: join(dir, 'rules') })
  await using first = await startApp({
    internet,
    env: { ...settings(own.dir), QUARRY_SMTP_HELO: 'one.example' },
  })
  await using second = await startApp({ internet, env: { ...settings(plain.dir), QUARRY_SMTP_HELO: 'two.example' } })

  // On a busy machine the site is read later than a call waits.
  for (const app of [first, second])
    await expect.poll(async () => (await answers(app)).firm).toMatchObject({ emails: [{}] })
  const [one, two] = await Promise.all([answers(first), answers(second)])
  const [oneAgain, twoAgain] = await Promise.all([answers(first), answers(second)])

  for (const answer of [one, oneAgain])
    expect(answer).toMatchObject({
      firm: { emails: [{ value: 'zwirbel@firm.test', type: 'generic' }] },
      company: { tech: ['house-cms'] },
      post: { webmail: true, emails: [] },
      gone: { disposable: true, status: 'disposable' },
    })
  for (const answer of [two, twoAgain])
    expect(answer).toMatchObject({
      firm: { emails: [{ value: 'zwirbel@firm.test', type: 'personal' }] },
      company: { tech: [] },
      post: { webmail: false },
      gone: { disposable: false },
    })
  expect([first, second].map(({ context }) => context.verification.needs.identity.heloName)).toEqual([
    'one.example',
    'two.example',
  ])
})
