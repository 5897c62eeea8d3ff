import { plural } from '../../../lib/text/plural.ts'

const people = (count: number): string => plural('en', count, 'person', 'people')

type Came = 'sent' | 'bounced' | 'refused' | 'complained' | 'replied'

/** What keeps a sender from ruin: health of mailboxes, what campaigns hold back, and why they stop. */
export const englishGuard = {
  health: 'Health',
  bands: {
    healthy: { word: 'Healthy', sentence: 'Nothing that comes back speaks against it.' },
    watch: { word: 'Watched', sentence: 'Something came back: it sends, but no more than yesterday.' },
    strained: { word: 'Strained', sentence: 'Too much came back: it sends half as many mails, half as often.' },
    stopped: { word: 'Stopped', sentence: 'Far too much came back: nothing leaves from here.' },
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
  sendAgainHint: 'What came back so far no longer counts. Look first why it came back.',
  month: 'In 30 days',
  monthOf: ({ sent, bounced, refused, complained, replied }: Record<Came, string>) =>
    `${sent} sent, ${bounced} bounced, ${refused} refused, ${complained} called unwanted, ${replied} answered`,
  may: 'May send',
  mayOf: (sent: string, cap: string, week: string) => `${sent} of ${cap} in 24 hours, ${week} in seven days`,
  grows: 'Grows',
  growsBy: (caps: string, days: number) => `${caps} a day; at its limit in ${plural('en', days, 'day', 'days')}`,
  doesNotGrow: 'It is old or was taken out of this: it neither grows nor rests by itself.',
  bouncesUnread: 'Bounces are not read, for it has no IMAP server: only refusals count.',
  complaintsTitle: 'Where complaints come from',
  complaintsWhat:
    'Yahoo reports them by mail once you have enrolled the domain of your DKIM key in its Complaint Feedback Loop, with the address of a mailbox that Quarry reads. Gmail sends none: its figures are in Postmaster Tools.',
  ramp: 'Grow into this limit, and rest when too much comes back',
  weeklyLimit: 'Mails in seven days at most',
  weeklyLimitHint: 'Empty: five times what it may send a day.',
  restsForHealth: (time: string) => `Too much came back. Messages wait, and leave from ${time} on.`,

  paused: 'This campaign has paused itself',
  pausedAfter: (sent: string, bounced: string, of: string) =>
    `After ${sent} mails: ${bounced} of the last ${of} went to addresses that do not exist.`,
  recipientsAre: 'Its recipients',
  share: (percent: string, verdict: string) => `${percent} ${verdict}`,
  unverified: 'not verified',
  resumeWhat: 'When you resume it, everybody whom it still writes to is verified again first.',
  slowed: 'Too much came back: it sends half as fast.',
  heldTitle: (count: number) => `${people(count)} ${count === 1 ? 'waits' : 'wait'} for a first mail`,
  heldWhat: 'Mail leaves once their address is known to be good, or you allow it.',
  held: {
    accept_all: (count: string) => `${count} at servers that accept everything`,
    unknown: (count: string) => `${count} could not be decided`,
    unverified: (count: string) => `${count} not verified yet`,
    old: (count: string) => `${count} with a verdict that is too old`,
    unverifiable: (count: string) =>
      `${count} that cannot be verified from here: allow addresses that nobody verified, or open port 25`,
    risk: (count: string) => `${count} whose mail comes back too often`,
  },
  allow: 'Say whom it may write to',
  atStart: {
    held: 'These wait at first',
    invalid: (count: number) =>
      `${people(count)} ${count === 1 ? 'gets' : 'get'} nothing: ${count === 1 ? 'the address does' : 'the addresses do'} not exist.`,
    expected: (bounces: string, of: string) =>
      `About ${bounces} of ${of} mails will come back, by what became of others.`,
    warnings: 'Receivers hold this against your mail',
    toDomain: 'What to publish',
  },
  purpose: {
    reportsOnly: 'Only read reports of receivers in it (DMARC, complaints), and send nothing',
    reads: 'Reads reports',
    readsSentence: 'Nothing is sent from it: reports of receivers are read here.',
    saveSent: 'Put replies into its folder of sent mail (most servers do so by themselves)',
  },
  proof: {
    title: 'Proof mail',
    what: 'A mail to another mailbox of yours shows from where mail leaves and who signs it.',
    send: 'Send a proof mail',
    to: 'To',
    waits: (to: string) => `Sent to ${to}; it has not been read there yet.`,
    came: (to: string, from: string, signers: string) => `It came to ${to} from ${from}, signed by ${signers}.`,
    nobody: 'nobody',
    inside: 'the same house',
  },
  strict: {
    title: 'Before a campaign starts',
    label: 'Refuse to start while a sending domain has a problem',
    hint: 'Without it the start names the problem and goes on.',
  },
  expectedNone: (of: string) => `None of ${of} mails should come back.`,
}
