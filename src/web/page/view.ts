import type { Scope } from '../../context.ts'
import type { SignedIn } from '../../core/logins/sessions.ts'
import type { Fields } from './fields.ts'
import type { Format } from './format.ts'
import type { PageQuery } from './page-query.ts'
import type { Problems } from './problems.ts'
import type { Words } from '../words/words.ts'

/** What every screen may know of the request and of who reads: plain data. */
export interface View {
  /** Null on pages for people who are not signed in. */
  me: SignedIn | null
  words: Words
  format: Format
  now: Date
  /** After so many days, what a mail server said is old. */
  ttlDays: number
  /** Of the screen, below `/app`, with its parameters filled in. */
  path: string
  params: Readonly<Record<string, string>>
  query: PageQuery
  /** Which part of the page is asked for alone; null for all of it. */
  part: string | null
  /** Whether what costs credits may be asked for now. */
  maySpend: boolean
  /** Whether the reader may do what needs this scope. */
  can: (scope: Scope) => boolean
  /** What was wrong with the form that was just sent, and what was typed into it, without secrets. */
  problems: Problems
  typed: Fields
  /** Names one submission of a form, so that it happens once however often it is sent. */
  once: string
  /** The same for what is made anew: what another tab sent since this page was made is the same thing. */
  onceInTabs: string
  place: Surroundings
}

/** Where the reader sees this installation. */
export interface Surroundings {
  /** `https://quarry.example`, without a slash at the end. */
  publicUrl: string
  /** Where logos of companies are, as a URL or path: `{logoUrl}/{domain}`. */
  logoUrl: string
  /** The connection is encrypted, or does not leave the machine. */
  isPrivate: boolean
  /** Whether apps can sign people in here through OAuth. */
  oauth: boolean
  /** The host name that the browser shows. */
  host: string
  /** With scheme and port, as far as the request says: `http://localhost:3000`. */
  origin: string
}
