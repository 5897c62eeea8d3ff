import type { Context } from '../../../src/context.ts'
import { readMailboxes } from '../../../src/core/answers/mailbox-reading.ts'
import { MINUTE_MS } from '../../../src/lib/process/clock.ts'
import { startImapServer } from '../../../test/internet/imap-server.ts'
import { seedMailbox, seedSent } from '../../../test/support/mails/sent-mail.ts'
import type { SeededMailbox } from '../../../test/support/mails/sent-mail.ts'
import { handClock } from '../../../test/support/records/outbox-in-hand.ts'
import { openSendingHouse } from '../../support/sending-house.ts'
import { LANGUAGES, MAIL_PROGRAMS } from './mail-programs.ts'
import type { Language } from './mail-programs.ts'
import { quotedBelow } from './quoted-mails.ts'

/** Everybody got two emails from two campaigns, and answers one of them or both: to which conversation does each answer go? */

const PREFIXES: Readonly<Record<Language, string>> = {
  en: 'Re: ',
  de: 'AW: ',
  fr: 'TR : RE: ',
  es: 'RV: ',
  it: 'R: ',
  nl: 'Antw: ',
  pt: 'RES: ',
}
const SUBJECTS = ['Lamps for your shop', 'Tiles for your kitchen'] as const

const MOST_LOOKS = 3

interface Answer {
  headerId: string
  person: string
  /** The message that it answers, and the other one. */
  to: number
  other: number
  hasHeaders: boolean
}

/** What programs write in addition to the subject: both fields, or one of them (RFC 5322 3.6.4). */
const headersOf = (program: number, headerId: string): string[] => {
  const [reply, references] = [`In-Reply-To: ${headerId}`, `References: <earlier@lumen.example> ${headerId}`]
  return [[reply, references], [references], [reply]][program % 3] ?? []
}

async function writeAnswers(
  context: Context,
  mailbox: SeededMailbox,
  language: Language,
  deliver: (raw: string) => void,
) {
  const answers: Answer[] = []
  for (const [place, program] of MAIL_PROGRAMS.entries())
    for (const order of ['with headers first', 'without headers'] as const) {
      const person = `p${place}${order.length}@${language}-makers.example`
      const sent = [await seedSent(context, mailbox, person), await seedSent(context, mailbox, person)]
      for (const [at, { messageId }] of sent.entries())
        await context.database.pool.query('update messages set subject = $2 where id = $1', [messageId, SUBJECTS[at]])
      const write = (at: 0 | 1, hasHeaders: boolean): void => {
        const headerId = `<a${answers.length}.${language}@makers.example>`
        const [to, other] = [sent[at], sent[1 - at]]
        answers.push({ headerId, person, to: to?.messageId ?? 0, other: other?.messageId ?? 0, hasHeaders })
        const head = [
          `From: ${person}`,
          `Subject: ${PREFIXES[language]}${SUBJECTS[at]}`,
          `Message-ID: ${headerId}`,
          ...(hasHeaders ? headersOf(place, to?.headerId ?? '') : []),
          'Content-Type: text/plain; charset=utf-8',
        ]
        const text = `Hm.\n\n${quotedBelow(program, language, 'Do you plan routes?')}`
        deliver([...head, '', ...text.split('\n'), ''].join('\r\n'))
      }
      if (order === 'without headers') for (const at of [0, 1] as const) write(at, false)
      else {
        write(1, true)
        write(0, true)
        write(1, false)
      }
    }
  return answers
}

/** 350 answers in the formats of ten programs and seven languages, read from real mailboxes into a separate database. */
export async function threadingFigures() {
  const clock = handClock('2026-03-02T09:00:00Z')
  await using house = await openSendingHouse({ clock })
  const { context } = house
  const answers: Answer[] = []
  for (const language of LANGUAGES) {
    await using imap = await startImapServer({ password: 'secret' })
    const mailbox = await seedMailbox(context, imap.port)
    answers.push(
      ...(await writeAnswers(context, mailbox, language, (raw) => imap.deliver(raw, { arrivedAt: clock.now() }))),
    )
    // One reading ends after a minute, wherever it is by then.
    for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
      clock.advance(MINUTE_MS)
      await readMailboxes(context)
    }
    await context.database.pool.query('update mailboxes set imap_host = null where id = $1', [mailbox.mailboxId])
  }
  const { rows } = await context.database.pool.query<{ headerId: string; email: string; messages: number[] }>(
    `select x.header_id as "headerId", c.email, array(select y.message_id from mails y where y.account_id = c.account_id
        and y.conversation_id = c.id and y.message_id is not null) as messages
      from mails x join conversations c on c.account_id = x.account_id and c.id = x.conversation_id
      where x.direction = 'in'`,
  )
  const kept = new Map(rows.map((row) => [row.headerId, row]))
  const isRight = ({ headerId, person, to, other }: Answer): boolean => {
    const found = kept.get(headerId)
    return found?.email === person && found.messages.includes(to) && !found.messages.includes(other)
  }
  const share = (of: readonly Answer[]): number =>
    of.length === 0 ? NaN : Math.round((10_000 * of.filter(isRight).length) / of.length) / 10_000
  const wrong = answers.filter((answer) => !isRight(answer))
  return {
    threaded: answers.length,
    threads: share(answers.filter(({ hasHeaders }) => hasHeaders)),
    threadsWithoutHeaders: share(answers.filter(({ hasHeaders }) => !hasHeaders)),
    foreignConversations: answers.filter(({ headerId, person }) => {
      const found = kept.get(headerId)
      return found !== undefined && found.email !== person
    }).length,
    wrong: wrong.map(({ headerId, person }) => `${headerId} of ${person}`),
  }
}
