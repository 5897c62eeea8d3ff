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

/** Who may come: somebody with this scope, or anyone, signed in or not. */
export type Allowed = Scope | 'anyone'

/**
 * One URL for people. It says what it wants to know; the router asks for it and hands it to `page`, or to the part that
 * is asked for alone. Pure on both sides: no SQL, no fetch, no rule.
 */
export interface Screen<First extends Wanted = Wanted, Second extends Wanted = Wanted> {
  scope: Allowed
  /** Shown only to somebody who has just proved again who they are. */
  confirmed?: true
  /** It shows something once: not compressed, and not there again. */
  secret?: true
  /** It is alone, without the frame and its navigation. */
  bare?: true
  /** Where Content-Security-Policy differs. */
  policy?: { frames?: true }
  /** While work continues, a browser without a script asks again automatically. */
  refreshes?: (found: Found<First> & Found<Second>, view: View) => boolean
  /** Scripts and styles that only this screen has. */
  head?: (view: View) => Html
  title: (view: View, found: Found<First> & Found<Second>) => string
  asks?: (view: View) => First
  /** What can be asked only when the first is known. */
  thenAsks?: (found: Found<First>, view: View) => Second
  page: (found: Found<First> & Found<Second>, view: View) => Html
  /** By the id of their element: `<div id="rows">`. */
  parts?: Readonly<Record<string, (found: Found<First> & Found<Second>, view: View) => Html>>
}

/** Keeps the types of one screen together; adds nothing. */
export const screen = <First extends Wanted = Wanted, Second extends Wanted = Wanted>(
  definition: Screen<First, Second>,
): Screen => definition as unknown as Screen

/** What a form did, and where its sender continues. */
export type Next =
  /** To a screen (`/app/…`), with what happened there said first (303). */
  | { kind: 'see'; path: string; notice?: Notice; cookies?: readonly NewCookie[]; clearCache?: true }
  /** A page in the place of the next one: for what is shown once. */
  | { kind: 'page'; title: string; body: Html; cookies?: readonly NewCookie[] }
  /** One part of a page, for a request of htmx. */
  | { kind: 'part'; body: Html }

/** The cookies of the web door. `device` marks a browser that has signed in here; `flow` waits for a sign-in elsewhere. */
export type CookieName = 'session' | 'device' | 'flow'

export interface NewCookie {
  name: CookieName
  /** Null takes it away. */
  value: string | null
}

/** Performs a capability that the form names in `uses`; with the form's `once`, twice is once. */
export type Perform = <Input extends z.ZodObject, Output extends Answer>(
  capability: Capability<Input, Output>,
  input: Readonly<Record<string, unknown>>,
) => Promise<Output>

/** What a form has to work with. */
export interface FormWork {
  fields: Fields
  view: View
  perform: Perform
  /** Null on forms for anyone when nobody is signed in. */
  me: SignedIn | null
  /** For plain functions of core: signing in, a login's own affairs. */
  context: Context
  visitor: Visitor
  /** The file of a form that takes one. */
  file: Upload | null
}

/** Who sends the request, as the list of sessions shows them. */
export interface Visitor {
  /** The browser's own name of itself, cut. */
  browser: string
  network: string
  requestId: string
  cookie: (name: CookieName) => string | null
}

/** Something that people do: a POST, answered by another page. */
export interface Form {
  /** What it may perform; the scopes of all of them are needed. */
  uses: readonly Capability[]
  /** Where the capabilities do not say enough: forms for anyone, or for a login's own affairs. */
  scope?: Allowed
  /** Shown again, with what is wrong, when it is refused; its path parameters are among those of the form. */
  on: { path: string; screen: Screen }
  confirmed?: true | ((fields: Fields) => boolean)
  /** Takes a file as its last field, up to so many bytes. */
  file?: { maxBytes: number }
  act: (work: FormWork) => Promise<Next>
}

export const form = (definition: Omit<Form, 'uses'> & { uses?: readonly unknown[] }): Form => ({
  ...definition,
  uses: (definition.uses ?? []) as readonly Capability[],
})

/** A file to keep: a GET that answers with an attachment. */
export interface Download {
  uses: readonly Capability[]
  confirmed?: true
  file: (work: Pick<FormWork, 'view' | 'perform'>) => Promise<AnswerFile>
}

export const download = (definition: Omit<Download, 'uses'> & { uses: readonly unknown[] }): Download => ({
  ...definition,
  uses: definition.uses as readonly Capability[],
})

/** What a passage has to work with. */
export type PassageWork = Pick<FormWork, 'view' | 'me' | 'context' | 'visitor'> & {
  /** With `?`, as it came. */
  search: string
}

/** A GET that acts and leads on, where another site leads people here: no form of ours can be the beginning. */
export interface Passage {
  /** Shown when it is refused, with what is wrong. */
  on: { path: string; screen: Screen }
  act: (work: PassageWork) => Promise<Next>
}

/** Go on at a screen. @param path below `/app`, as `to` writes it. */
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
