import type { z } from 'zod'
import type { Context, Scope } from '../../context.ts'
import type { SignedIn } from '../../core/logins/sessions.ts'
import type { Answer, AnswerFile, Capability } from '../../core/capability/capability.ts'
import type { Upload } from '../../lib/input/upload.ts'
import type { Found, Wanted } from './ask.ts'
import type { Fields } from './fields.ts'
import type { Html } from './html.ts'
import type { Notice } from './notice.ts'
import type { View } from './view.ts'

/** Who may open it: users with this scope, or anyone, signed in or not. */
export type Allowed = Scope | 'anyone'

/**
 * One URL for people. It declares what it needs; the router fetches that and passes it to `page`, or to a single part. Pure on
 * both sides: no SQL, no fetch, no rule.
 */
export interface Screen<First extends Wanted = Wanted, Second extends Wanted = Wanted> {
  scope: Allowed
  /** Shown only to users who have recently confirmed their identity. */
  confirmed?: true
  /** It shows something once: not compressed, and not shown again. */
  secret?: true
  /** Without the frame and its navigation. */
  bare?: true
  /** Differences in the Content-Security-Policy. */
  policy?: { frames?: true }
  /** Whether work continues, so that a browser without a script has to load the page again. */
  refreshes?: (found: Found<First> & Found<Second>, view: View) => Refresh
  /** Scripts and styles for this screen only. */
  head?: (view: View) => Html
  title: (view: View, found: Found<First> & Found<Second>) => string
  asks?: (view: View) => First
  /** What can only be asked once the first answers are known. */
  thenAsks?: (found: Found<First>, view: View) => Second
  page: (found: Found<First> & Found<Second>, view: View) => Html
  /** By the id of their element: `<div id="rows">`. */
  parts?: Readonly<Record<string, (found: Found<First> & Found<Second>, view: View) => Html>>
}

/**
 * How a browser without a script gets to see what is new: it loads the page again automatically, or the reader does, on a page
 * where they may be typing or selecting: a page that reloads forgets that.
 */
export type Refresh = boolean | 'by the reader'

/** Ties the types of one screen together; adds nothing. */
export const screen = <First extends Wanted = Wanted, Second extends Wanted = Wanted>(
  definition: Screen<First, Second>,
): Screen => definition as unknown as Screen

/** The outcome of a form, and where its sender continues. */
export type Next =
  /** Continues on a screen (`/app/…`), with a notice on top (303). */
  | { kind: 'see'; path: string; notice?: Notice; cookies?: readonly NewCookie[]; clearCache?: true }
  /** A page in place of the next one, for what is shown once. */
  | { kind: 'page'; title: string; body: Html; cookies?: readonly NewCookie[] }
  /** One part of a page, for a request of htmx. */
  | { kind: 'part'; body: Html }

/** The cookies of the web door. `device` marks a browser that has signed in here; `flow` waits for a sign-in elsewhere. */
export type CookieName = 'session' | 'device' | 'flow'

export interface NewCookie {
  name: CookieName
  /** Null removes it. */
  value: string | null
}

/** Performs a capability that the form lists in `uses`; because of the form's `once`, a second submission has no effect. */
export type Perform = <Input extends z.ZodObject, Output extends Answer>(
  capability: Capability<Input, Output>,
  input: Readonly<Record<string, unknown>>,
) => Promise<Output>

/** What a form works with. */
export interface FormWork {
  fields: Fields
  view: View
  perform: Perform
  /** Null on forms for anyone if no user is signed in. */
  me: SignedIn | null
  /** For plain functions of the core: signing in, a user's own affairs. */
  context: Context
  visitor: Visitor
  /** The file, for a form that takes one. */
  file: Upload | null
}

/** The sender of the request, as shown in the list of sessions. */
export interface Visitor {
  /** The browser's name for itself, shortened. */
  browser: string
  network: string
  requestId: string
  cookie: (name: CookieName) => string | null
}

/** A form: a POST, answered by another page. */
export interface Form {
  /** What it may perform; all their scopes are required. */
  uses: readonly Capability[]
  /** For forms whose capabilities do not determine it: forms for anyone, or for a user's own affairs. */
  scope?: Allowed
  /** Shown again with the problems when the form is refused; its path parameters are among those of the form. */
  on: { path: string; screen: Screen }
  confirmed?: true | ((fields: Fields) => boolean)
  /**
   * The names that the screen's inputs have for fields of the capabilities, where they differ: two forms of one screen have no
   * input of the same name, or what is refused in one would be shown in the other.
   */
  inputs?: (fields: Fields) => Readonly<Record<string, string>>
  /** Takes a file of at most `maxBytes` as its last field. */
  file?: { maxBytes: number }
  act: (work: FormWork) => Promise<Next>
}

export const form = (definition: Omit<Form, 'uses'> & { uses?: readonly unknown[] }): Form => ({
  ...definition,
  uses: (definition.uses ?? []) as readonly Capability[],
})

/** A file to download: a GET that answers with an attachment. */
export interface Download {
  uses: readonly Capability[]
  confirmed?: true
  file: (work: Pick<FormWork, 'view' | 'perform'>) => Promise<AnswerFile>
}

export const download = (definition: Omit<Download, 'uses'> & { uses: readonly unknown[] }): Download => ({
  ...definition,
  uses: definition.uses as readonly Capability[],
})

/** What a passage works with. */
export type PassageWork = Pick<FormWork, 'view' | 'me' | 'context' | 'visitor'> & {
  /** Including `?`, as received. */
  search: string
}

/** A GET that acts and leads on, for visitors coming from another site, where no form of ours can come first. */
export interface Passage {
  /** Shown with the problem when it is refused. */
  on: { path: string; screen: Screen }
  act: (work: PassageWork) => Promise<Next>
}

/** Continues on a screen. @param path below `/app`, as written by `to`. */
export const see = (path: string, notice?: Notice): Next => ({ kind: 'see', path, ...(notice && { notice }) })

/** The HTML of an email, for a frame: a separate document that can only be viewed. */
export interface MailBody {
  uses: readonly Capability[]
  body: (work: Pick<FormWork, 'view' | 'perform'>) => Promise<string>
}

export const mailBody = (definition: Omit<MailBody, 'uses'> & { uses: readonly unknown[] }): MailBody => ({
  ...definition,
  uses: definition.uses as readonly Capability[],
})
