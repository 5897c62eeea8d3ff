/**
 * The written answers of `texts/`: 7 languages × 8 chapters × 30 texts, written before the first rule that reads them.
 * A chapter is the label of its texts; `[traps]` contains texts that use the words of one class and mean another, each
 * preceded by its label. `|` is a line break; in an automatic email the subject comes before `::`. Which half a text
 * belongs to follows from its letters, so that nobody chooses; the sealed half is scored and never looked at.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { LANGUAGES, MAIL_PROGRAMS } from './mail-programs.ts'
import type { Language } from './mail-programs.ts'
import { quotedBelow } from './quoted-mails.ts'

export interface LabelledAnswer {
  language: Language
  label: string
  trap: boolean
  sealed: boolean
  subject: string
  /** The text of the whole email: greeting, the written text, signature and quoted part, as far as this one has them. */
  text: string
  written: string
  /** Whether it has the headers that programs set (RFC 3834). */
  automatic: boolean
}

const AUTOMATIC = new Set(['out_of_office', 'auto'])

export const labelledAnswers = (): LabelledAnswer[] => LANGUAGES.flatMap(answersOf)

function answersOf(language: Language): LabelledAnswer[] {
  const lines = readFileSync(new URL(`texts/${language}.txt`, import.meta.url), 'utf8').split('\n')
  let chapter = ''
  const answers: LabelledAnswer[] = []
  for (const line of lines) {
    const heading = /^\[(\w+)\]$/.exec(line)?.[1]
    if (heading !== undefined) chapter = heading
    else if (line !== '') answers.push(answerOf(language, chapter, line))
  }
  return answers
}

function answerOf(language: Language, chapter: string, line: string): LabelledAnswer {
  const trap = chapter === 'traps'
  const cut = trap ? line.indexOf(': ') : -1
  const label = trap ? line.slice(0, cut) : chapter
  const automatic = AUTOMATIC.has(label)
  const rest = trap ? line.slice(cut + 2) : line
  const [subject, said] = automatic ? rest.split(' :: ', 2) : [REPLY_SUBJECTS[language], rest]
  const written = (said ?? '').replaceAll(' | ', '\n')
  const hash = createHash('sha256').update(`${language} ${line}`).digest()
  const text = automatic ? written : dressed(written, language, hash)
  return { language, label, trap, sealed: (hash[0] ?? 0) >= 128, subject: subject ?? '', text, written, automatic }
}

/** The text as it arrives: what surrounds it follows from its letters, too. */
function dressed(written: string, language: Language, hash: Buffer): string {
  const [, greets = 0, signs = 0, quotes = 0, program = 0] = hash
  const greeting = greets < 80 && !written.includes('\n') ? `${GREETINGS[language]}\n\n` : ''
  const signature = signs < 100 ? `\n\n${CLOSINGS[language]}\nJane Rivers\n` : signs < 140 ? SIGNATURE : ''
  const quoting = MAIL_PROGRAMS[program % MAIL_PROGRAMS.length]
  const quoted =
    quotes < 150 && quoting !== undefined ? `\n\n${quotedBelow(quoting, language, CAMPAIGN[language])}` : ''
  return `${greeting}${written}${signature}${quoted}\n`
}

const REPLY_SUBJECTS: Readonly<Record<Language, string>> = {
  en: 'Re: A question about Harbour Line',
  de: 'AW: Eine Frage zu Hafenlinie',
  fr: 'RE: Une question',
  es: 'RE: Una pregunta',
  it: 'R: Una domanda',
  nl: 'Antw: Een vraag',
  pt: 'RES: Uma pergunta',
}

const GREETINGS: Readonly<Record<Language, string>> = {
  en: 'Hi Rui,',
  de: 'Guten Tag Herr Costa,',
  fr: 'Bonjour Monsieur Costa,',
  es: 'Hola Rui:',
  it: 'Buongiorno Rui,',
  nl: 'Beste Rui,',
  pt: 'Caro Rui,',
}

const CLOSINGS: Readonly<Record<Language, string>> = {
  en: 'Best regards',
  de: 'Mit freundlichen Grüßen',
  fr: 'Bien cordialement',
  es: 'Un cordial saludo',
  it: 'Cordiali saluti',
  nl: 'Met vriendelijke groet',
  pt: 'Com os melhores cumprimentos',
}

/** A signature with words of several classes, none of which the sender means. */
const SIGNATURE = `

-- 
Jane Rivers, Head of Operations
Harbour Line Ltd, 4 Quay Street, Leith | T 0555 0100
Call us for a quote! To unsubscribe from our newsletter write to news@harbourline.example`

/** The campaign email that is answered: it names a way to unsubscribe, as such emails do. */
const CAMPAIGN: Readonly<Record<Language, string>> = {
  en: 'Hi Jane,\n\nhow do you plan your routes? Could we talk on Thursday, or shall I send you prices?\n\nRui\n\nNot interested? Reply "remove me" and I will take you off my list. Unsubscribe',
  de: 'Hallo Frau Rivers,\n\nwie planen Sie Ihre Touren? Haben Sie am Donnerstag Zeit, oder soll ich Ihnen Preise schicken?\n\nRui\n\nKein Interesse? Antworten Sie „bitte austragen“, dann nehme ich Sie aus dem Verteiler. Abmelden',
  fr: 'Bonjour Madame Rivers,\n\ncomment planifiez-vous vos tournées ? On en parle jeudi, ou je vous envoie les prix ?\n\nRui\n\nPas intéressée ? Répondez « désinscription » et je vous retire de ma liste. Se désabonner',
  es: 'Hola Jane:\n\n¿cómo planifican sus rutas? ¿Hablamos el jueves o le mando precios?\n\nRui\n\n¿No le interesa? Responda «baja» y la quito de mi lista. Darse de baja',
  it: 'Salve Jane,\n\ncome pianificate i giri? Ci sentiamo giovedì o le mando i prezzi?\n\nRui\n\nNon le interessa? Risponda «cancellami» e la tolgo dalla lista. Disiscriviti',
  nl: 'Hallo Jane,\n\nhoe plannen jullie de routes? Zullen we donderdag praten, of stuur ik prijzen?\n\nRui\n\nGeen interesse? Antwoord „afmelden” en ik haal u van mijn lijst. Uitschrijven',
  pt: 'Olá Jane,\n\ncomo planeiam as rotas? Falamos na quinta ou mando-lhe preços?\n\nRui\n\nSem interesse? Responda «remover» e retiro-a da minha lista. Cancelar inscrição',
}
