import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Person } from '../../../src/core/enrich/enrich-output.ts'
import { startInternet } from '../../internet/internet.ts'
import type { TestPage, TestSite } from '../../internet/test-site.ts'
import { startApp } from '../../support/app.ts'
import { seedPage } from '../../support/records/seed.ts'

const EMAIL = 'jo.quill@profiles.example'
const hash = createHash('sha256').update(EMAIL).digest('hex')
const json = (value: unknown): TestPage => ({ type: 'application/json', body: JSON.stringify(value) })

/** Answers `{hash}.json` as the service does. */
const gravatar: TestSite = {
  hosts: ['gravatar.test'],
  pages: {
    [`/${hash}.json`]: json({
      entry: [
        {
          hash,
          requestHash: hash,
          profileUrl: 'https://gravatar.test/joquill',
          preferredUsername: 'joquill',
          thumbnailUrl: 'https://gravatar.test/avatar/1',
          photos: [{ value: 'https://gravatar.test/avatar/1', type: 'thumbnail' }],
          displayName: 'Jo Quill',
          aboutMe: 'Writes about lamps.',
          urls: [{ value: 'https://joquill.example', title: 'My site' }],
        },
      ],
    }),
  },
}

/** Answers as the REST API does: to a search for an address, and then for the user. */
const github: TestSite = {
  hosts: ['github.test'],
  pages: {
    [`/search/users?q=${encodeURIComponent(`${EMAIL} in:email`)}`]: json({
      total_count: 1,
      incomplete_results: false,
      items: [{ login: 'jo-quill', id: 77, type: 'User', score: 1 }],
    }),
    '/users/jo-quill': json({
      login: 'jo-quill',
      id: 77,
      avatar_url: 'https://avatars.github.test/u/77',
      html_url: 'https://github.test/jo-quill',
      company: '@lumen',
      blog: 'joquill.example',
      bio: null,
      twitter_username: 'joquill',
      followers: 12,
      following: 3,
    }),
  },
}

const seeded = async (env: Record<string, string>) => {
  const internet = await startInternet({ sites: [gravatar, github] })
  const app = await startApp({ internet, env })
  const person = { firstName: 'Jo', lastName: 'Quill', position: 'Editor' }
  await seedPage(app.context, { url: 'https://profiles.example/team', addresses: [{ value: EMAIL, person }] })
  const answer = await app.get(`/v2/people/find?email=${EMAIL}`)
  await app[Symbol.asyncDispose]()
  await internet.stop()
  const asked = internet.requests.map(({ host }) => host)
  return { answer, person: answer.body.data as Person, asked }
}

test('public services are not asked unless they are configured', async () => {
  const { person, asked } = await seeded({})
  expect(person).toMatchObject({ gravatar: { handle: null, urls: [] }, github: { handle: null }, avatar: null })
  expect(asked.filter((host) => /gravatar|github/.test(host))).toEqual([])
})

test('what people publish about themselves is shown beside what pages say', async () => {
  const { answer, person } = await seeded({
    QUARRY_GRAVATAR_URL: 'http://gravatar.test/',
    QUARRY_GITHUB_URL: 'http://github.test',
  })
  expect(person).toMatchObject({
    bio: 'Writes about lamps.',
    site: 'https://joquill.example',
    avatar: 'https://gravatar.test/avatar/1',
    employment: { title: 'Editor' },
    github: { handle: 'jo-quill', id: 77, company: '@lumen', blog: 'joquill.example', followers: 12, following: 3 },
    twitter: { handle: 'joquill' },
    gravatar: {
      handle: 'joquill',
      urls: [{ value: 'https://joquill.example', title: 'My site' }],
      avatars: [{ url: 'https://gravatar.test/avatar/1', type: 'thumbnail' }],
    },
  })
  expect(answer.body.meta).toMatchObject({ sources: { github: [{ uri: 'https://github.test/jo-quill' }] } })
})

test('a failing service leaves its part empty', async () => {
  const { answer, person } = await seeded({
    QUARRY_GRAVATAR_URL: 'http://github.test/users',
    QUARRY_GITHUB_URL: 'http://nowhere.test',
  })
  expect(answer.status).toBe(200)
  expect(person).toMatchObject({ gravatar: { handle: null }, github: { handle: null } })
})
