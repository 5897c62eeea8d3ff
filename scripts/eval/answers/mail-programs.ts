/** How ten mail programs introduce quotes, in seven languages, before any line is broken. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'] as const
export type Language = (typeof LANGUAGES)[number]

type ByLanguage = Readonly<Record<Language, string>>

export interface MailProgram {
  name: string
  /** The lines above the quoted text. */
  head: ByLanguage
  /** Whether the quoted lines begin with `> `, or follow unchanged. */
  marks: boolean
  /** Whether its own head is quoted, too. */
  marksHead?: boolean
  /** What it writes below the answer instead of a signature. */
  tail?: ByLanguage
}

const RUI = 'Rui Costa <rui.costa@lumen-routes.example>'

/** Field names of a header block: from, sent, to, subject. */
const FIELDS: Readonly<Record<Language, readonly [string, string, string, string]>> = {
  en: ['From:', 'Sent:', 'To:', 'Subject:'],
  de: ['Von:', 'Gesendet:', 'An:', 'Betreff:'],
  fr: ['De :', 'Envoyé :', 'À :', 'Objet :'],
  es: ['De:', 'Enviado el:', 'Para:', 'Asunto:'],
  it: ['Da:', 'Inviato:', 'A:', 'Oggetto:'],
  nl: ['Van:', 'Verzonden:', 'Aan:', 'Onderwerp:'],
  pt: ['De:', 'Enviada em:', 'Para:', 'Assunto:'],
}

const NOTES_FIELDS: typeof FIELDS = {
  en: ['From:', 'Date:', 'To:', 'Subject:'],
  de: ['Von:', 'Datum:', 'An:', 'Betreff:'],
  fr: ['De :', 'Date :', 'Pour :', 'Objet :'],
  es: ['De:', 'Fecha:', 'Para:', 'Asunto:'],
  it: ['Da:', 'Data:', 'Per:', 'Oggetto:'],
  nl: ['Van:', 'Datum:', 'Aan:', 'Onderwerp:'],
  pt: ['De:', 'Data:', 'Para:', 'Assunto:'],
}

const LONG_DATES: ByLanguage = {
  en: 'Monday, November 23, 2026 10:14 AM',
  de: 'Montag, 23. November 2026 10:14',
  fr: 'lundi 23 novembre 2026 10:14',
  es: 'lunes, 23 de noviembre de 2026 10:14',
  it: 'lunedì 23 novembre 2026 10:14',
  nl: 'maandag 23 november 2026 10:14',
  pt: 'segunda-feira, 23 de novembro de 2026 10:14',
}

const forEach = (line: (language: Language) => string): ByLanguage => ({
  en: line('en'),
  de: line('de'),
  fr: line('fr'),
  es: line('es'),
  it: line('it'),
  nl: line('nl'),
  pt: line('pt'),
})

const block = (fields: typeof FIELDS, form: (lines: readonly [string, string][], language: Language) => string) =>
  forEach((language) => {
    const [from, sent, to, subject] = fields[language]
    return form(
      [
        [from, RUI],
        [sent, LONG_DATES[language]],
        [to, 'Jane Rivers <jane@harbourline.example>'],
        [subject, 'Harbour Line'],
      ],
      language,
    )
  })

const lined = (lines: readonly [string, string][], between = ' ', mark = ''): string =>
  lines.map(([name, value]) => `${mark}${name}${mark}${between}${value}`).join('\n')

const ORIGINAL: ByLanguage = {
  en: 'Original Message',
  de: 'Ursprüngliche Nachricht',
  fr: "Message d'origine",
  es: 'Mensaje original',
  it: 'Messaggio originale',
  nl: 'Oorspronkelijk bericht',
  pt: 'Mensagem original',
}

/** What Apple's programs write above quotes, on a computer and on a phone. */
const APPLE_HEAD = {
  en: `On 23 Nov 2026, at 10:14, ${RUI} wrote:\n`,
  de: `Am 23.11.2026 um 10:14 schrieb ${RUI}:\n`,
  fr: `Le 23 nov. 2026 à 10:14, ${RUI} a écrit :\n`,
  es: `El 23 nov 2026, a las 10:14, ${RUI} escribió:\n`,
  it: `Il giorno 23 nov 2026, alle ore 10:14, ${RUI} ha scritto:\n`,
  nl: `Op 23 nov 2026, om 10:14 heeft ${RUI} het volgende geschreven:\n`,
  pt: `No dia 23/11/2026, às 10:14, ${RUI} escreveu:\n`,
}

export const MAIL_PROGRAMS: readonly MailProgram[] = [
  {
    name: 'gmail',
    marks: true,
    head: {
      en: `On Mon, Nov 23, 2026 at 10:14 AM ${RUI} wrote:\n`,
      de: `Am Mo., 23. Nov. 2026 um 10:14 Uhr schrieb ${RUI}:\n`,
      fr: `Le lun. 23 nov. 2026 à 10:14, ${RUI} a écrit :\n`,
      es: 'El lun, 23 nov 2026 a las 10:14, Rui Costa (<rui.costa@lumen-routes.example>) escribió:\n',
      it: `Il giorno lun 23 nov 2026 alle ore 10:14 ${RUI} ha scritto:\n`,
      nl: `Op ma 23 nov 2026 om 10:14 schreef ${RUI}:\n`,
      pt: `Em seg., 23 de nov. de 2026 às 10:14, ${RUI} escreveu:\n`,
    },
  },
  {
    name: 'apple mail',
    marks: true,
    head: APPLE_HEAD,
  },
  {
    name: 'iphone',
    marks: true,
    marksHead: true,
    tail: {
      en: 'Sent from my iPhone',
      de: 'Von meinem iPhone gesendet',
      fr: 'Envoyé de mon iPhone',
      es: 'Enviado desde mi iPhone',
      it: 'Inviato da iPhone',
      nl: 'Verstuurd vanaf mijn iPhone',
      pt: 'Enviado do meu iPhone',
    },
    head: APPLE_HEAD,
  },
  { name: 'outlook', marks: false, head: block(FIELDS, (lines) => `${lined(lines)}\n`) },
  {
    name: 'outlook on the web',
    marks: false,
    head: block(FIELDS, (lines) => `${'_'.repeat(32)}\n${lined(lines, ' ', '*')}\n`),
  },
  {
    name: 'outlook 2010',
    marks: false,
    head: block(FIELDS, (lines, language) => `-----${ORIGINAL[language]}-----\n${lined(lines)}\n`),
  },
  {
    name: 'thunderbird',
    marks: true,
    head: {
      en: 'On 11/23/26 10:14, Rui Costa wrote:',
      de: 'Am 23.11.26 um 10:14 schrieb Rui Costa:',
      fr: 'Le 23/11/2026 à 10:14, Rui Costa a écrit :',
      es: 'El 23/11/26 a las 10:14, Rui Costa escribió:',
      it: 'Il 23/11/26 10:14, Rui Costa ha scritto:',
      nl: 'Op 23-11-2026 om 10:14 schreef Rui Costa:',
      pt: 'Em 23/11/2026 10:14, Rui Costa escreveu:',
    },
  },
  {
    name: 'yahoo',
    marks: false,
    head: {
      en: ` On Monday, November 23, 2026 at 10:14:05 AM GMT+1, ${RUI} wrote:  \n `,
      de: ` Am Montag, 23. November 2026 um 10:14:05 MEZ hat ${RUI} Folgendes geschrieben:  \n `,
      fr: ` Le lundi 23 novembre 2026 à 10:14:05 UTC+1, ${RUI} a écrit :  \n `,
      es: ` El lunes, 23 de noviembre de 2026, 10:14:05 CET, ${RUI} escribió:  \n `,
      it: ` Il lunedì 23 novembre 2026 alle ore 10:14:05 CET, ${RUI} ha scritto:  \n `,
      nl: ` Op maandag 23 november 2026 om 10:14:05 CET schreef ${RUI}:  \n `,
      pt: ` Em segunda-feira, 23 de novembro de 2026 10:14:05 BRT, ${RUI} escreveu:  \n `,
    },
  },
  { name: 'notes', marks: false, head: block(NOTES_FIELDS, (lines) => `${lined(lines, '\t')}\n\n`) },
  {
    name: 'proton',
    marks: true,
    head: {
      en: `------- Original Message -------\nOn Monday, November 23rd, 2026 at 10:14 AM, ${RUI} wrote:\n`,
      de: `${RUI} schrieb am Montag, 23. November 2026 um 10:14:\n`,
      fr: `Le lundi 23 novembre 2026 à 10:14, ${RUI} a écrit :\n`,
      es: `${RUI} escribió el lunes, 23 de noviembre de 2026 a las 10:14:\n`,
      it: `-------- Messaggio originale --------\nIl lunedì 23 novembre 2026 10:14, ${RUI} ha scritto:\n`,
      nl: `${RUI} schreef op maandag 23 november 2026 om 10:14:\n`,
      pt: `${RUI} escreveu (segunda, 23/11/2026 à(s) 10:14):\n`,
    },
  },
]
