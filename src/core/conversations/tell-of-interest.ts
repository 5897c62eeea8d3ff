import type { Part } from '../../context.ts'
import type { InterestHeard } from '../../db/conversations/interested-store.ts'
import type { NoticeTexts } from '../../db/campaigns/notices-store.ts'
import { DAY_MS, MINUTE_MS } from '../../lib/process/clock.ts'
import { NO_PAYLOAD } from '../../lib/process/job-kind.ts'
import { plural } from '../../lib/text/plural.ts'
import { job } from '../capability/job.ts'

type Needs = Part<'clock' | 'config' | 'database', 'interested' | 'notices' | 'settings'>

/** Before the day begins in Europe, after it has ended in America. */
const EACH_MORNING = '0 6 * * *'

/** Tells owners of mailboxes and campaigns once a day who replied with interest. */
export const TellOfInterest = job({
  name: 'tell-of-interest',
  payload: NO_PAYLOAD,
  concurrency: 1,
  schedule: EACH_MORNING,
  run: (context: Needs) => tellOfInterest(context),
})

/** The time up to which owners have been told, so that a late or missed run leaves nobody out. */
const TOLD_UNTIL = 'interest_told_until'
/** After a longer downtime, only this period is reported. */
const MOST_MS = 7 * DAY_MS
/** Answers read before then have been stored. */
const SETTLED_MS = MINUTE_MS

/** One email per owner about what came since the last run; all or none, so that a retry tells nobody twice. */
export async function tellOfInterest({ store, clock, config, database }: Needs): Promise<void> {
  const now = clock.now()
  const until = new Date(now.getTime() - SETTLED_MS)
  await database.pool.inOne(async () => {
    const told = Date.parse(String(await store.settings.get(TOLD_UNTIL)))
    const since = Number.isNaN(told) ? until.getTime() - DAY_MS : Math.max(told, until.getTime() - MOST_MS)
    if (since >= until.getTime()) return
    for (const heard of await store.interested.heardBetween(new Date(since), until))
      await store.notices.add(heard, noticeOf(heard, config.origin), now)
    await store.settings.set(TOLD_UNTIL, until.toISOString())
  })
}

function noticeOf({ emails, count }: InterestHeard, origin: string): NoticeTexts {
  const more = count > emails.length ? ['…'] : []
  const people = {
    en: plural('en', count, 'person is interested', 'people are interested'),
    de: plural('de', count, 'Person hat Interesse', 'Personen haben Interesse'),
  }
  const body = (first: string, link: string): string => [first, '', ...emails, ...more, '', link, ''].join('\n')
  const page = `${origin}/app/answers?class=interested`
  return {
    en: { subject: people.en, body: body(`${people.en} in your email:`, `Read and reply: ${page}`) },
    de: { subject: people.de, body: body(`${people.de} an Ihrer Mail:`, `Lesen und antworten: ${page}`) },
  }
}
