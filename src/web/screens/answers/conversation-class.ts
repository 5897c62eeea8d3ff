import type { z } from 'zod'
import type { ConversationRow, MailRow } from '../../../core/conversations/conversation-output.ts'
import { icon } from '../../components/icon.ts'
import { html } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import type { View } from '../../page/view.ts'

export type ConversationShown = z.output<typeof ConversationRow>
export type MailShown = z.output<typeof MailRow>
export type ConversationWhole = ConversationShown & { mails: MailShown[] }

/** The kinds of answers, the most desirable first. */
export const CLASSES = [
  'interested',
  'not_now',
  'not_interested',
  'remove_me',
  'other',
  'out_of_office',
  'auto',
  'bounce',
  'complaint',
] as const satisfies readonly ConversationShown['class'][]

const LOOKS = {
  interested: ['valid', 'check'],
  not_now: ['accept_all', 'pause'],
  not_interested: ['none', 'close'],
  remove_me: ['invalid', 'invalid'],
  out_of_office: ['none', 'disposable'],
  auto: ['none', 'disposable'],
  bounce: ['invalid', 'warning'],
  complaint: ['invalid', 'warning'],
  other: ['none', 'answers'],
} as const

export const classChip = ({ class: name }: Pick<ConversationShown, 'class'>, { words }: View): Html => {
  const [colour, drawing] = LOOKS[name]
  return html`<span class="chip" data-status="${colour}">${icon(drawing)}${words.conversations.classes[name]}</span>`
}
