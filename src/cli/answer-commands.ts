import type { Command } from 'commander'
import { GetConversation, ListConversations } from '../core/conversations/conversations.ts'
import { perform } from '../core/capability/perform.ts'
import { MAIL_CLASSES } from '../core/conversations/mail-classes.ts'
import { someOf } from './shared/arguments.ts'
import { asOperator } from './shared/as-operator.ts'
import { print, table } from './shared/output.ts'

interface ListFlags {
  class?: string
  unread?: boolean
}

/** One page of the API. */
const SHOWN_CONVERSATIONS = 100
const SHOWN_SUBJECT = 60

/** `quarry answers`: what people wrote back. */
export function addAnswerCommands(program: Command): void {
  const answers = program.command('answers').description('read replies to campaigns')
  answers
    .command('list')
    .description('list the conversations of the first account, newest first')
    .option('--class <class>', 'only these classes, such as interested,not_now', someOf(MAIL_CLASSES))
    .option('--unread', 'only unread conversations')
    .action(async (flags: ListFlags, command: Command) => {
      await asOperator(async (call) => {
        const { data } = await perform(ListConversations, call, { ...flags, limit: SHOWN_CONVERSATIONS })
        const rows = data.map((row) => [
          String(row.id),
          row.last_at.slice(0, 10),
          row.email,
          row.class,
          row.unread ? 'new' : '',
          (row.subject ?? '').slice(0, SHOWN_SUBJECT),
        ])
        print(command, data, table([['ID', 'LAST', 'EMAIL', 'CLASS', 'UNREAD', 'SUBJECT'], ...rows]))
      })
    })
  answers
    .command('show')
    .description('show one conversation and its messages')
    .argument('<id>', 'id from answers list')
    .action(async (id: string, _: unknown, command: Command) => {
      await asOperator(async (call) => {
        const { data } = await perform(GetConversation, call, { id })
        const mails = data.mails.flatMap((mail) => [
          '',
          `${mail.at}  ${mail.direction === 'in' ? 'from' : 'to'} ${(mail.direction === 'in' ? mail.from : mail.to) ?? data.email}  ${mail.status ?? mail.class ?? ''}`.trimEnd(),
          `Subject: ${mail.subject ?? ''}`.trimEnd(),
          ...(mail.text === null ? [] : ['', ...mail.text.trim().split('\n')]),
        ])
        print(command, data, [`${data.email}: ${data.class}`, ...mails])
      })
    })
}
