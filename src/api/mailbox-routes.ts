import { ListDoubtfulMails } from '../core/campaigns/doubtful-mails.ts'
import {
  GetDkim,
  GetEmailAccountUsage,
  ListEmailAccountSequences,
  RemoveDkim,
  SetDkim,
} from '../core/mailboxes/mailbox-reports.ts'
import {
  CreateEmailAccount,
  DeleteEmailAccount,
  GetEmailAccount,
  ListEmailAccounts,
  TestEmailAccount,
  UpdateEmailAccount,
} from '../core/mailboxes/mailboxes.ts'
import { ListSequenceMessages, MarkMessageSent, ResendMessage } from '../core/campaigns/messages.ts'
import { route } from './route.ts'
import type { Route } from './route.ts'

const ONE = '/email-accounts/:id'

/** Both names of sequences. */
const ofSequence = (method: Route['method'], rest: string, capability: unknown, summary: string): Route => ({
  ...route(method, `/sequences/:id/messages${rest}`, capability, summary),
  aliases: [`/campaigns/:id/messages${rest}`],
})

export const EMAIL_ACCOUNT_ROUTES: readonly Route[] = [
  route('get', '/email-accounts', ListEmailAccounts, 'List the mailboxes that this account sends from.'),
  {
    ...route('post', '/email-accounts', CreateEmailAccount, 'Connect a mailbox; its servers are tried first.'),
    success: 201,
  },
  route('get', ONE, GetEmailAccount, 'Show a mailbox, without its secrets.'),
  route('put', ONE, UpdateEmailAccount, 'Change a mailbox; a changed connection is tried first.'),
  { ...route('delete', ONE, DeleteEmailAccount, 'Disconnect a mailbox; what it sent stays.'), success: 204 },
  route('post', `${ONE}/test`, TestEmailAccount, 'Try the servers of a mailbox; no mail is sent.'),
  route('get', `${ONE}/usage`, GetEmailAccountUsage, 'Show what a mailbox sent, and what it may still send today.'),
  route('get', `${ONE}/doubtful-mails`, ListDoubtfulMails, 'List the mails in a mailbox that may be forged.'),
  route('get', `${ONE}/sequences`, ListEmailAccountSequences, 'List the sequences that send from a mailbox.'),
  route('get', `${ONE}/dkim`, GetDkim, 'Show the DKIM record to publish, and whether DNS shows it.'),
  route('post', `${ONE}/dkim`, SetDkim, 'Sign what a mailbox sends, with a new key or your own.'),
  { ...route('delete', `${ONE}/dkim`, RemoveDkim, 'Sign nothing of a mailbox any more.'), success: 204 },
  ofSequence('get', '', ListSequenceMessages, 'List the messages of a sequence, by status.'),
  ofSequence('post', '/:message_id/resend', ResendMessage, 'Send a message again that may or may not have left.'),
  ofSequence('post', '/:message_id/mark-sent', MarkMessageSent, 'Say that a message in doubt did arrive.'),
]
