import type { NoticeTexts } from '../../db/campaigns/notices-store.ts'
import type { BandSign } from '../../engine/guard/mailbox-band.ts'
import { brakeSentence, restSentence, verdictShares } from './guard-sentences.ts'
import type { BrakeFacts } from './guard-sentences.ts'

/** Notices to owners about campaigns and mailboxes that bounces or complaints stopped, in both languages. */

/** What a sign says in German; also for screens, which format numbers themselves. */
export const GERMAN_SIGNS: Readonly<Record<BandSign['sign'], (count: string, of: string) => string>> = {
  bounces: (count, of) => `${count} der letzten ${of} Mails gingen an Adressen, die es nicht gibt.`,
  bounce_rate: (count, of) => `${count} von ${of} Mails in 30 Tagen gingen an Adressen, die es nicht gibt.`,
  policy: (count, of) => `Mailserver wiesen ${count} der letzten ${of} Mails wegen Inhalt oder Herkunft ab.`,
  complaints: (count, of) => `Empfänger meldeten ${count} von ${of} Mails in 30 Tagen als unerwünscht.`,
  complaint_rate: (count, of) => `Empfänger meldeten ${count} von ${of} Mails in 30 Tagen als unerwünscht.`,
}

/** About a campaign that paused automatically. */
export const campaignNotice = (name: string, facts: BrakeFacts): NoticeTexts => ({
  en: {
    subject: `Paused: ${name}`,
    body: `The campaign "${name}" was paused automatically.\n\n${brakeSentence(facts)}\n`,
  },
  de: {
    subject: `Angehalten: ${name}`,
    body: `Die Kampagne „${name}“ wurde automatisch angehalten.\n\n${brakeInGerman(facts)}\n`,
  },
})

/** About a mailbox that rests. */
export const mailboxNotice = (email: string, sign: BandSign | null, until: Date | null): NoticeTexts => ({
  en: {
    subject: `Paused: ${email}`,
    body: `The mailbox ${email} has stopped sending for now.\n\n${restSentence(sign, until)}\n`,
  },
  de: {
    subject: `Angehalten: ${email}`,
    body: `Das Postfach ${email} sendet vorerst nichts.\n\n${restInGerman(sign, until)}\n`,
  },
})

const GERMAN_VERDICTS: ReadonlyMap<string, string> = new Map([
  ['valid', 'gültig'],
  ['invalid', 'ungültig'],
  ['accept_all', 'bei Servern, die alles annehmen'],
  ['webmail', 'bei Webmail-Anbietern'],
  ['disposable', 'Wegwerfadressen'],
  ['unknown', 'mit offenem Ergebnis'],
  ['unverified', 'nicht geprüft'],
])

function brakeInGerman({ sent, bounced, of, verdicts }: BrakeFacts): string {
  const shares = verdictShares(verdicts).map(
    ({ verdict, percent }) => `${percent} % ${GERMAN_VERDICTS.get(verdict) ?? verdict}`,
  )
  const list = shares.length === 0 ? '' : ` Ihre Empfänger: ${shares.join(', ')}.`
  return `Nach ${sent} Mails: ${bounced} der letzten ${of} gingen an Adressen, die es nicht gibt.${list} Prüfen Sie die Liste noch einmal, bevor Sie die Kampagne fortsetzen.`
}

function restInGerman(sign: BandSign | null, until: Date | null): string {
  const rest = until === null ? 'Es ruht, bis Sie es wieder senden lassen.' : `Es ruht bis ${germanTime(until)}.`
  return sign === null ? rest : `${GERMAN_SIGNS[sign.sign](String(sign.count), String(sign.of))} ${rest}`
}

const GERMAN_TIME = new Intl.DateTimeFormat('de', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
const germanTime = (time: Date): string => `${GERMAN_TIME.format(time)} UTC`
