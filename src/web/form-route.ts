import { setTimeout as sleep } from 'node:timers/promises'
import type { Request, RequestHandler, Response } from 'express'
import type { Call } from '../context.ts'
import { putNotice } from '../core/logins/sessions.ts'
import type { SignedIn } from '../core/logins/sessions.ts'
import type { AnswerFile, Capability } from '../core/capability/capability.ts'
import { perform } from '../core/capability/perform.ts'
import { AppError, toAppError } from '../errors.ts'
import { hangUpOf } from '../lib/process/hang-up.ts'
import { fieldText, PAGE_ACCOUNT, shownAgain } from './page/fields.ts'
import type { Fields } from './page/fields.ts'
import { isWorthKeeping, keepTyped } from './page/kept-typed.ts'
import { onceSince, submissionOf } from './page/once.ts'
import type { Submission } from './page/once.ts'
import { problemsOf } from './page/problems.ts'
import { sendAgain, waiting } from './send-again-page.ts'
import { admitted, led, proofFirst, showScreen } from './screen-route.ts'
import type { Allowed, Download, Form, MailBody, Next, Perform } from './page/screen.ts'
import { cookieOf, setCookie } from './session-cookie.ts'
import type { View } from './page/view.ts'
import type { WebDoor, WebHouse } from './web-door.ts'
import { callOf, isEnhanced, viewOf, visitorOf } from './web-request.ts'
import { sendHtml, sendPage } from './web-page.ts'

/** What a form requires of its sender: its own scope, and those of all capabilities it may perform. */
export const scopesOfForm = ({ scope, uses }: Pick<Form, 'scope' | 'uses'>): Allowed[] => [
  ...(scope === undefined ? [] : [scope]),
  ...uses.map((capability) => capability.scope),
]

/** Processes one form: checks rights before the first byte of its body, acts, then leads its sender on. */
export const formRoute =
  (house: WebHouse, path: string, form: Form): RequestHandler =>
  async (request, response) => {
    const { door } = house
    const me = house.whoIs(request)
    const caller = { me, allowed: scopesOfForm(form), confirmed: form.confirmed === true }
    const place = proofFirst(door.context, caller)
    if (place !== null) {
      const held = viewOf(door.context, request, me, path)
      if (held.part !== null)
        return sendHtml(request, response.status(401), waiting(held, held.part, place), { view: held })
      if (!canSendAgain(door, request, form)) return void admitted(door, request, response, caller)
      const typed = (await fieldsOf(door, request, response, { form, me })).fields
      if (!isWorthKeeping(typed)) return void admitted(door, request, response, caller)
      return sendAgainPage(house, request, response, { path, place, typed })
    }
    const { fields, file } = await fieldsOf(door, request, response, { form, me })
    if (file === null) keepTyped(response, fields)
    refuseOtherAccount(form, fields, me)
    if (typeof form.confirmed === 'function' && form.confirmed(fields))
      if (proofFirst(door.context, { ...caller, confirmed: true }) !== null)
        return sendAgainPage(house, request, response, { path, place: '/confirm', typed: fields })
    const view = viewOf(door.context, request, me, form.on.path)
    const visitor = visitorOf(door, request)
    try {
      const call = me === null ? null : callOf(door, request, response, me)
      const performing = performOf(call, form.uses, submissionOf(fields, path))
      const work = { fields, view, me, visitor, file, perform: performing, context: door.context }
      const next = await form.act(work)
      if (me !== null) door.context.accessChanges.changed(me.principal.accountId)
      await goOn(house, request, response, { next, view })
    } catch (thrown) {
      const error = toAppError(thrown)
      if (!isAboutFields(error)) throw thrown
      const onceInTabs = onceSince(door.context.clock.now())
      const problems = problemsOf(error, view.words, { fields, inputs: form.inputs?.(fields) ?? {} })
      const refused = { ...view, onceInTabs, problems, typed: shownAgain(fields) }
      await showScreen(house, request, response, { screen: form.on.screen, view: refused, status: 422 })
    }
  }

/**
 * Files are not kept, and part of a page has no room; visitors who were never signed in have no page to lose. Signing out in
 * another tab takes the cookie of the session away, but not that of the device.
 */
const canSendAgain = ({ context: { config } }: WebDoor, request: Request, { file }: Form): boolean =>
  file === undefined &&
  !isEnhanced(request) &&
  (cookieOf(request, config, 'session') ?? cookieOf(request, config, 'device')) !== null

/** Keeps what was typed while a session ended: its sender signs in alongside, and sends it again. */
async function sendAgainPage(
  { door, whoIs }: WebHouse,
  request: Request,
  response: Response,
  { path, place, typed }: { path: string; place: '/login' | '/confirm'; typed: Fields },
): Promise<void> {
  const view = viewOf(door.context, request, whoIs(request), path)
  const { title, body } = sendAgain(view, { place, typed: shownAgain(typed) })
  await sendPage(door.context, request, response, {
    title,
    body,
    view,
    lines: [],
    bare: true,
    status: 401,
    secret: true,
  })
}

/**
 * Ids belong to one account: a page of another account would change the wrong records.
 * @throws AppError validation_failed (409) when another window has since switched accounts
 */
function refuseOtherAccount({ uses }: Form, fields: Fields, me: SignedIn | null): void {
  const account = fieldText(fields, PAGE_ACCOUNT)
  if (uses.length === 0 || account === '' || me === null || account === String(me.principal.accountId)) return
  throw new AppError(
    'validation_failed',
    'Another window has since switched accounts. This page belongs to the previous account, so nothing was changed. Open it again.',
    { status: 409, reason: 'other_account' },
  )
}

/** Whether the sender can fix the problem in the form itself. */
export const isAboutFields = ({ status }: AppError): boolean => [400, 402, 409, 413, 415, 422, 451].includes(status)

async function fieldsOf(
  { readFields, readUpload }: WebDoor,
  request: Request,
  response: Response,
  { form, me }: { form: Form; me: SignedIn | null },
) {
  const sender = me?.principal.rateKey ?? `client:${request.ip ?? ''}`
  if (form.file !== undefined) return readUpload(request, sender, form.file.maxBytes)
  const fields: Fields = await readFields(request, sender, hangUpOf(response))
  return { fields, file: null }
}

/** Performs what the form names; a repeated submission gets the first outcome. */
function performOf(call: Call | null, uses: readonly Capability[], once: Submission | null): Perform {
  return async (capability, input) => {
    if (call === null) throw new AppError('authentication_failed', 'Sign in first.')
    if (!uses.includes(capability as unknown as Capability))
      throw new Error(`The form does not use ${capability.name}.`)
    const request = once === null ? null : { ...once, key: capability.name, onReplay: () => undefined }
    return patiently(() => perform(capability, call, input, { once: request }), call.signal)
  }
}

/** A double click repeats a request that is still being answered: it waits for the same outcome. */
const SAME_EVERY_MS = 100
const SAME_TRIES = 100

async function patiently<Output>(ask: () => Promise<Output>, signal: AbortSignal): Promise<Output> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask()
    } catch (thrown) {
      if (toAppError(thrown).id !== 'idempotency_key_in_flight' || tries === SAME_TRIES || signal.aborted) throw thrown
      await sleep(SAME_EVERY_MS)
    }
  }
}

export async function goOn(
  { door: { context }, linesFor }: WebHouse,
  request: Request,
  response: Response,
  { next, view }: { next: Next; view: View },
): Promise<void> {
  if (next.kind === 'part') return sendHtml(request, response, next.body, { view })
  for (const { name, value } of next.cookies ?? []) setCookie(response, context.config, name, value)
  if (next.kind === 'page') {
    const { title, body } = next
    return sendPage(context, request, response, { title, body, view, lines: linesFor(view), secret: true })
  }
  if (next.clearCache === true) response.setHeader('Clear-Site-Data', '"cache"')
  if (next.notice !== undefined && view.me !== null) await putNotice(context, view.me.session.hash, next.notice)
  led(request, response, next.path)
}

/** Sends a file to download. */
export const downloadRoute =
  (house: WebHouse, path: string, { uses, confirmed, file }: Download): RequestHandler =>
  async (request, response) => {
    const { door } = house
    const me = house.whoIs(request)
    const caller = { me, allowed: scopesOfForm({ uses }), confirmed: confirmed === true }
    if (!admitted(door, request, response, caller) || me === null) return
    const performing = performOf(callOf(door, request, response, me), uses, null)
    const made: AnswerFile = await file({ view: viewOf(door.context, request, me, path), perform: performing })
    await door.sendFile(response, made.type.startsWith('text/csv') ? { ...made, chunks: marked(made.chunks) } : made)
  }

/** Begins with a byte order mark, without which Excel reads `Müller` as `MÃ¼ller`; once something follows, so that errors come first. */
async function* marked(chunks: AnswerFile['chunks']): AsyncGenerator<string | Uint8Array> {
  let isFirst = true
  for await (const chunk of chunks) {
    if (isFirst) yield '\uFEFF'
    isFirst = false
    yield chunk
  }
}

/** The content of an email is its writer's: nothing in it runs, navigates or is fetched. */
const MAIL_POLICY = `sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'`

/** Answers with the body of an email, for a frame. */
export const mailRoute =
  (house: WebHouse, path: string, { uses, body }: MailBody): RequestHandler =>
  async (request, response) => {
    const { door } = house
    const me = house.whoIs(request)
    const caller = { me, allowed: scopesOfForm({ uses }), confirmed: false }
    if (!admitted(door, request, response, caller) || me === null) return
    const performing = performOf(callOf(door, request, response, me), uses, null)
    const text = await body({ view: viewOf(door.context, request, me, path), perform: performing })
    response.setHeader('Content-Security-Policy', MAIL_POLICY)
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(text)
  }
