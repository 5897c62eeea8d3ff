import type { Context } from '../../../src/context.ts'
import { personKey } from '../../../src/engine/change/person-key.ts'

interface SeededChange {
  domain: string
  type: string
  person?: string
  address?: string
  before?: string
  after?: string
  /** What the page says as evidence; by default, what the value changed to. */
  says?: string
}

/** Stores a change at a company, as if two visits to its site had found it. */
export async function seedChange({ database, clock }: Context, change: SeededChange): Promise<void> {
  const { domain, type, person = null, address = null, before = null, after = null, says } = change
  const key = [type, person, before, after].join(' ')
  const evidence = [{ uri: `https://${domain}/team`, seen_on: '2026-03-01', says: says ?? after ?? 'not shown' }]
  await database.pool.query(
    `insert into changes (domain, change_key, type, person_key, person_name, address, field, before, after, evidence, happened_to,
        confidence, detected_at)
      values ($1, $2, $3, $4, $5, $6, 'position', $7, $8, $9, '2026-03-01', 0.9, $10)`,
    [
      domain,
      key,
      type,
      person === null ? null : personKey(person),
      person,
      address,
      before,
      after,
      JSON.stringify(evidence),
      clock.now(),
    ],
  )
}
