import { describe, expect, test } from 'vitest'
import { extractPage } from '../../../../src/engine/extract/extract-page.ts'
import { SHIPPED_LISTS } from '../../../../src/engine/classify/address-lists.ts'

const read = (html: string) =>
  extractPage(
    { url: 'https://acme.example/', html, domain: 'acme.example' },
    { localSuffixes: new Set(['example']), lists: SHIPPED_LISTS },
  )
const linked = (body: string) => read(`<script type="application/ld+json">${body}</script>`)

describe('JSON-LD', () => {
  test('returns people with address, title, number and profile', () => {
    const { people } =
      linked(`{"@context":"https://schema.org","@graph":[{"@type":"Organization","name":"Acme","employee":
      [{"@type":"Person","name":"Jane Miller","email":"mailto:jm@acme.example","jobTitle":"CFO","telephone":"+1 212 555 2368",
        "sameAs":["https://www.linkedin.com/in/janem"],"address":{"addressLocality":"Springfield","addressCountry":"us"}}]}]}`)
    expect(people).toHaveLength(1)
    expect(people[0]).toMatchObject({
      fullName: 'Jane Miller',
      email: 'jm@acme.example',
      via: 'structured',
      position: 'CFO',
      phone: '+12125552368',
      linkedin: 'janem',
      location: { city: 'Springfield', state: null, country: 'US' },
    })
  })

  test('keeps namesakes with different addresses apart', () => {
    const person = (post: string, local: string) =>
      `{"@type":"Person","name":"Jane Miller","jobTitle":"${post}","email":"${local}@acme.example"}`
    const { people } = linked(`[${person('Project Manager', 'jane.miller')},${person('Clerk', 'jane.miller2')}]`)
    expect(people.map(({ position, email }) => [position, email])).toEqual([
      ['Project Manager', 'jane.miller@acme.example'],
      ['Clerk', 'jane.miller2@acme.example'],
    ])
  })

  test('returns the organisation with its contact points', () => {
    const { organization } =
      linked(`{"@type":["LocalBusiness","Store"],"name":"Acme","legalName":"Acme GmbH","url":"https://acme.example/",
      "contactPoint":{"@type":"ContactPoint","telephone":"+49 30 5550100","email":"info@acme.example"},
      "address":{"@type":"PostalAddress","addressLocality":"Berlin","addressCountry":{"name":"DE"}},"sameAs":"https://x.com/acme"}`)
    expect(organization).toEqual({
      name: 'Acme',
      legalName: 'Acme GmbH',
      url: 'https://acme.example/',
      phones: ['+49 30 5550100'],
      emails: ['info@acme.example'],
      sameAs: ['https://x.com/acme'],
      location: { city: 'Berlin', state: null, country: 'DE' },
    })
  })

  test('does not count authors and publishers as staff', () => {
    const article = `{"@type":"Article","author":{"@type":"Person","name":"Jane Miller"},"publisher":{"@type":"Organization","name":"Acme"}}`
    expect(linked(article).people).toEqual([])
    expect(linked(article).organization?.name).toBe('Acme')
    expect(linked('{"@graph":[{"@type":"Person","name":"Jane Miller","image":"x.png"}]}').people).toEqual([])
  })

  test('is read despite trailing commas, raw line breaks and comments around it', () => {
    const { people } = linked(`<!-- {"@type":"Person","name":"Jane Miller","jobTitle":"Head of
      Sales","email":"jm@acme.example",} -->`)
    expect(people[0]).toMatchObject({ fullName: 'Jane Miller', position: 'Head of Sales' })
  })

  test('is skipped if it cannot be read', () => {
    for (const body of ['', '{', '[1,2', 'null', '"x"', '{"@type":{"a":1},"name":[[[["x"]]]]}'])
      expect(linked(body).people).toEqual([])
  })

  test('completes what the layout says', () => {
    const { people } =
      read(`<script type="application/ld+json">{"@type":"Person","name":"Jane Miller","jobTitle":"CFO"}</script>
      <ul><li>Jane Miller <a href="mailto:jane@acme.example">jane@acme.example</a></li></ul>`)
    expect(people).toHaveLength(1)
    expect(people[0]).toMatchObject({ email: 'jane@acme.example', position: 'CFO' })
  })
})

describe('items within the page', () => {
  test('microdata', () => {
    const { people } =
      read(`<div itemscope itemtype="https://schema.org/Person"><span itemprop="name">Jane Miller</span>
      <i itemprop="jobTitle">Gardener</i><a itemprop="email" href="mailto:flowers@acme.example">write</a></div>`)
    expect(people[0]).toMatchObject({
      fullName: 'Jane Miller',
      position: 'Gardener',
      email: 'flowers@acme.example',
      via: 'structured',
    })
  })

  test('RDFa Lite', () => {
    const { organization } = read(`<div vocab="https://schema.org/" typeof="Organization"><b property="name">Acme</b>
      <a property="email" href="mailto:info@acme.example">info@acme.example</a></div>`)
    expect(organization).toMatchObject({ name: 'Acme', emails: ['info@acme.example'] })
  })

  test('hCard of a person and of a company', () => {
    const facts = read(`<div class="vcard"><span class="fn">Jane Miller</span><span class="title">Pilot</span>
      <a class="email" href="mailto:sky@acme.example">sky@acme.example</a></div>
      <div class="vcard"><span class="fn org">Acme</span><span class="tel">+1 212 555 2368</span></div>`)
    expect(facts.people[0]).toMatchObject({ fullName: 'Jane Miller', position: 'Pilot', email: 'sky@acme.example' })
    expect(facts.organization).toMatchObject({ name: 'Acme', phones: ['+1 212 555 2368'] })
  })
})
