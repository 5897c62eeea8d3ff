import { plural } from '../../../lib/text/plural.ts'

const people = (count: number): string => plural('en', count, 'person', 'people')

type Came = 'sent' | 'bounced' | 'refused' | 'complained' | 'replied'

/** Words for protecting senders: mailbox health, what campaigns hold back, and why they stop. */
export const englishGuard = {
  health: 'Health',
  bands: {
    healthy: { word: 'Healthy', sentence: 'No bounces or complaints count against it.' },
    watch: { word: 'Watched', sentence: 'Some mail bounced: it sends, but no more than yesterday.' },
    strained: { word: 'Strained', sentence: 'Too much mail bounced: it sends half as many emails, half as often.' },
    stopped: { word: 'Stopped', sentence: 'Far too much mail bounced: nothing is sent from here.' },
  },
  signs: {
    bounces: (count: string, of: string) => `${count} of the last ${of} emails went to addresses that do not exist.`,
    bounce_rate: (count: string, of: string) =>
      `${count} of ${of} emails in 30 days went to addresses that do not exist.`,
    policy: (count: string, of: string) =>
      `Mail servers refused ${count} of the last ${of} emails because of their content or origin.`,
    complaints: (count: string, of: string) => `Recipients reported ${count} of ${of} emails in 30 days as unwanted.`,
    complaint_rate: (count: string, of: string) =>
      `Recipients reported ${count} of ${of} emails in 30 days as unwanted.`,
  },
  restsUntil: (time: string) => `It rests until ${time}.`,
  restsForPerson: 'It rests until you let it send again.',
  sendAgain: 'Let it send again',
  sendAgainHint: 'Earlier bounces and complaints no longer count. First find out what caused them.',
  month: 'In 30 days',
  monthOf: ({ sent, bounced, refused, complained, replied }: Record<Came, string>) =>
    `${sent} sent, ${bounced} bounced, ${refused} refused, ${complained} reported as unwanted, ${replied} replied`,
  may: 'Sending limit',
  mayOf: (sent: string, cap: string, week: string) => `${sent} of ${cap} in 24 hours, ${week} in seven days`,
  grows: 'Grows',
  growsBy: (caps: string, days: number) => `${caps} per day; full limit in ${plural('en', days, 'day', 'days')}`,
  notJudged:
    'It is excluded from warm-up and automatic rests: bounces and complaints are counted, but do not slow or stop it.',
  doesNotGrow: 'It is established or excluded, so it does not warm up or rest automatically.',
  bouncesUnread: 'Bounces cannot be read because it has no IMAP server: only refusals count.',
  complaintsTitle: 'Where complaints come from',
  complaintsWhat:
    'Yahoo reports them by mail once you have enrolled the domain of your DKIM key in its Complaint Feedback Loop, with the address of a mailbox that Quarry reads. Gmail does not send any: its figures are in Postmaster Tools.',
  ramp: 'Warm up to this limit, and rest when too much bounces',
  weeklyLimit: 'Maximum emails in seven days',
  weeklyLimitHint: 'Empty: five times the daily limit, or no other limit if it does not warm up.',
  restsForHealth: (time: string) => `Too much mail bounced. Messages wait and will be sent from ${time}.`,

  paused: 'This campaign was paused automatically',
  pausedAfter: (sent: string, bounced: string, of: string) =>
    `After ${sent} emails: ${bounced} of the last ${of} went to addresses that do not exist.`,
  recipientsAre: 'Its recipients',
  share: (percent: string, verdict: string) => `${percent} ${verdict}`,
  unverified: 'not verified',
  resumeWhat: 'When you resume it, everyone it has yet to write to is verified again first.',
  slowed: 'Too much bounced: it sends at half speed.',
  heldTitle: (count: number) => `${people(count)} ${count === 1 ? 'waits' : 'wait'} for a first email`,
  heldWhat: 'Their email is sent once the address is known to be good, or once you allow it.',
  held: {
    accept_all: (count: string) => `${count} at servers that accept everything`,
    unknown: (count: string) => `${count} had an inconclusive check`,
    unverified: (count: string) => `${count} not verified yet`,
    old: (count: string) => `${count} with an outdated check`,
    unverifiable: (count: string) =>
      `${count} that cannot be verified from here: allow addresses that were never verified, or open port 25`,
    risk: (count: string) => `${count} whose mail bounces too often`,
  },
  allow: 'Choose who it may write to',
  atStart: {
    held: 'These are held at first',
    invalid: (count: number) =>
      `${people(count)} ${count === 1 ? 'gets' : 'get'} nothing: ${count === 1 ? 'the address does' : 'the addresses do'} not exist.`,
    expected: (bounces: string, of: string) => `About ${bounces} of ${of} emails will bounce, judging by earlier ones.`,
    warnings: 'Problems that receivers see with your mail',
    toDomain: 'Records to publish',
    deadLinks: (origin: string) =>
      `Recipients cannot open links to Quarry, so they cannot unsubscribe: the links begin with ${origin}, which works only on this machine. Ask your operator to set QUARRY_PUBLIC_URL.`,
  },
  purpose: {
    reportsOnly: 'Only read receivers’ reports (DMARC, complaints) and never send',
    reads: 'Reads reports',
    readsSentence: 'Nothing is sent from it: receivers’ reports are read here.',
    saveSent: 'Save replies in its sent folder (most servers do this themselves)',
  },
  proof: {
    title: 'Proof email',
    what: 'An email to another of your mailboxes shows which server sends your mail and who signs it.',
    send: 'Send a proof email',
    to: 'To',
    waits: (to: string) => `Sent to ${to}; it has not been read there yet.`,
    came: (to: string, from: string, signers: string) => `It reached ${to} from ${from}, signed by ${signers}.`,
    nobody: 'no one',
    inside: 'the same provider',
  },
  strict: {
    title: 'Before a campaign starts',
    label: 'Refuse to start while a sending domain has a problem',
    hint: 'Otherwise Quarry reports the problem and starts anyway.',
  },
  expectedNone: (of: string) => `None of ${of} emails should bounce.`,
}
