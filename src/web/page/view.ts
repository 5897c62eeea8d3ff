import type { Scope } from '../../context.ts'
import type { SignedIn } from '../../core/logins/sessions.ts'
import type { Fields } from './fields.ts'
import type { Format } from './format.ts'
import type { PageQuery } from './page-query.ts'
import type { Problems } from './problems.ts'
import type { Words } from '../words/words.ts'

/** What every screen may know about the request and the reader: plain data. */
export interface View {
  /** Null on pages for people who are not signed in. */
  me: SignedIn | null
  words: Words
  format: Format
  now: Date
  /** After this many days, a mail server's answer is old. */
  ttlDays: number
  /** Of the screen, below `/app`, with its parameters filled in. */
  path: string
  params: Readonly<Record<string, string>>
  query: PageQuery
  /** The part of the page that is requested alone; null for the whole page. */
  part: string | null
  /** Whether calls that cost credits are allowed now. */
  maySpend: boolean
  /** Whether the reader has this scope. */
  can: (scope: Scope) => boolean
  /** The problems of the form that was just sent, and what was typed into it, without secrets. */
  problems: Problems
  typed: Fields
  /** Identifies one submission of a form, so that it takes effect once, however often it is sent. */
  once: string
  /** The same for creating something: what another tab has sent since this page was made counts as the same. */
  onceInTabs: string
  place: Surroundings
}

/** How the reader reaches this installation. */
export interface Surroundings {
  /** `https://quarry.example`, without a trailing slash; if none is set, where the reader is now. */
  publicUrl: string
  /** `http://127.0.0.1:3000`, if links in emails begin with an address that only this machine can open; null otherwise. */
  deadLinks: string | null
  /** Where companies' logos are, as a URL or path: `{logoUrl}/{domain}`. */
  logoUrl: string
  /** The connection is encrypted, or does not leave the machine. */
  isPrivate: boolean
  /** Whether apps can have people sign in here through OAuth. */
  oauth: boolean
  /** The host name in the browser's address bar. */
  host: string
  /** With scheme and port, as far as the request tells: `http://localhost:3000`. */
  origin: string
}
