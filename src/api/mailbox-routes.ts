import { ListDoubtfulMails } from '../core/answers/doubtful-mails.ts'
import { GetDkim, RemoveDkim, SetDkim } from '../core/mailboxes/mailbox-dkim.ts'
import { CheckSendingDomain } from '../core/mailboxes/check-sending-domain.ts'
import { GetDmarcSources } from '../core/dmarc/get-dmarc-sources.ts'
import { GetMailboxHealth } from '../core/guard/mailbox-health.ts'
import { ResumeMailbox } from '../core/guard/resume-mailbox.ts'
import { GetSendingDomain, ListSendingDomains } from '../core/mailboxes/sending-domains.ts'
import { SendProofMail } from '../core/mailboxes/send-proof-mail.ts'
import { GetMailboxUsage } from '../core/guard/mailbox-usage.ts'
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
import { CreateMailboxConnect, GetMailboxConnect, RepeatMailboxConnect } from '../core/connects/mailbox-connects.ts'
import {
  DeleteMailProvider,
  GetMailProvider,
  ListMailProviders,
  PutMailProvider,
} from '../core/grants/mail-providers.ts'
import { route } from './route.ts'
import type { Route } from './route.ts'

const ONE = '/email-accounts/:id'

/** A route under both names of campaigns. */
const ofCampaign = (...[method, rest, capability, summary, example]: Parameters<typeof route>): Route => ({
  ...route(method, `/sequences/:id/messages${rest}`, capability, summary, example),
  pathAliases: [`/campaigns/:id/messages${rest}`],
})

export const MAILBOX_ROUTES: readonly Route[] = [
  {
    ...route('post', '/email-accounts/connect', CreateMailboxConnect, 'Start connecting a mailbox through OAuth.', {
      provider: 'microsoft',
      flow: 'browser',
    }),
    success: 201,
  },
  route('get', '/email-accounts/connect/:id', GetMailboxConnect, 'Show the progress of connecting a mailbox.'),
  {
    ...route('post', `${ONE}/connect`, RepeatMailboxConnect, 'Start reconnecting a mailbox.', { flow: 'device' }),
    success: 201,
  },
  route('get', '/mail-providers', ListMailProviders, 'List the mail providers for OAuth; operator keys only.'),
  route(
    'get',
    '/mail-providers/:name',
    GetMailProvider,
    'Show a mail provider, without its secret; operator keys only.',
  ),
  route('put', '/mail-providers/:name', PutMailProvider, 'Add or replace a mail provider; operator keys only.', {
    client_id: 'f3a1c2d4',
    client_secret: 'from your provider',
  }),
  {
    ...route('delete', '/mail-providers/:name', DeleteMailProvider, 'Remove a mail provider; operator keys only.'),
    success: 204,
  },
  route('get', '/email-accounts', ListMailboxes, 'List the mailboxes this account sends from.'),
  {
    ...route('post', '/email-accounts', CreateMailbox, 'Connect a mailbox, after testing its servers.', {
      email: 'me@lumen.example',
      smtp_host: 'smtp.lumen.example',
      smtp_port: 465,
    }),
    success: 201,
  },
  route('get', ONE, GetMailbox, 'Show a mailbox, without its secrets.'),
  route('put', ONE, UpdateMailbox, 'Update a mailbox; a changed connection is tested first.', { daily_limit: 100 }),
  { ...route('delete', ONE, DeleteMailbox, 'Disconnect a mailbox; its sent messages are kept.'), success: 204 },
  route('post', `${ONE}/test`, TestMailbox, "Test a mailbox's servers without sending mail."),
  route('get', `${ONE}/health`, GetMailboxHealth, "Show a mailbox's bounces and complaints, and how much it may send."),
  route('post', `${ONE}/resume`, ResumeMailbox, 'Let a resting mailbox send again.'),
  route(
    'post',
    `${ONE}/proof`,
    SendProofMail,
    'Send a proof email to another of your mailboxes to see how mail from this one arrives.',
    { to: 'me@birch.example' },
  ),
  route('get', `${ONE}/usage`, GetMailboxUsage, 'Show what a mailbox has sent and may still send today.'),
  route('get', `${ONE}/doubtful-mails`, ListDoubtfulMails, 'List the messages in a mailbox that may be forged.'),
  route('get', `${ONE}/sequences`, ListMailboxCampaigns, 'List the campaigns that send from a mailbox.'),
  route('get', `${ONE}/dkim`, GetDkim, 'Show the DKIM record to publish, and whether DNS has it.'),
  route('post', `${ONE}/dkim`, SetDkim, "Sign a mailbox's messages, with a new key or your own.", {
    domain: 'lumen.example',
    selector: 'quarry',
  }),
  { ...route('delete', `${ONE}/dkim`, RemoveDkim, "Stop signing a mailbox's messages."), success: 204 },
  route(
    'get',
    `${ONE}/domain`,
    CheckSendingDomain,
    "Check in DNS whether receivers can authenticate a mailbox's mail.",
  ),
  route('get', '/sending-domains', ListSendingDomains, 'List the domains that mailboxes send from, and their state.'),
  route('get', '/sending-domains/:domain', GetSendingDomain, 'Show the latest DNS findings for a sending domain.'),
  route(
    'get',
    '/sending-domains/:domain/dmarc',
    GetDmarcSources,
    "Show who sends from a domain, according to receivers' reports.",
  ),
  route('post', '/sending-domains/:domain/check', CheckSendingDomain, "Check a sending domain's DNS now."),
  ofCampaign('get', '', ListMessages, "List a campaign's messages, by status.", { limit: 10, offset: 0 }),
  ofCampaign('post', '/:message_id/resend', ResendMessage, 'Resend a message that may or may not have been sent.'),
  ofCampaign('post', '/:message_id/mark-sent', MarkMessageSent, 'Count an uncertain message as sent.'),
]
