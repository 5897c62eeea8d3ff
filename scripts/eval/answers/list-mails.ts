/**
 * Emails from lists, newsletters and trackers with the words of people who want to be removed or are away, but meant
 * otherwise: a reader of answers must take them for neither. They are complete emails, with the headers of the program
 * that sent them. Half of the written parts are sealed: the emails made from them are scored and never looked at.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { LANGUAGES } from './mail-programs.ts'
import type { Language } from './mail-programs.ts'

export interface ListMail {
  language: Language
  program: string
  sealed: boolean
  raw: Buffer
}

const MAILS_A_LANGUAGE = 200
const POSTS = 200

type Kind = 'subjects' | 'talk' | 'news' | 'foot'

/** How a kind of program marks what it sends (RFC 2369, 2919, 3834, 8058), and what its emails are about. */
const PROGRAMS: readonly { name: string; writes: 'talk' | 'news'; headers: readonly string[] }[] = [
  {
    name: 'mailing list',
    writes: 'talk',
    headers: [
      'Precedence: list',
      'List-Id: Development <{product}-devel.{domain}>',
      'List-Unsubscribe: <mailto:{product}-devel-leave@{domain}>',
    ],
  },
  {
    name: 'mailing list that calls itself bulk',
    writes: 'talk',
    headers: [
      'Mailing-List: contact {product}-help@{domain}',
      'Precedence: bulk',
      'List-Post: <mailto:{product}@{domain}>',
    ],
  },
  {
    name: 'group',
    writes: 'talk',
    headers: [
      'Precedence: list',
      'List-ID: <{product}.{domain}>',
      'X-Spam-Checked-In-Group: {product}@{domain}',
      'List-Unsubscribe: <https://{domain}/leave>',
    ],
  },
  { name: 'group of few headers', writes: 'talk', headers: ['List-Id: <{product}.{domain}>'] },
  {
    name: 'tracker',
    writes: 'talk',
    headers: ['List-Id: <tickets.{domain}>', 'Auto-Submitted: auto-generated', 'X-Auto-Response-Suppress: All'],
  },
  {
    name: 'newsletter',
    writes: 'news',
    headers: [
      'Precedence: bulk',
      'List-Unsubscribe: <https://{domain}/u/{n}>',
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    ],
  },
  {
    name: 'newsletter with an id',
    writes: 'news',
    headers: ['List-Id: <{n}.{domain}>', 'List-Unsubscribe: <mailto:u{n}@{domain}>', 'Precedence: bulk'],
  },
  { name: 'newsletter of few headers', writes: 'news', headers: ['List-Unsubscribe: <https://{domain}/u/{n}>'] },
  {
    name: 'mails of a shop',
    writes: 'news',
    headers: ['Auto-Submitted: auto-generated', 'List-Unsubscribe: <https://{domain}/u/{n}>', 'Feedback-ID: {n}:shop'],
  },
  { name: 'junk', writes: 'news', headers: ['Precedence: junk', 'List-Help: <https://{domain}/help>'] },
]

const FILLED: Readonly<Record<string, readonly string[]>> = {
  product: ['quay', 'lantern', 'drift', 'mossbank', 'kestrel', 'sluice', 'tidewater', 'brackish'],
  person: ['Priya Nair', 'Sven Lund', 'Ana Duarte', 'Kofi Mensah', 'Mei Tanaka', 'Tomas Vlk', 'Ruth Adler'],
  company: ['Harbour Line', 'Mole Tools', 'Cedar & Salt', 'Northpier', 'Gullwing', 'Saltmarsh Books'],
  place: ['Leith', 'Bologna', 'Brno', 'Vigo', 'Gent', 'Lübeck', 'Porto', 'Nantes'],
  day: ['4.12.', '11.12.', '15.01.', '2.02.', '27.11.'],
  month: ['01/2027', '03/2027', '12/2026'],
  n: ['3', '12', '20', '41', '108', '250'],
  version: ['1.4', '2.0', '3.2.1', '7.0-rc2'],
  domain: ['lists.harbour.example', 'mail.mole.example', 'news.cedar.example', 'groups.example'],
}

/** 200 emails in each of seven languages, and 200 posts in several; which parts an email contains follows from its number. */
export function listMails(): ListMail[] {
  const parts = readParts()
  const paragraphs = linesOf('list-mails')
  return [
    ...LANGUAGES.flatMap((language) =>
      Array.from({ length: MAILS_A_LANGUAGE }, (_, number) => mailOf(parts, language, number)),
    ),
    ...Array.from({ length: POSTS }, (_, number) => postOf(paragraphs, number)),
  ]
}

/** A text as a mailing list forwards it. */
export const asPost = (text: string): ListMail => ({
  language: 'en',
  program: 'mailing list',
  sealed: false,
  raw: rawOf('Re: release', ['Precedence: list', 'List-Id: <dev.lists.harbour.example>'], text),
})

const linesOf = (name: string): string[] =>
  readFileSync(new URL(`texts/${name}.txt`, import.meta.url), 'utf8')
    .trim()
    .split('\n')

/** Three written paragraphs, as the next program forwards them. */
function postOf(paragraphs: readonly string[], number: number): ListMail {
  const draw = drawer(hashOf(`list mail ${number}`))
  const program = PROGRAMS[number % PROGRAMS.length] ?? PROGRAMS[0]
  const chosen = new Set([paragraphs[number % paragraphs.length], draw(paragraphs), draw(paragraphs)])
  const headers = program?.headers.map(filler(draw)) ?? []
  const text = [...chosen, '_______________', 'To unsubscribe send an email to quay-leave@lists.harbour.example']
  return {
    language: 'en',
    program: program?.name ?? '',
    sealed: false,
    raw: rawOf('Re: release', headers, text.join('\n\n')),
  }
}

/** Written parts by language, kind and half. */
type Parts = ReadonlyMap<string, readonly string[]>

const halfOf = (text: string): string => ((hashOf(text)[0] ?? 0) >= 128 ? 'sealed' : 'open')

function readParts(): Parts {
  const parts = new Map<string, string[]>()
  let chapter = ''
  for (const line of linesOf('list-parts')) {
    const heading = /^\[(\w+ \w+)\]$/.exec(line)?.[1]
    const name = `${chapter} ${halfOf(line)}`
    if (heading === undefined) parts.set(name, [...(parts.get(name) ?? []), line])
    else chapter = heading
  }
  return parts
}

function mailOf(parts: Parts, language: Language, number: number): ListMail {
  const draw = drawer(hashOf(`${language} list mail ${number}`))
  const sealed = number % 2 === 1
  const program = PROGRAMS[number % PROGRAMS.length] ?? PROGRAMS[0]
  if (program === undefined) throw new Error('No program sends mails.')
  const one = (kind: Kind): string => draw(parts.get(`${language} ${kind} ${sealed ? 'sealed' : 'open'}`) ?? [])
  const filled = filler(draw)
  const said = new Set(Array.from({ length: 2 + (number % 3) }, () => one(program.writes)))
  const subject = filled(one('subjects'))
  const body = [...[...said].map(filled), '', '-- ', filled(one('foot'))].join('\n\n')
  const raw = rawOf(subject, program.headers.map(filled), body)
  return { language, program: program.name, sealed, raw }
}

/** It refers to a message of ours, so that only its contents keep it from being an answer. */
function rawOf(subject: string, headers: readonly string[], body: string): Buffer {
  const head = [
    'From: Quay <quay@lists.harbour.example>',
    'To: Rui Costa <rui.costa@lumen-routes.example>',
    `Subject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=`,
    `Message-ID: <${hashOf(body).toString('hex')}@lists.harbour.example>`,
    'In-Reply-To: <campaign-mail@lumen-routes.example>',
    ...headers,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body.replaceAll('\n', '\r\n')}\r\n`)
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Draws from one list after another, each time by the next byte. */
function drawer(hash: Buffer): (among: readonly string[]) => string {
  let at = 0
  return (among) => among[(hash[at++ % hash.length] ?? 0) % among.length] ?? ''
}

/** The same placeholder is filled with the same word throughout an email. */
function filler(draw: ReturnType<typeof drawer>): (text: string) => string {
  const words = new Map(Object.entries(FILLED).map(([name, among]) => [name, draw(among)]))
  return (text) => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => words.get(name) ?? '')
}
