import { Router } from 'express'
import type { Request, RequestHandler, Response } from 'express'
import { newCall } from '../context.ts'
import { arriveConnect, confirmedConnect, finishConfirmed } from '../core/connects/arrive-connect.ts'
import { hangUpOf } from '../lib/process/hang-up.ts'
import { fieldText } from './page/fields.ts'
import type { Html } from './page/html.ts'
import type { View } from './page/view.ts'
import { askPage, connectedPage, notConnectedPage } from './screens/mailboxes/mailbox-consent-screen.ts'
import { securityHeaders } from './security-headers.ts'
import type { WebDoor, WebHouse } from './web-door.ts'
import { sendPage } from './web-page.ts'
import { onlyFromUs, onlyKnownHosts, openHouse, sayWhatWentWrong } from './web-router.ts'
import { viewOf } from './web-request.ts'
import { ownValue } from '../lib/text/own-value.ts'

const PATH = '/oauth/mail/callback'
const MAX_LENGTH = 4_096
const NOT_FROM_US =
  'The button was not pressed on the page shown by Quarry, so no mailbox was connected. Start again under Mailboxes, or with quarry mailbox connect.'

/**
 * Where people return after allowing Quarry to use their mailbox at its provider: one page with one button. What came back is
 * stored permanently only when the button is pressed.
 */
export function mailboxConsentRouter(door: WebDoor): Router {
  const { config } = door.context
  const router = Router({ caseSensitive: true })
  const { house, readSessionFirst } = openHouse(door)
  const front = [
    securityHeaders(config),
    onlyKnownHosts(door),
    onlyFromUs(config.origin, NOT_FROM_US),
    readSessionFirst,
  ]
  router.get(PATH, front, arrive(house))
  router.post(PATH, front, confirm(house))
  router.use(PATH, sayWhatWentWrong(house))
  return router
}

const arrive =
  (house: WebHouse): RequestHandler =>
  async (request, response) => {
    const text = (name: string): string | null => {
      const value = ownValue(request.query, name)
      return typeof value === 'string' && value !== '' && value.length <= MAX_LENGTH ? value : null
    }
    const { context } = house.door
    const view = viewOf(context, request, house.whoIs(request), PATH)
    const arrival = { state: text('state') ?? '', code: text('code'), error: text('error'), iss: text('iss') }
    const arrived = await arriveConnect(context, arrival)
    if (arrived.outcome === 'ask') return show(house, request, response, { view, body: askPage(arrived, view) })
    const problem = arrived.outcome === 'ended' ? arrived.problem : view.words.mailboxes.consent.unknown
    await show(house, request, response, { view, body: notConnectedPage(problem, view), status: 400 })
  }

const confirm =
  (house: WebHouse): RequestHandler =>
  async (request, response) => {
    const { door } = house
    const { context } = door
    const me = house.whoIs(request)
    const view = viewOf(context, request, me, PATH)
    const fields = await door.readFields(request, me?.principal.rateKey ?? String(request.ip), hangUpOf(response))
    const confirmed = await confirmedConnect(context, fieldText(fields, 'nonce'))
    const { consent } = view.words.mailboxes
    if (confirmed === null)
      return show(house, request, response, { view, body: notConnectedPage(consent.unknown, view), status: 400 })
    const { connect, principal } = confirmed
    // A consent begun in the dashboard must end there, in the same browser.
    if (connect.sessionHash !== null && me?.session.hash.equals(connect.sessionHash) !== true) {
      await context.store.mailboxConnects.end(connect, 'failed', {
        problem: 'The consent came back in a different browser.',
      })
      return show(house, request, response, { view, body: notConnectedPage(consent.otherBrowser, view), status: 400 })
    }
    const signal = hangUpOf(response)
    const call = newCall(context, { principal, requestId: door.requestId(request), signal })
    const ended = await finishConfirmed(call, connect)
    const mailboxId = ended?.status === 'connected' ? ended.mailboxId : null
    const body =
      mailboxId === null ? notConnectedPage(ended?.problem ?? consent.unknown, view) : connectedPage(mailboxId, view)
    await show(house, request, response, { view, body, status: mailboxId === null ? 422 : 200 })
  }

interface Shown {
  view: View
  body: Html
  status?: number
}

async function show(
  { door: { context } }: WebHouse,
  request: Request,
  response: Response,
  { view, body, status = 200 }: Shown,
): Promise<void> {
  const title = view.words.mailboxes.connect
  await sendPage(context, request, response, { title, body, view, lines: [], bare: true, secret: true, status })
}
