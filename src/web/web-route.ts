import type { IconName } from './components/icon.ts'
import type { Download, Form, MailBody, Passage, Screen } from './page/screen.ts'
import type { View } from './page/view.ts'
import type { Words } from './words/words.ts'

/** One address of the web door. */
export type WebRoute =
  | { kind: 'screen'; path: string; screen: Screen; nav?: NavEntry }
  | { kind: 'form'; path: string; form: Form }
  | { kind: 'download'; path: string; download: Download }
  | { kind: 'mail'; path: string; mail: MailBody }
  | { kind: 'passage'; path: string; passage: Passage }
  | { kind: 'signpost'; path: string; leadsTo: (view: View) => string }

/** Its place in the navigation, in the order of the table. */
export interface NavEntry {
  word: Exclude<
    { [Name in keyof Words['general']]: Words['general'][Name] extends string ? Name : never }[keyof Words['general']],
    never
  >
  icon: IconName
  /** Separated by a line, with what is used occasionally. */
  apart?: true
}

/** @param path below `/app`; `:id` stands for a parameter. */
export const page = (path: string, screen: Screen, nav?: NavEntry): WebRoute => ({
  kind: 'screen',
  path,
  screen,
  ...(nav !== undefined && { nav }),
})

export const post = (path: string, form: Form): WebRoute => ({ kind: 'form', path, form })

export const file = (path: string, download: Download): WebRoute => ({ kind: 'download', path, download })

/** The body of an email, shown in a frame of a screen. */
export const mail = (path: string, shown: MailBody): WebRoute => ({ kind: 'mail', path, mail: shown })

export const passage = (path: string, definition: Passage): WebRoute => ({
  kind: 'passage',
  path,
  passage: definition,
})

/** An address that only redirects: its input decides where to. */
export const signpost = (path: string, leadsTo: (view: View) => string): WebRoute => ({
  kind: 'signpost',
  path,
  leadsTo,
})
