import { GERMAN_SIGNS } from '../../../core/guard/guard-notices.ts'
import { plural } from '../../../lib/text/plural.ts'
import type { Words } from '../words.ts'

const people = (count: number): string => plural('de', count, 'Person', 'Personen')

export const germanGuard: Words['guard'] = {
  health: 'Gesundheit',
  bands: {
    healthy: { word: 'Gesund', sentence: 'Nichts, was zurückkommt, spricht dagegen.' },
    watch: { word: 'Beobachtet', sentence: 'Etwas kam zurück: Es sendet, aber nicht mehr als gestern.' },
    strained: { word: 'Belastet', sentence: 'Zu viel kam zurück: Es sendet halb so viele Mails, halb so oft.' },
    stopped: { word: 'Ausgesetzt', sentence: 'Viel zu viel kam zurück: Es geht nichts hinaus.' },
  },
  signs: GERMAN_SIGNS,
  restsUntil: (time) => `Es ruht bis ${time}.`,
  restsForPerson: 'Es ruht, bis Sie es wieder senden lassen.',
  sendAgain: 'Wieder senden lassen',
  sendAgainHint: 'Was bisher zurückkam, zählt dann nicht mehr. Sehen Sie zuerst nach, warum es zurückkam.',
  month: 'In 30 Tagen',
  monthOf: ({ sent, bounced, refused, complained, replied }) =>
    `${sent} gesendet, ${bounced} unzustellbar, ${refused} abgewiesen, ${complained} als unerwünscht gemeldet, ${replied} beantwortet`,
  may: 'Darf senden',
  mayOf: (sent, cap, week) => `${sent} von ${cap} in 24 Stunden, ${week} in sieben Tagen`,
  grows: 'Wächst',
  growsBy: (caps, days) => `${caps} am Tag; am Ziel in ${plural('de', days, 'Tag', 'Tagen')}`,
  notJudged:
    'Es wurde davon ausgenommen, zu wachsen und von selbst zu ruhen: Was zurückkommt, wird gezählt, bremst es aber nicht.',
  doesNotGrow: 'Es ist alt oder wurde davon ausgenommen: Es wächst nicht und ruht nicht von selbst.',
  bouncesUnread: 'Rückläufer werden nicht gelesen, denn es hat keinen IMAP-Server: Es zählen nur Ablehnungen.',
  complaintsTitle: 'Woher Beschwerden kommen',
  complaintsWhat:
    'Yahoo meldet sie per Mail, sobald Sie die Domain Ihres DKIM-Schlüssels in seiner Complaint Feedback Loop angemeldet haben, mit der Adresse eines Postfachs, das Quarry liest. Gmail sendet keine: Seine Zahlen stehen in den Postmaster Tools.',
  ramp: 'In diese Grenze hineinwachsen und ruhen, wenn zu viel zurückkommt',
  weeklyLimit: 'Höchstens Mails in sieben Tagen',
  weeklyLimitHint:
    'Leer: das Fünffache dessen, was es am Tag senden darf, oder keine weitere Grenze, wenn es nicht wächst.',
  restsForHealth: (time) => `Zu viel kam zurück. Mails warten und gehen ab ${time} hinaus.`,

  paused: 'Diese Kampagne hat sich selbst angehalten',
  pausedAfter: (sent, bounced, of) =>
    `Nach ${sent} Mails: ${bounced} der letzten ${of} gingen an Adressen, die es nicht gibt.`,
  recipientsAre: 'Ihre Empfänger',
  share: (percent, verdict) => `${percent} ${verdict}`,
  unverified: 'nicht geprüft',
  resumeWhat: 'Setzen Sie sie fort, werden alle, denen sie noch schreibt, vorher neu geprüft.',
  slowed: 'Zu viel kam zurück: Sie sendet halb so schnell.',
  heldTitle: (count) => `${people(count)} ${count === 1 ? 'wartet' : 'warten'} auf eine erste Mail`,
  heldWhat: 'Mails gehen hinaus, sobald die Adresse als gut bekannt ist oder Sie es erlauben.',
  held: {
    accept_all: (count) => `${count} bei Servern, die alles annehmen`,
    unknown: (count) => `${count} mit offenem Ergebnis`,
    unverified: (count) => `${count} noch nicht geprüft`,
    old: (count) => `${count} mit einem zu alten Ergebnis`,
    unverifiable: (count) =>
      `${count}, die sich von hier aus nicht prüfen lassen: Erlauben Sie ungeprüfte Adressen oder öffnen Sie Port 25`,
    risk: (count) => `${count}, deren Mails zu oft zurückkommen`,
  },
  allow: 'Sagen, wem sie schreiben darf',
  atStart: {
    held: 'Diese warten zunächst',
    invalid: (count) =>
      `${people(count)} ${count === 1 ? 'bekommt' : 'bekommen'} nichts: ${count === 1 ? 'Die Adresse gibt' : 'Die Adressen gibt'} es nicht.`,
    expected: (bounces, of) => `Etwa ${bounces} von ${of} Mails werden zurückkommen, nach dem, was aus anderen wurde.`,
    warnings: 'Das halten Empfänger gegen Ihre Mails',
    toDomain: 'Was zu veröffentlichen ist',
  },
  purpose: {
    reportsOnly: 'Nur Berichte von Empfängern darin lesen (DMARC, Beschwerden) und nichts senden',
    reads: 'Liest Berichte',
    readsSentence: 'Von hier wird nichts gesendet: Hier werden Berichte von Empfängern gelesen.',
    saveSent: 'Antworten in seinen Ordner für Gesendetes legen (die meisten Server tun das selbst)',
  },
  proof: {
    title: 'Probemail',
    what: 'Eine Mail an ein anderes Ihrer Postfächer zeigt, von wo Mails hinausgehen und wer sie unterschreibt.',
    send: 'Probemail senden',
    to: 'An',
    waits: (to) => `Gesendet an ${to}; dort wurde sie noch nicht gelesen.`,
    came: (to, from, signers) => `Sie kam bei ${to} von ${from} an, unterschrieben von ${signers}.`,
    nobody: 'niemandem',
    inside: 'demselben Haus',
  },
  strict: {
    title: 'Bevor eine Kampagne startet',
    label: 'Nicht starten, solange eine Absenderdomain ein Problem hat',
    hint: 'Ohne diesen Haken nennt der Start das Problem und geht weiter.',
  },
  expectedNone: (of) => `Von ${of} Mails dürfte keine zurückkommen.`,
}
