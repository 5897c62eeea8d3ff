import { plural } from '../../../lib/text/plural.ts'
import type { NoticeValues } from './notice-values.ts'

const people = (count: number): string => plural('en', count, 'person', 'people')

/** Notices about campaigns, answers and mailboxes. */
export const englishCampaignNotices = {
  'campaigns.created': () => 'Draft created. Write its first email.',
  'campaigns.deleted': () => 'Draft deleted.',
  'campaigns.saved': () => 'Saved.',
  'campaigns.stepAdded': () => 'Step added.',
  'campaigns.stepDeleted': () => 'Step deleted.',
  'campaigns.peopleAdded': ({ count, skipped }: NoticeValues) =>
    Number(skipped) === 0
      ? `${people(Number(count))} added.`
      : `${people(Number(count))} added, ${Number(skipped)} skipped.`,
  'campaigns.peopleRemoved': ({ count }: NoticeValues) => `${people(Number(count))} removed.`,
  'campaigns.mailsCancelled': ({ count }: NoticeValues) =>
    `${plural('en', Number(count), 'email', 'emails')} cancelled.`,
  'campaigns.nobodyTicked': () => 'No one is selected. Select someone first.',
  'campaigns.started': ({ count }: NoticeValues) => `Started: ${people(Number(count))} will get mail.`,
  'campaigns.startedBefore': () => 'This campaign had already been started. Nothing has changed.',
  'campaigns.paused': () => 'Paused. Nothing more is sent.',
  'campaigns.resumed': () => 'Resumed.',
  'campaigns.notPaused': () => 'This campaign was not paused. Nothing has changed.',
  'campaigns.goneBefore': () => 'It had already been deleted.',
  'campaigns.archived': () => 'Archived.',
  'campaigns.testSent': ({ to }: NoticeValues) => `Test sent to ${to}.`,
  'campaigns.resent': () => 'The email is being sent again.',
  'campaigns.markedSent': () => 'Counted as sent.',
  'conversations.sent': ({ email }: NoticeValues) => `The reply to ${email} will be sent within a minute.`,
  'conversations.deleted': () => 'Draft deleted.',
  'conversations.settled': () => 'Counted as sent.',
  'conversations.saved': () => 'Saved.',
  'conversations.unsubscribed': ({ email }: NoticeValues) => `Quarry will not write to ${email} any more.`,
  'answers.done': () => 'Done.',
  'answers.reopened': () => 'Reopened.',
  'answers.noted': () => 'Note saved.',
  'answers.neverWrite': ({ email }: NoticeValues) => `Quarry will not write to ${email} any more.`,
  'answers.mayWrite': ({ email }: NoticeValues) => `Quarry may write to ${email} again.`,
  'mailboxes.connected': ({ email }: NoticeValues) => `${email} is connected. Both servers were tested.`,
  'mailboxes.saved': () => 'Saved.',
  'mailboxes.paused': () => 'Paused. Nothing is sent from this mailbox.',
  'mailboxes.resumed': () => 'Resumed.',
  'mailboxes.works': () => 'Both servers are working.',
  'mailboxes.fails': () => 'It does not work yet. The reason is below.',
  'mailboxes.removed': () => 'Mailbox disconnected. Its sent messages are kept.',
  'mailboxes.proofSent': ({ to }: NoticeValues) =>
    `Sent to ${to}. The result appears here once the email has been read.`,
  'mailboxes.signed': () => 'Key created. Publish the record below.',
  'mailboxes.unsigned': () => 'Quarry no longer signs mail from this mailbox.',
} satisfies Record<string, (values: NoticeValues) => string>
