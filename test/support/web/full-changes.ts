import { DAY_MS, HOUR_MS } from '../../../src/lib/process/clock.ts'
import type { Filling } from './filling.ts'

interface Told {
  domain: string
  type: string
  /** The name of the person the change is about; none if it is about the company. */
  name?: string
  email?: string
  before?: string
  after?: string
  undone?: true
}

/** At least one of each kind, newest first. */
const TOLD: readonly Told[] = [
  {
    domain: 'birch.example',
    type: 'joined',
    name: 'Omar Castell',
    email: 'omar.castell@birch.example',
    after: 'Data Analyst',
  },
  {
    domain: 'birch.example',
    type: 'title_changed',
    name: 'Marisol Quintanilla-Hernández',
    email: 'marisol.quintanilla-hernandez@birch.example',
    before: 'Regional Sales Manager',
    after: 'Senior Regional Business Development Manager, Southern Europe',
  },
  {
    domain: 'alder.example',
    type: 'left',
    name: 'Jon Peake',
    email: 'jon.peake@alder.example',
    before: 'Sales Manager',
  },
  { domain: 'birch.example', type: 'hiring_started', after: 'https://birch.example/jobs' },
  { domain: 'alder.example', type: 'location_added', after: 'Porto, Portugal' },
  { domain: 'alder.example', type: 'location_removed', before: 'Lyon, France' },
  { domain: 'birch.example', type: 'technology_added', after: 'Ghost' },
  { domain: 'birch.example', type: 'technology_removed', before: 'WordPress' },
  {
    domain: 'alder.example',
    type: 'address_changed',
    name: 'Hugo Fabre',
    email: 'hugo.fabre@alder.example',
    before: 'h.fabre@alder.example',
    after: 'hugo.fabre@alder.example',
  },
  {
    domain: 'birch.example',
    type: 'address_added',
    name: 'Li Wen',
    email: 'li.wen@birch.example',
    after: 'li.wen@birch.example',
  },
  {
    domain: 'birch.example',
    type: 'name_changed',
    name: 'Zofia Malik',
    email: 'zofia.malik@birch.example',
    before: 'Zofia Nowak',
    after: 'Zofia Malik',
  },
  { domain: 'birch.example', type: 'left', name: 'Piet van der Meulen', before: 'Support Engineer', undone: true },
  { domain: 'cedar.example', type: 'returned', name: 'Gil Prado', after: 'Chief Executive Officer' },
  { domain: 'cedar.example', type: 'location_added', after: 'Valencia, Spain' },
]
const WATCHED = [
  'birch.example',
  'alder.example',
  'cedar.example',
  'a-company-with-a-very-long-name-of-its-own.example',
]

/** Watched companies, what changed there, and a person who has left. */
export async function fillChanges({ run, send, ago }: Filling): Promise<void> {
  await send('POST', '/watches', { domains: WATCHED.slice(1) })
  await send('POST', '/watches', { domains: WATCHED.slice(0, 1), every_days: 1 })
  for (const [index, { domain, type, name = null, email = null, before = null, after = null, undone }] of [
    ...TOLD.entries(),
  ].toReversed()) {
    const at = ago(2 * HOUR_MS + index * 2 * DAY_MS)
    const day = at.toISOString().slice(0, 10)
    const evidence = [{ uri: `https://${domain}/company/team-and-offices`, seen_on: day, says: after ?? 'not shown' }]
    await run(
      `insert into changes (domain, change_key, type, person_key, person_name, address, field, before, after, evidence,
         happened_to, confidence, detected_at, undone_at)
       values ($1, $2, $3, lower($4), $4, $5, 'position', $6, $7, $8, $9, 0.9, $10, case when $11 then $10::timestamptz end)`,
      [
        domain,
        `${type} ${index}`,
        type,
        name,
        email,
        before,
        after,
        JSON.stringify(evidence),
        day,
        at,
        undone === true,
      ],
    )
  }
  await run(
    `update addresses set affiliation = 'former', affiliation_since = $1 where value = 'jon.peake@alder.example'`,
    [ago(4 * DAY_MS)],
  )
}
