import { GERMAN_SIGNS } from '../../../core/guard/guard-notices.ts'
import { plural } from '../../../lib/text/plural.ts'
import type { Words } from '../words.ts'

const people = (count: number): string => plural('de', count, 'Person', 'Personen')

export const germanGuard: Words['guard'] = {
  health: 'Gesundheit',
  bands: {
    healthy: { word: 'Gesund', sentence: 'Weder Rückläufer noch Beschwerden sprechen dagegen.' },
    watch: { word: 'Beobachtet', sentence: 'Einige Mails kamen zurück: Es sendet, aber nicht mehr als gestern.' },
    strained: { word: 'Belastet', sentence: 'Zu viele Mails kamen zurück: Es sendet halb so viele und halb so oft.' },
    stopped: { word: 'Ausgesetzt', sentence: 'Viel zu viele Mails kamen zurück: Es wird nichts gesendet.' },
  },
  signs: GERMAN_SIGNS,
  restsUntil: (time) => `Es ruht bis ${time}.`,
  restsForPerson: 'Es ruht, bis Sie es wieder senden lassen.',
  sendAgain: 'Wieder senden lassen',
  sendAgainHint: 'Bisherige Rückläufer und Beschwerden zählen dann nicht mehr. Klären Sie zuerst die Ursache.',
  month: 'In 30 Tagen',
  monthOf: ({ sent, bounced, refused, complained, replied }) =>
    `${sent} gesendet, ${bounced} unzustellbar, ${refused} abgewiesen, ${complained} als unerwünscht gemeldet, ${replied} beantwortet`,
  may: 'Sendelimit',
  mayOf: (sent, cap, week) => `${sent} von ${cap} in 24 Stunden, ${week} in sieben Tagen`,
  grows: 'Wärmt auf',
  growsBy: (caps, days) => `${caps} am Tag; volles Limit in ${plural('de', days, 'Tag', 'Tagen')}`,
  notJudged:
    'Es ist vom Aufwärmen und von automatischen Pausen ausgenommen: Rückläufer und Beschwerden werden gezählt, bremsen es aber nicht.',
  doesNotGrow: 'Es ist eingeführt oder ausgenommen: Es wärmt nicht auf und pausiert nicht automatisch.',
  bouncesUnread: 'Rückläufer können nicht gelesen werden, weil es keinen IMAP-Server hat: Es zählen nur Ablehnungen.',
  complaintsTitle: 'Woher Beschwerden kommen',
  complaintsWhat:
    'Yahoo meldet sie per Mail, sobald Sie die Domain Ihres DKIM-Schlüssels in seiner Complaint Feedback Loop angemeldet haben, mit der Adresse eines Postfachs, das Quarry liest. Gmail sendet keine: Seine Zahlen stehen in den Postmaster Tools.',
  ramp: 'Bis zu diesem Limit aufwärmen und ruhen, wenn zu viele Mails zurückkommen',
  weeklyLimit: 'Höchstzahl an Mails in sieben Tagen',
  weeklyLimitHint: 'Leer: das Fünffache des Tageslimits, oder kein weiteres Limit, wenn es nicht aufwärmt.',
  restsForHealth: (time) => `Zu viele Mails kamen zurück. Mails warten und werden ab ${time} gesendet.`,

  paused: 'Diese Kampagne wurde automatisch angehalten',
  pausedAfter: (sent, bounced, of) =>
    `Nach ${sent} Mails: ${bounced} der letzten ${of} gingen an Adressen, die es nicht gibt.`,
  recipientsAre: 'Ihre Empfänger',
  share: (percent, verdict) => `${percent} ${verdict}`,
  unverified: 'nicht geprüft',
  resumeWhat: 'Setzen Sie sie fort, werden alle, denen sie noch schreibt, vorher neu geprüft.',
  slowed: 'Zu viele Mails kamen zurück: Sie sendet halb so schnell.',
  heldTitle: (count) => `${people(count)} ${count === 1 ? 'wartet' : 'warten'} auf eine erste Mail`,
  heldWhat: 'Ihre Mail wird gesendet, sobald die Adresse als gut bekannt ist oder Sie es erlauben.',
  held: {
    accept_all: (count) => `${count} bei Servern, die alles annehmen`,
    unknown: (count) => `${count} mit offenem Ergebnis`,
    unverified: (count) => `${count} noch nicht geprüft`,
    old: (count) => `${count} mit einem zu alten Ergebnis`,
    unverifiable: (count) =>
      `${count}, die sich von hier aus nicht prüfen lassen: Erlauben Sie ungeprüfte Adressen oder öffnen Sie Port 25`,
    risk: (count) => `${count}, deren Mails zu oft zurückkommen`,
  },
  allow: 'Festlegen, wem sie schreiben darf',
  atStart: {
    held: 'Diese warten zunächst',
    invalid: (count) =>
      `${people(count)} ${count === 1 ? 'bekommt' : 'bekommen'} nichts: ${count === 1 ? 'Die Adresse gibt' : 'Die Adressen gibt'} es nicht.`,
    expected: (bounces, of) => `Etwa ${bounces} von ${of} Mails werden zurückkommen, nach den bisherigen zu urteilen.`,
    warnings: 'Was Empfänger an Ihren Mails bemängeln',
    toDomain: 'Zu veröffentlichende Einträge',
    deadLinks: (origin) =>
      `Empfänger können Links zu Quarry nicht öffnen, sich also nicht abmelden: Die Links beginnen mit ${origin}, was nur auf diesem Rechner geht. Bitten Sie den Betreiber, QUARRY_PUBLIC_URL zu setzen.`,
  },
  purpose: {
    reportsOnly: 'Nur Berichte von Empfängern darin lesen (DMARC, Beschwerden) und nichts senden',
    reads: 'Liest Berichte',
    readsSentence: 'Von hier wird nichts gesendet: Hier werden Berichte von Empfängern gelesen.',
    saveSent: 'Antworten in seinen Ordner für Gesendetes legen (die meisten Server tun das selbst)',
  },
  proof: {
    title: 'Probemail',
    what: 'Eine Mail an ein anderes Ihrer Postfächer zeigt, welcher Server Ihre Mails sendet und wer sie signiert.',
    send: 'Probemail senden',
    to: 'An',
    waits: (to) => `Gesendet an ${to}; dort wurde sie noch nicht gelesen.`,
    came: (to, from, signers) => `Sie kam bei ${to} von ${from} an, signiert von ${signers}.`,
    nobody: 'niemandem',
    inside: 'demselben Anbieter',
  },
  strict: {
    title: 'Bevor eine Kampagne startet',
    label: 'Nicht starten, solange eine Absenderdomain ein Problem hat',
    hint: 'Andernfalls meldet Quarry das Problem und startet trotzdem.',
  },
  expectedNone: (of) => `Von ${of} Mails dürfte keine zurückkommen.`,
}
