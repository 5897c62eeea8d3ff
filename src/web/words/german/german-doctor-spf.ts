import type { SentencePair } from '../../../lib/text/sentence-book.ts'

const SAID: readonly SentencePair[] = [
  [
    '{domain} does not say which servers may send for it: publish this TXT record.',
    '{domain} nennt keine Server, die für die Domain senden dürfen: Veröffentlichen Sie diesen TXT-Eintrag.',
  ],
  [
    '{domain} has several SPF records, which receivers treat as an error: publish a single one.',
    '{domain} hat mehrere SPF-Einträge, was bei Empfängern als Fehler gilt: Veröffentlichen Sie nur einen.',
  ],
  [
    'The SPF record of {domain} is treated as an error by receivers: "{what}" cannot be read.',
    'Der SPF-Eintrag von {domain} gilt bei Empfängern als Fehler: „{what}“ ist nicht lesbar.',
  ],
  [
    'The SPF record of {domain} needs {count} look-ups, and receivers treat more than 10 as an error. Most are from: {what}.',
    'Der SPF-Eintrag von {domain} braucht {count} Abfragen, mehr als 10 gelten als Fehler. Die meisten: {what}.',
  ],
  [
    'The SPF record of {domain} leads to more than two names without records, which is treated as an error: {what}.',
    'Der SPF-Eintrag von {domain} führt zu mehr als zwei Namen ohne Einträge, was als Fehler gilt: {what}.',
  ],
  [
    'The SPF record of {domain} includes {what}, which has none: remove that term.',
    'Der SPF-Eintrag von {domain} bezieht {what} ein, wo keiner steht: Nehmen Sie das heraus.',
  ],
  [
    'The SPF record of {domain} includes itself through {what}.',
    'Der SPF-Eintrag von {domain} bezieht über {what} sich selbst ein.',
  ],
  [
    'The SPF record of {domain} refers to the mail servers of {what}, and there are more than 10.',
    'Der SPF-Eintrag von {domain} nennt die Mailserver von {what}, das sind mehr als 10.',
  ],
  [
    'The SPF record of {domain} does not allow {what}: publish it with the term added.',
    'Der SPF-Eintrag von {domain} erlaubt {what} nicht: Veröffentlichen Sie ihn mit der Ergänzung.',
  ],
  [
    'The SPF record of {domain} lets anyone send: end it with ~all.',
    'Der SPF-Eintrag von {domain} lässt alle senden: Beenden Sie ihn mit ~all.',
  ],
  [
    'The SPF record of {domain} ends in ?all, which has no effect: end it with ~all.',
    'Der SPF-Eintrag von {domain} endet mit ?all, was nichts sagt: Beenden Sie ihn mit ~all.',
  ],
  [
    'The SPF record of {domain} does not say who may not send: end it with ~all.',
    'Der SPF-Eintrag von {domain} sagt nicht, wer nicht senden darf: Beenden Sie ihn mit ~all.',
  ],
  [
    'The SPF record of {domain} uses {what}, which is slow and ignored by many.',
    'Der SPF-Eintrag von {domain} benutzt {what}, was langsam ist und von vielen übergangen wird.',
  ],
  [
    'The SPF record of {domain} needs {count} of the 10 look-ups allowed.',
    'Der SPF-Eintrag von {domain} braucht {count} von 10 erlaubten Abfragen.',
  ],
  [
    'In the SPF record of {domain}, {what} comes after all and is never read.',
    'Im SPF-Eintrag von {domain} steht {what} hinter all und wird nie gelesen.',
  ],
  [
    'In the SPF record of {domain}, {what} is ignored next to all.',
    'Im SPF-Eintrag von {domain} wird {what} neben all übergangen.',
  ],
  [
    'The SPF record of {domain} depends on the sender ({what}) and cannot be evaluated from outside.',
    'Der SPF-Eintrag von {domain} hängt durch {what} vom Absender ab und lässt sich von außen nicht beurteilen.',
  ],
  [
    'The SPF record of {domain} ends in ~all, which is enough.',
    'Der SPF-Eintrag von {domain} endet mit ~all, was genügt.',
  ],
  [
    'DNS did not answer for the {asked} of {domain}: what was known before still applies.',
    'DNS hat für den SPF-Eintrag von {domain} nicht geantwortet: Was vorher bekannt war, gilt weiter.',
  ],
  ['The SPF record of {domain} cannot be evaluated.', 'Der SPF-Eintrag von {domain} lässt sich nicht beurteilen.'],
]

/** The doctor's sentences about SPF; a problem may be followed by the record that fixes it. */
export const GERMAN_DOCTOR_SPF: readonly SentencePair[] = SAID.flatMap(([told, said]) => [
  [`${told} Record: "{record}".`, `${said} Eintrag: „{record}“.`] as const,
  [told, said] as const,
])
