import type { PoolClient } from 'pg'
import { zoneOf } from './outbox-statements.ts'

/** What a growing mailbox did since its last step. */
export interface RampFacts {
  place: number
  /** Null before its first email. */
  cap: number | null
  /** Days since the last step, in its time zone; null before the first. */
  days: number | null
  /** Emails sent on that day. */
  sent: number
  band: 'healthy' | 'watch' | 'strained' | 'stopped'
  isDomainUnfit: boolean
  dailyLimit: number
}

const FACTS = `select e.ramp_place as place, e.ramp_cap as cap, (z.today - e.ramp_on) as days,
    (select count(*)::int from messages m where m.account_id = e.account_id and m.mailbox_id = e.id
      and m.leased_at >= (e.ramp_on::timestamp at time zone z.name)
      and m.leased_at < ((e.ramp_on + 1)::timestamp at time zone z.name)) as sent,
    e.band, exists (select 1 from sending_domains d where d.account_id = e.account_id
      and d.domain = split_part(e.email, '@', 2) and d.state = 'not_ready') as "isDomainUnfit",
    e.daily_limit as "dailyLimit"
  from mailboxes e cross join lateral (select ${zoneOf('e')} as name) x
    cross join lateral (select x.name, ($3::timestamptz at time zone x.name)::date as today) z
  where e.account_id = $1 and e.id = $2 and e.ramp = 'auto' and (e.ramp_on is null or e.ramp_on < z.today)`

/** Only once a day, by the first process that gets there. */
const STEP = `update mailboxes e set ramp_place = $4, ramp_cap = $5, ramp_on = z.today
  from (select ${zoneOf('e')} as name, e.id from mailboxes e where e.account_id = $1 and e.id = $2) x
    cross join lateral (select ($3::timestamptz at time zone x.name)::date as today) z
  where e.account_id = $1 and e.id = x.id and (e.ramp_on is null or e.ramp_on < z.today)`

/** Takes the step of a day, under the lock of the mailbox. */
export async function takeRampStep(
  client: PoolClient,
  { accountId, id }: { accountId: number; id: number },
  now: Date,
  stepOf: (facts: RampFacts) => { place: number; cap: number },
): Promise<void> {
  const { rows } = await client.query<RampFacts>({ name: 'ramp-facts', text: FACTS, values: [accountId, id, now] })
  const [facts] = rows
  if (facts === undefined) return
  const { place, cap } = stepOf(facts)
  await client.query({ name: 'ramp-step', text: STEP, values: [accountId, id, now, place, cap] })
}
