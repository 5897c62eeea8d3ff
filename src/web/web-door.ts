import type { Request, Response } from 'express'
import type { Context } from '../context.ts'
import type { AnswerFile } from '../core/capability/capability.ts'
import type { Upload } from '../lib/input/upload.ts'
import type { SignedIn } from '../core/logins/sessions.ts'
import type { NavLine } from './components/nav.ts'
import type { Fields } from './page/fields.ts'
import type { View } from './page/view.ts'

/** What the HTTP layer provides to the web door. */
export interface WebDoor {
  context: Context
  requestId: (request: Request) => string
  /** The fields of a form. @param sender whose large bodies and files are read one after the other */
  readFields: (request: Request, sender: string, signal: AbortSignal) => Promise<Fields>
  /** The fields of a form with a file, which must be its last field and is passed on as it arrives. */
  readUpload: (request: Request, sender: string, maxBytes: number) => Promise<{ fields: Fields; file: Upload | null }>
  sendFile: (response: Response, file: AnswerFile) => Promise<void>
  /** Whether the Host header names this installation. */
  isKnownHost: (request: Request) => boolean
}

/** What the handlers of the web door share. */
export interface WebHouse {
  door: WebDoor
  /** The sender of the request, according to the session. */
  whoIs: (request: Request) => SignedIn | null
  /** The navigation for a reader. */
  linesFor: (view: View) => NavLine[]
}
