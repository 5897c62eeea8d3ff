/** Emails generated in the formats of ten mail programs, so that the place where the quoted part begins is known. */
import { LANGUAGES, MAIL_PROGRAMS } from './mail-programs.ts'
import type { Language, MailProgram } from './mail-programs.ts'

export interface QuotedMail {
  id: string
  text: string
  /** Where the quoted part begins, in UTF-16 units; null if nothing may be folded. */
  quotedAt: number | null
}

/** The column at which text parts are broken (RFC 3676 4.2: 78 or less), as in Gmail. */
const COLUMNS = 76

/** Returns what a program writes below an answer to this email. */
export function quotedBelow(program: MailProgram, language: Language, original: string): string {
  const head = broken(program.head[language])
  if (!program.marks) return `${head}\n${original}`
  return program.marksHead === true ? marked(`${head}\n${original}`) : `${head}\n${marked(original)}`
}

/** All forms of all programs in all languages. */
export const quotedMails = (): QuotedMail[] =>
  LANGUAGES.flatMap((language) =>
    MAIL_PROGRAMS.flatMap((program) =>
      SHAPES.map(({ name, make }) => ({ id: `${program.name}, ${language}, ${name}`, ...make(program, language) })),
    ),
  )

type Made = Pick<QuotedMail, 'text' | 'quotedAt'>

const SHAPES: readonly { name: string; make: (program: MailProgram, language: Language) => Made }[] = [
  { name: 'above', make: (program, language) => above(`${SAYS[language]}\n\n`, program, language, ORIGINAL) },
  {
    name: 'above, signed',
    make: (program, language) =>
      above(`${SAYS[language]}\n\n-- \nJane Rivers\nHarbour Line Ltd\n\n`, program, language, ORIGINAL),
  },
  {
    name: 'above, of two mails',
    make: (program, language) =>
      above(
        `${SAYS[language]}\n${SAYS[language]}\n\n\n`,
        program,
        language,
        `${ORIGINAL}\n\n${quotedBelow(program, language, 'Hello again')}`,
      ),
  },
  { name: 'nothing quoted', make: (_, language) => whole(`${SAYS[language]}\n\n${REPORTS[language]}\n\nJane\n`) },
  {
    name: 'says where somebody wrote',
    make: (program, language) => above(`${REPORTS[language]}\n${SAYS[language]}\n\n`, program, language, ORIGINAL),
  },
  {
    name: 'in between',
    make: (program, language) =>
      program.marks
        ? whole(
            `${quotedBelow(program, language, 'Do you plan routes?')}\n\n${SAYS[language]}\n\n> And when?\n\nSoon.\n`,
          )
        : whole(`${BELOW[language]}\n\n${quotedBelow(program, language, `Do you plan routes?\n${SAYS[language]}`)}\n`),
  },
  {
    name: 'below',
    make: (program, language) =>
      program.marks
        ? whole(`${quotedBelow(program, language, ORIGINAL)}\n\n${SAYS[language]}\n\nJane\n`)
        : above(`${SAYS[language]}\n`, program, language, ORIGINAL),
  },
  {
    name: 'marks alone',
    make: (_, language) => {
      const said = `${SAYS[language]}\n\n`
      return { text: `${said}${marked(ORIGINAL)}\n\n`, quotedAt: said.length }
    },
  },
]

function above(said: string, program: MailProgram, language: Language, original: string): Made {
  const before = program.tail === undefined ? said : `${said}${program.tail[language]}\n\n`
  return { text: `${before}${quotedBelow(program, language, original)}\n`, quotedAt: before.length }
}

const whole = (text: string): Made => ({ text, quotedAt: null })

const marked = (text: string): string => text.replace(/^/gm, '> ')

const broken = (text: string): string =>
  text
    .split('\n')
    .map((line) => {
      if (line.length <= COLUMNS || line.startsWith('*')) return line
      const at = line.lastIndexOf(' ', COLUMNS)
      return `${line.slice(0, at)}\n${line.slice(at + 1)}`
    })
    .join('\n')

const ORIGINAL =
  'Hi Jane,\n\nhow do you plan your routes today?\n\nRui\n-- \nLumen Routes\nhttps://lumen-routes.example'

const SAYS: Readonly<Record<Language, string>> = {
  en: 'Thanks, I will ask Tom on Monday.',
  de: 'Danke, ich frage Tom am Montag.',
  fr: 'Merci, je demande à Tom lundi.',
  es: 'Gracias, pregunto a Tom el lunes.',
  it: 'Grazie, chiedo a Tom lunedì.',
  nl: 'Bedankt, ik vraag het Tom maandag.',
  pt: 'Obrigado, pergunto ao Tom na segunda.',
}

/** A sentence of the new text that looks like the beginning of a quoted part. */
const REPORTS: Readonly<Record<Language, string>> = {
  en: 'On Friday Tom wrote: we have no vans. From: my point of view that is wrong.',
  de: 'Am Freitag schrieb Tom: wir haben keine Wagen. Von: uns stammt das nicht.',
  fr: "Le directeur a écrit : pas de camions. De : mon point de vue, c'est faux.",
  es: 'El viernes Tom escribió: no tenemos camiones. De: mi parte es falso.',
  it: 'Il direttore ha scritto: niente furgoni. Da: parte mia è falso.',
  nl: 'Op vrijdag schreef Tom: we hebben geen busjes. Van: mij mag het.',
  pt: 'Em Braga o Tom escreveu: não temos carrinhas. De: minha parte é falso.',
}

/** Says that the answers are within the text that follows. */
const BELOW: Readonly<Record<Language, string>> = {
  en: 'Please see my answers below in red.',
  de: 'Meine Antworten finden Sie unten im Text.',
  fr: 'Mes réponses sont ci-dessous, dans le texte.',
  es: 'Mis respuestas están abajo, en el texto.',
  it: 'Le mie risposte sono qui sotto, nel testo.',
  nl: 'Mijn antwoorden staan hieronder in de tekst.',
  pt: 'As minhas respostas estão abaixo, no texto.',
}
