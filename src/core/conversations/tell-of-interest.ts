import type { Part } from '../../context.ts'
import type { InterestHeard } from '../../db/conversations/interested-store.ts'
import type { NoticeTexts } from '../../db/campaigns/notices-store.ts'
import { DAY_MS } from '../../lib/process/clock.ts'
import { NO_PAYLOAD } from '../../lib/process/job-kind.ts'
import { plural } from '../../lib/text/plural.ts'
import { job } from '../capability/job.ts'

type Needs = Part<'clock' | 'config' | 'database', 'interested' | 'notices'>

/** Before the day begins in Europe, after it has ended in America. */
const EACH_MORNING = '0 6 * * *'

/** Tells owners of mailboxes and campaigns once a day who answered with interest. */
export const TellOfInterest = job({
  name: 'tell-of-interest',
  payload: NO_PAYLOAD,
  concurrency: 1,
  schedule: EACH_MORNING,
  run: (context: Needs) => tellOfInterest(context),
})

/** Of the last day, in one mail for each owner; all of them or none, so that another try tells nobody twice. */
export async function tellOfInterest({ store, clock, config, database }: Needs): Promise<void> {
  const now = clock.now()
  await database.pool.inOne(async () => {
    for (const heard of await store.interested.heardSince(new Date(now.getTime() - DAY_MS)))
      await store.notices.add(heard, noticeOf(heard, config.origin), now)
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
    en: { subject: people.en, body: body(`${people.en} in what you wrote:`, `Read and answer: ${page}`) },
    de: { subject: people.de, body: body(`${people.de} an dem, was Sie schrieben:`, `Lesen und antworten: ${page}`) },
  }
}
