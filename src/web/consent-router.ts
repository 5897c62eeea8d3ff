import { createHmac, timingSafeEqual } from 'node:crypto'
import { Router } from 'express'
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import { switchAccount } from '../core/logins/sign-in.ts'
import type { SignedIn } from '../core/logins/sessions.ts'
import { appScopesOf, givableScopes } from '../core/apps/app-scopes.ts'
import type { Consent, Consents } from '../core/apps/consent.ts'
import { OauthProblem } from '../core/apps/oauth-problem.ts'
import { AppError } from '../errors.ts'
import { MINUTE_MS } from '../lib/process/clock.ts'
import { hangUpOf } from '../lib/process/hang-up.ts'
import { fieldIds, fieldText, fieldTexts, shownAgain } from './page/fields.ts'
import type { Fields } from './page/fields.ts'
import { problemsOf } from './page/problems.ts'
import { accountChoicePage, consentPage, problemPage } from './screens/apps/oauth-consent-screen.ts'
import { admitted } from './screen-route.ts'
import { securityHeaders, setPolicy } from './security-headers.ts'
import { setCookie } from './session-cookie.ts'
import type { WebDoor, WebHouse } from './web-door.ts'
import { sendPage } from './web-page.ts'
import { onlyFromUs, onlyKnownHosts, openHouse, sayWhatWentWrong } from './web-router.ts'
import { viewOf } from './web-request.ts'
import type { View } from './page/view.ts'

const PATH = '/oauth/consent/:uid'
const PROVED_FOR_MS = 10 * MINUTE_MS
const CREDITS = { least: 1, most: 1_000_000 }

/**
 * `/oauth/consent`: the page on which people approve an app, outside `/app` but in its session.
 * @param server answers the requests of programs to the authorization server; its errors for people are shown here
 */
export function consentRouter(door: WebDoor, consents: Consents, server: RequestHandler): Router {
  const { config } = door.context
  const router = Router({ caseSensitive: true })
  const { house, readSessionFirst } = openHouse(door)
  const front = [securityHeaders(config), onlyKnownHosts(door), onlyFromUs(config.origin), readSessionFirst]
  router.use(server)
  router.get(PATH, front, show(house, consents))
  router.post(PATH, front, decide(house, consents))
  router.use('/oauth', problemShown(house), sayWhatWentWrong(house))
  return router
}

const uidOf = ({ params }: Request): string => String(params['uid'])

/** Visitors who have not signed in do so first, and then return. */
function mayDecide({ door, whoIs }: WebHouse, request: Request, response: Response): SignedIn | null {
  const me = whoIs(request)
  return admitted(door, request, response, { me, allowed: 'read', confirmed: false }) ? me : null
}

const show =
  (house: WebHouse, consents: Consents): RequestHandler =>
  async (request, response) => {
    const me = mayDecide(house, request, response)
    if (me === null) return
    const consent = await consents.read(request, response, uidOf(request))
    const view = viewOf(house.door.context, request, me, PATH)
    if (me.memberships > 1 && view.query['account'] !== String(me.account.id))
      return chooseAccount(house, request, response, { consent, view, me })
    await showConsent(house, request, response, { consent, view, me })
  }

interface Shown {
  consent: Consent
  view: View
  me: SignedIn
}

async function chooseAccount(
  { door: { context } }: WebHouse,
  request: Request,
  response: Response,
  { consent, view, me }: Shown,
): Promise<void> {
  const memberships = await context.store.logins.memberships(me.login.id)
  const body = accountChoicePage(consent, memberships, view)
  await sendPage(context, request, response, { title: view.words.apps.whichAccount, body, view, lines: [], bare: true })
}

async function showConsent(
  { door: { context } }: WebHouse,
  request: Request,
  response: Response,
  { consent, view, me }: Shown,
  status = 200,
): Promise<void> {
  setPolicy(response, context.config, { formTarget: formTarget(consent.redirectUri) })
  const proof = proofOf(context.linkKey, { consent, me, until: context.clock.now().getTime() + PROVED_FOR_MS })
  const body = consentPage({ consent, me, proof }, view)
  const title = view.words.apps.connect
  await sendPage(context, request, response, { title, body, view, lines: [], bare: true, secret: true, status })
}

/** Where the browser may follow the answer, for the page's policy. A policy cannot name IPv6 addresses. */
function formTarget(redirectUri: string): string {
  const { protocol, origin, hostname } = new URL(redirectUri)
  return /^https?:$/.test(protocol) && !hostname.startsWith('[') ? origin : protocol
}

const decide =
  (house: WebHouse, consents: Consents): RequestHandler =>
  async (request, response) => {
    const me = mayDecide(house, request, response)
    if (me === null) return
    const { door } = house
    const { context } = door
    const fields = await door.readFields(request, me.principal.rateKey, hangUpOf(response))
    const consent = await consents.read(request, response, uidOf(request))
    // More than one decision is not an approval.
    const [decision = '', ...more] = fieldTexts(fields, 'decision')
    const requestId = door.requestId(request)
    if (decision === 'account') {
      const [accountId = 0] = fieldIds(fields, 'account_id')
      setCookie(response, context.config, 'session', await switchAccount(context, me, accountId, requestId))
      return response.redirect(303, `/oauth/consent/${encodeURIComponent(consent.uid)}?account=${accountId}`)
    }
    if (!isProved(context.linkKey, fieldText(fields, 'proof'), { consent, me, now: context.clock.now().getTime() }))
      throw new OauthProblem('expired')
    if (decision !== 'allow' || more.length > 0)
      return response.redirect(303, await consents.decline(request, response, consent))
    if (me.principal.suspended) throw new AppError('restricted_account', 'This account is suspended.')
    const dailyCredits = creditsOf(fields)
    if (dailyCredits === 'wrong') {
      const view = viewOf(context, request, me, PATH)
      const error = new AppError('validation_failed', view.words.apps.dailyCreditsWrong, { field: 'daily_credits' })
      const refused = { ...view, problems: problemsOf(error, view.words), typed: shownAgain(fields) }
      return showConsent(house, request, response, { consent, view: refused, me }, 422)
    }
    const ticked = appScopesOf(fieldTexts(fields, 'scopes'))
    const scopes = givableScopes(me.principal.scopes).filter((scope) => ticked.includes(scope))
    const { accountId, userId } = me.principal
    const agreement = { accountId, userId, scopes, dailyCredits, requestId }
    response.redirect(303, await consents.grant(request, response, consent, agreement))
  }

function creditsOf(fields: Fields): number | null | 'wrong' {
  const text = fieldText(fields, 'daily_credits')
  if (text === '') return null
  const credits = Number(text)
  return credits >= CREDITS.least && credits <= CREDITS.most && /^\d+(?:\.\d{1,2})?$/.test(text) ? credits : 'wrong'
}

/** Valid for what was shown, for the person it was shown to, until the given time. */
function proofOf(key: string, { consent, me, until }: { consent: Consent; me: SignedIn; until: number }): string {
  const { uid, clientId, redirectUri, resource } = consent
  const facts = JSON.stringify([uid, me.session.hash.toString('hex'), clientId, redirectUri, resource, until])
  return `${until}.${createHmac('sha256', key).update(`consent ${facts}`).digest('base64url')}`
}

function isProved(
  key: string,
  proof: string,
  { consent, me, now }: { consent: Consent; me: SignedIn; now: number },
): boolean {
  const until = Number(/^(\d{1,16})\./.exec(proof)?.[1] ?? 0)
  const expected = Buffer.from(proofOf(key, { consent, me, until }))
  const sent = Buffer.from(proof)
  return until > now && sent.length === expected.length && timingSafeEqual(sent, expected)
}

const problemShown =
  (house: WebHouse): ErrorRequestHandler =>
  async (thrown: unknown, request, response, next) => {
    if (!(thrown instanceof OauthProblem) || response.headersSent) return next(thrown)
    const { context, requestId } = house.door
    const view = viewOf(context, request, house.whoIs(request), '/error')
    const { title, body } = problemPage(thrown, view, requestId(request))
    securityHeaders(context.config)(request, response, () => undefined)
    response.removeHeader('Location')
    await sendPage(context, request, response, { title, body, view, lines: [], bare: true, status: thrown.status })
  }
