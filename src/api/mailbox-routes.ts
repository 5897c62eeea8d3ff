import { ListDoubtfulMails } from '../core/answers/doubtful-mails.ts'
import { GetDkim, RemoveDkim, SetDkim } from '../core/mailboxes/mailbox-dkim.ts'
import { GetMailboxUsage } from '../core/mailboxes/mailbox-usage.ts'
import { ListMailboxCampaigns } from '../core/mailboxes/mailbox-campaigns.ts'
import {
  CreateMailbox,
  DeleteMailbox,
  GetMailbox,
  ListMailboxes,
  TestMailbox,
  UpdateMailbox,
} from '../core/mailboxes/mailboxes.ts'
import { ListMessages, MarkMessageSent, ResendMessage } from '../core/campaigns/messages.ts'
import { route } from './route.ts'
import type { Route } from './route.ts'

const ONE = '/email-accounts/:id'

/** Both names of campaigns. */
const ofCampaign = (method: Route['method'], rest: string, capability: unknown, summary: string): Route => ({
  ...route(method, `/sequences/:id/messages${rest}`, capability, summary),
  pathAliases: [`/campaigns/:id/messages${rest}`],
})

export const MAILBOX_ROUTES: readonly Route[] = [
  route('get', '/email-accounts', ListMailboxes, 'List the mailboxes that this account sends from.'),
  {
    ...route('post', '/email-accounts', CreateMailbox, 'Connect a mailbox; its servers are tried first.'),
    success: 201,
  },
  route('get', ONE, GetMailbox, 'Show a mailbox, without its secrets.'),
  route('put', ONE, UpdateMailbox, 'Change a mailbox; a changed connection is tried first.'),
  { ...route('delete', ONE, DeleteMailbox, 'Disconnect a mailbox; what it sent stays.'), success: 204 },
  route('post', `${ONE}/test`, TestMailbox, 'Try the servers of a mailbox; no mail is sent.'),
  route('get', `${ONE}/usage`, GetMailboxUsage, 'Show what a mailbox sent, and what it may still send today.'),
  route('get', `${ONE}/doubtful-mails`, ListDoubtfulMails, 'List the mails in a mailbox that may be forged.'),
  route('get', `${ONE}/sequences`, ListMailboxCampaigns, 'List the campaigns that send from a mailbox.'),
  route('get', `${ONE}/dkim`, GetDkim, 'Show the DKIM record to publish, and whether DNS shows it.'),
  route('post', `${ONE}/dkim`, SetDkim, 'Sign what a mailbox sends, with a new key or your own.'),
  { ...route('delete', `${ONE}/dkim`, RemoveDkim, 'Sign nothing of a mailbox any more.'), success: 204 },
  ofCampaign('get', '', ListMessages, 'List the messages of a campaign, by status.'),
  ofCampaign('post', '/:message_id/resend', ResendMessage, 'Send a message again that may or may not have left.'),
  ofCampaign('post', '/:message_id/mark-sent', MarkMessageSent, 'Say that a message in doubt did arrive.'),
]
