import { problemSaid } from '../../../core/mailboxes/connection-problem.ts'
import type { MailboxState } from '../../../core/mailboxes/mailbox-states.ts'
import { icon } from '../../components/icon.ts'
import type { IconName } from '../../components/icon.ts'
import { html } from '../../page/html.ts'
import type { Content, Html } from '../../page/html.ts'
import { retold } from '../../page/problems.ts'
import type { View } from '../../page/view.ts'
import type { Words } from '../../words/words.ts'
import { tooltip } from '../../components/tooltip.ts'

const LOOKS: Readonly<Record<MailboxState['state'], readonly [colour: string, icon: IconName]>> = {
  sends: ['valid', 'valid'],
  paused: ['accept_all', 'pause'],
  problem: ['invalid', 'warning'],
  rests: ['accept_all', 'pause'],
}

/** Whether a mailbox sends mail: word, icon and colour, with one sentence. */
export function mailboxChip(state: MailboxState['state'], { words }: Pick<View, 'words'>): Html {
  const [colour, drawing] = LOOKS[state]
  const { mailboxes } = words
  return html`<span class="chip" data-status="${colour}" tabindex="0"${tooltip(mailboxes.stateSentence[state])}>${icon(drawing)}${mailboxes.state[state]}</span>`
}

/** For a mailbox that does not send. */
export const readerChip = ({ words: { guard } }: Pick<View, 'words'>): Html =>
  html`<span class="chip" data-status="webmail" tabindex="0"${tooltip(guard.purpose.readsSentence)}>${icon('mailbox')}${guard.purpose.reads}</span>`

const BAND_LOOKS: Readonly<Record<MailboxState['band'], readonly [colour: string, icon: IconName]>> = {
  healthy: ['valid', 'valid'],
  watch: ['webmail', 'warning'],
  strained: ['accept_all', 'warning'],
  stopped: ['invalid', 'pause'],
}

/** The health of a mailbox, judged by the response to its mail: word, icon and colour, with one sentence. */
export function bandChip(band: MailboxState['band'], { words }: Pick<View, 'words'>): Html {
  const [colour, drawing] = BAND_LOOKS[band]
  const { word, sentence } = words.guard.bands[band]
  return html`<span class="chip" data-status="${colour}" tabindex="0"${tooltip(sentence)}>${icon(drawing)}${word}</span>`
}

/** Why a server could not be used, in the reader's words if Quarry has them. */
export function problemWord(sentence: string, words: Words): string {
  const said = problemSaid(sentence)
  const { mailboxes } = words
  return said === null ? retold(sentence, words) : mailboxes.problems[said.problem](mailboxes.protocols[said.protocol])
}

/** Text between backticks in a sentence is a command. */
export const withCode = (sentence: string): Content =>
  sentence.split('`').map((part, at) => (at % 2 === 0 ? part : html`<code>${part}</code>`))
