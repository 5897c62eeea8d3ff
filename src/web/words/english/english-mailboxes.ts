import type { SendingDomain } from '../../../core/mailboxes/sending-domains.ts'
import { plural } from '../../../lib/text/plural.ts'

export type SaidFinding = Pick<SendingDomain['findings'][number], 'code' | 'sentence' | 'about' | 'count'>

export const englishMailboxes = {
  emptySentence: 'Quarry sends from mailboxes you already have and reads the replies in them.',
  connect: 'Connect a mailbox',
  emptyExample: 'Example: anna@birch.example at Google, Microsoft or any other provider.',
  columns: { mailbox: 'Mailbox', state: 'State', today: 'Today', read: 'Last read', campaigns: 'Running campaigns' },
  state: { sends: 'Sends', paused: 'Paused', problem: 'Does not work', rests: 'Rests' },
  stateSentence: {
    sends: 'Mail is sent from here.',
    paused: 'Nothing is sent from here until you resume it.',
    problem: 'Nothing is sent from here until this is fixed.',
    rests: 'Nothing is sent from here for a while.',
  },
  restsUntil: (time: string) =>
    `Its provider is not accepting more mail from it for now. Messages wait and will be sent from ${time}.`,
  todayOf: (sent: string, limit: string) => `${sent} of ${limit}`,
  nextSend: (time: string) => `Next one no earlier than ${time}.`,
  notRead: 'Replies cannot be read: it has no IMAP server.',
  notReadYet: 'Not read yet.',
  pause: 'Pause',
  resume: 'Resume',
  test: 'Test',
  settings: 'Settings',
  servers: 'Servers and password…',
  serversAlone: 'Servers…',
  disconnect: 'Disconnect…',
  sending: 'Sending',
  reading: 'Reading',
  servesAs: (host: string, port: number, security: string) => `${host}, port ${port}, ${security}`,
  usedBy: 'Used by',
  usedByNone: 'No campaigns send from it.',
  today: 'Today',

  provider: 'Where is the mailbox?',
  providers: {
    google: 'Google',
    microsoft: 'Microsoft 365',
    icloud: 'iCloud',
    fastmail: 'Fastmail',
    zoho: 'Zoho',
    other: 'Another provider',
  },
  email: 'Email address',
  password: 'Password',
  appPassword: 'App password',
  appPasswordHint:
    "An app password is a password for a single program. You create it in your mail account's security settings and can revoke it there without changing your own password.",
  appPasswordMicrosoft:
    'Your organisation must allow SMTP sign-in (SMTP AUTH) for this mailbox. With two-step sign-in, create an app password.',
  passwordHint: 'Stored encrypted, never shown again.',
  firstName: 'First name',
  lastName: 'Last name',
  senderName: 'Name in From',
  senderNameHint: 'Empty: first and last name.',
  serversTitle: 'Servers',
  smtpHost: 'Server for sending (SMTP)',
  imapHost: 'Server for reading (IMAP)',
  imapHostHint: 'Empty: replies are not read.',
  port: 'Port',
  portHint: 'Empty: the usual one.',
  security: 'Encryption',
  securities: { tls: 'TLS', starttls: 'STARTTLS', none: 'None' },
  notEncrypted: 'not encrypted',
  username: 'User name',
  usernameHint: 'Empty: the email address.',
  imapPasswordHint: 'Empty: the one for sending if the mailbox is new, otherwise the stored one.',
  keepPassword: 'Empty: the stored one, as long as server and user stay the same.',
  connectButton: 'Test and connect',
  connectHint: 'Both servers are tested first. No email is sent.',
  tryButton: 'Test and save',
  serversOf: (email: string) => `Servers of ${email}`,

  limits: 'Limits',
  dailyLimit: 'Maximum emails per day',
  gap: 'Seconds between two emails',
  hoursTitle: 'Hours',
  ownHours: 'Send only during these hours, regardless of campaigns',
  from: 'From',
  to: 'To',
  timeZone: 'Time zone',
  days: 'Days',
  isDefault: 'Use it for new campaigns',
  sender: 'Sender',
  signature: 'Signature',
  signatureHint: 'Added below every email, as plain text.',
  settingsOf: (email: string) => `Settings of ${email}`,

  domain: (name: string) => `Domain ${name}`,
  askAgain: 'Check DNS again',
  ask: 'Check DNS',
  asking: 'Checking DNS…',
  asked: 'DNS checked',
  domainStates: { ready: 'Ready', weak: 'Could be better', not_ready: 'Not ready', unknown: 'Not known' },
  findingStates: { info: 'Good to know', warning: 'Worth a look', problem: 'Needs fixing', unknown: 'Not known' },
  finding: ({ sentence }: SaidFinding, _domain: string): string => sentence,
  noFindings: 'Mail server, SPF, DKIM and DMARC are set up as receivers expect.',
  senders: 'Who sends as you',
  noReports:
    'No receivers have sent reports yet. To get them, publish the address of a mailbox that Quarry reads as rua in the DMARC record.',
  sharePassing: (percent: string, mails: number, reports: number): string =>
    `In the last 30 days ${percent} of ${plural('en', mails, 'email', 'emails')} passed, according to ${plural('en', reports, 'report', 'reports')} from receivers.`,
  sendingServer: 'Server',
  sentMails: 'Emails',
  passingMails: 'Passed',
  isNew: 'new',
  recordName: 'Record name',
  recordValue: 'Record value',
  makeKey: 'Create a DKIM key',
  makeKeyHint: 'Every email is signed from then on. Publish the record promptly.',
  removeKey: 'Stop signing…',
  removeKeyQuestion: (email: string) => `Stop signing mail from ${email}?`,
  removeKeyWhat: 'The key is deleted. To sign again you need a new one, and a new record.',
  removeKeyButton: 'Delete the key',

  disconnectQuestion: (email: string) => `Disconnect ${email}?`,
  disconnectWhat: (campaigns: number) =>
    campaigns === 0
      ? 'Its password is deleted. Its sent messages stay in the history.'
      : `${plural('en', campaigns, 'campaign sends', 'campaigns send')} from it. Its password is deleted; its sent messages stay in the history.`,
  disconnectGranted: (campaigns: number) =>
    campaigns === 0
      ? 'Quarry returns the permission to the provider. Its sent messages stay in the history.'
      : `${plural('en', campaigns, 'campaign sends', 'campaigns send')} from it. Quarry gives the permission back to the provider; its sent messages stay in the history.`,
  disconnectButton: 'Disconnect',

  doubtful: 'Emails that may be forged',
  doubtfulWhat: 'They appear to reply to one of your emails, but nothing proves it. They had no effect.',
  seems: { replied: 'a reply', bounced: 'a bounce', unsubscribed: 'a request to stop' },
  about: (what: string, to: string) => `${what}, about an email to ${to}`,
  doubts: {
    other_sender: 'Its sender is not the recipient.',
    several_senders: 'It has several senders, or none.',
    failed_authentication: 'It does not come from the stated sender.',
    names_no_message: 'It does not name any of your emails.',
    names_no_recipient: 'It names a different address.',
  },

  protocols: { smtp: 'sending (SMTP)', imap: 'reading (IMAP)' },
  problems: {
    unknown_host: (server: string) => `The server for ${server} does not exist. Check its name.`,
    dns_failure: (server: string) => `The server for ${server} could not be found. Try again later.`,
    private_address: (server: string) =>
      `The server for ${server} has a private address. The operator can allow it with QUARRY_MAIL_ALLOWED_NETWORKS.`,
    plain_text: (server: string) =>
      `The password would go to the server for ${server} unencrypted. Use TLS or STARTTLS.`,
    unreachable: (server: string) => `The server for ${server} cannot be reached. Check server, port and encryption.`,
    no_tls: (server: string) => `The server for ${server} does not support this encryption. Check port and encryption.`,
    bad_certificate: (server: string) => `The certificate of the server for ${server} is not valid for its name.`,
    login_refused: (server: string) => `The server for ${server} refused the user name or password.`,
    no_login: (server: string) =>
      `The server for ${server} offers no sign-in this way. Check port and encryption (STARTTLS on 587 or TLS on 465).`,
    wrong_password: (server: string) => `The server for ${server} refused the user name or password.`,
    broken: (server: string) => `The server for ${server} gave a response that Quarry does not understand.`,
    too_much: (server: string) => `The server for ${server} sent far more than requested.`,
    passwords_off: (server: string) =>
      `The server for ${server} no longer accepts passwords. Connect the mailbox through OAuth.`,
    smtp_off: () =>
      'Sending by SMTP is switched off for this mailbox or its organisation: an administrator must allow Authenticated SMTP.',
    imap_off: () =>
      'Reading by IMAP is switched off for this mailbox or its organisation: an administrator must allow it.',
    no_oauth: (server: string) =>
      `The server for ${server} does not support signing in with OAuth. Check its name, or connect the mailbox with a password.`,
    token_refused: (server: string) =>
      `The server for ${server} did not accept your provider's permission. Connect the mailbox again.`,
    scope_refused: (server: string) =>
      `Your provider's permission does not cover the server for ${server}. Connect the mailbox again and allow everything that is requested.`,
    size_limit: (server: string) => `An email is too large for the server for ${server}.`,
    too_slow: (server: string) => `The server for ${server} did not answer in time. Try again later.`,
    refused: (server: string) => `The server for ${server} refused the connection. Try again later.`,
  },

  consent: {
    question: (account: string, email: string) => `Let the Quarry account ${account} send and read as ${email}?`,
    yourMailbox: (provider: string) => `your mailbox at ${provider}`,
    allow: 'Allow',
    elseClose: 'If you did not start this, close the page: nothing has been stored.',
    done: 'The mailbox is connected',
    mayClose: 'You can close this page.',
    toMailbox: 'Go to the mailbox',
    notConnected: 'The mailbox was not connected',
    unknown: 'This page has expired: connect the mailbox again.',
    otherBrowser: 'This was started in another browser, or by someone else: start again there.',
    withProvider: (provider: string) => `Connect with ${provider}`,
    again: 'Connect again',
    goOn: (provider: string) => `Continue to ${provider}`,
    goOnHint: "Sign in there as the mailbox's owner and allow everything that is requested.",
    byPassword: 'With a password',
    instead: "Without a password, through its provider's permission:",
    ofProvider: (provider: string) =>
      `This mailbox is connected with ${provider}: there is no password, and only the provider's servers are used.`,
    permission: 'Permission',
    states: {
      active: 'active',
      failing: 'the provider is not responding',
      needs_consent: 'must be granted again',
      client_broken: 'the provider refuses this installation: ask the operator',
    },
    liveOn:
      'If it is withdrawn, Quarry notices within an hour, because some providers still honour tokens for a while.',
  },
}
