import { plural } from '../../../lib/text/plural.ts'

const people = (count: number): string => plural('en', count, 'person', 'people')

type Came = 'sent' | 'bounced' | 'refused' | 'complained' | 'replied'

/** What keeps a sender from ruin: health of mailboxes, what campaigns hold back, and why they stop. */
export const englishGuard = {
  health: 'Health',
  bands: {
    healthy: { word: 'Healthy', sentence: 'Nothing that came back counts against it.' },
    watch: { word: 'Watched', sentence: 'Some mail came back: it sends, but no more than yesterday.' },
    strained: { word: 'Strained', sentence: 'Too much mail came back: it sends half as many mails, half as often.' },
    stopped: { word: 'Stopped', sentence: 'Far too much mail came back: nothing leaves from here.' },
  },
  signs: {
    bounces: (count: string, of: string) => `${count} of the last ${of} mails went to addresses that do not exist.`,
    bounce_rate: (count: string, of: string) =>
      `${count} of ${of} mails in 30 days went to addresses that do not exist.`,
    policy: (count: string, of: string) =>
      `${count} of the last ${of} mails were refused for what they are or where they come from.`,
    complaints: (count: string, of: string) => `${count} recipients of ${of} mails in 30 days called them unwanted.`,
    complaint_rate: (count: string, of: string) =>
      `${count} recipients of ${of} mails in 30 days called them unwanted.`,
  },
  restsUntil: (time: string) => `It rests until ${time}.`,
  restsForPerson: 'It rests until you let it send again.',
  sendAgain: 'Let it send again',
  sendAgainHint: 'What came back so far no longer counts. First find out why it came back.',
  month: 'In 30 days',
  monthOf: ({ sent, bounced, refused, complained, replied }: Record<Came, string>) =>
    `${sent} sent, ${bounced} bounced, ${refused} refused, ${complained} called unwanted, ${replied} answered`,
  may: 'May send',
  mayOf: (sent: string, cap: string, week: string) => `${sent} of ${cap} in 24 hours, ${week} in seven days`,
  grows: 'Grows',
  growsBy: (caps: string, days: number) => `${caps} a day; at its limit in ${plural('en', days, 'day', 'days')}`,
  doesNotGrow: 'It is old or excluded from this: it neither grows nor rests by itself.',
  bouncesUnread: 'Bounces are not read, because it has no IMAP server: only refusals count.',
  complaintsTitle: 'Where complaints come from',
  complaintsWhat:
    'Yahoo reports them by mail once you have enrolled the domain of your DKIM key in its Complaint Feedback Loop, with the address of a mailbox that Quarry reads. Gmail sends none: its figures are in Postmaster Tools.',
  ramp: 'Grow into this limit, and rest when too much comes back',
  weeklyLimit: 'Maximum mails in seven days',
  weeklyLimitHint: 'Empty: five times what it may send a day.',
  restsForHealth: (time: string) => `Too much mail came back. Messages wait, and leave from ${time} on.`,

  paused: 'This campaign has paused itself',
  pausedAfter: (sent: string, bounced: string, of: string) =>
    `After ${sent} mails: ${bounced} of the last ${of} went to addresses that do not exist.`,
  recipientsAre: 'Its recipients',
  share: (percent: string, verdict: string) => `${percent} ${verdict}`,
  unverified: 'not verified',
  resumeWhat: 'When you resume it, everyone it still has to write to is verified again first.',
  slowed: 'Too much came back: it sends half as fast.',
  heldTitle: (count: number) => `${people(count)} ${count === 1 ? 'waits' : 'wait'} for a first mail`,
  heldWhat: 'Their mail leaves once the address is known to be good, or once you allow it.',
  held: {
    accept_all: (count: string) => `${count} at servers that accept everything`,
    unknown: (count: string) => `${count} had an inconclusive check`,
    unverified: (count: string) => `${count} not verified yet`,
    old: (count: string) => `${count} with a check that is too old`,
    unverifiable: (count: string) =>
      `${count} that cannot be verified from here: allow addresses that were never verified, or open port 25`,
    risk: (count: string) => `${count} whose mail comes back too often`,
  },
  allow: 'Choose who it may write to',
  atStart: {
    held: 'These wait at first',
    invalid: (count: number) =>
      `${people(count)} ${count === 1 ? 'gets' : 'get'} nothing: ${count === 1 ? 'the address does' : 'the addresses do'} not exist.`,
    expected: (bounces: string, of: string) =>
      `About ${bounces} of ${of} mails will come back, by what became of others.`,
    warnings: 'What receivers hold against your mail',
    toDomain: 'What to publish',
  },
  purpose: {
    reportsOnly: 'Only read receivers’ reports in it (DMARC, complaints), and send nothing',
    reads: 'Reads reports',
    readsSentence: 'Nothing is sent from it: receivers’ reports are read here.',
    saveSent: 'Put replies into its folder of sent mail (most servers do so by themselves)',
  },
  proof: {
    title: 'Proof mail',
    what: 'A mail to another mailbox of yours shows where your mail leaves from and who signs it.',
    send: 'Send a proof mail',
    to: 'To',
    waits: (to: string) => `Sent to ${to}; it has not been read there yet.`,
    came: (to: string, from: string, signers: string) => `It came to ${to} from ${from}, signed by ${signers}.`,
    nobody: 'no one',
    inside: 'the same provider',
  },
  strict: {
    title: 'Before a campaign starts',
    label: 'Refuse to start while a sending domain has a problem',
    hint: 'Otherwise Quarry names the problem and starts anyway.',
  },
  expectedNone: (of: string) => `None of ${of} mails should come back.`,
}
