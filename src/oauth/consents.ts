import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Client, Provider } from 'oidc-provider'
import type { Part } from '../context.ts'
import { auditBy } from '../core/accounts/audit.ts'
import { APP_SCOPES, appScopesOf } from '../core/apps/app-scopes.ts'
import type { Consent, Consents } from '../core/apps/consent.ts'
import type { NoteStep } from '../core/apps/note-step.ts'
import { OauthProblem } from '../core/apps/oauth-problem.ts'
import { sha256 } from '../lib/secrets/sha256.ts'
import { untrustedText } from '../lib/text/untrusted-text.ts'
import { isLoopback } from './provider.ts'
import { requestIdIn } from './step-of.ts'

export type ConsentNeeds = Part<'clock' | 'config' | 'database', 'apps' | 'audit' | 'oauthObjects'>

const MAX_NAME = 60

/** Connects the page on which people agree with the provider that waits for it. */
export function createConsents(needs: ConsentNeeds, provider: Provider, note: NoteStep): Consents {
  const { store, database } = needs
  /**
   * A request is answered only once. A browser whose button is pressed twice ignores where the first answer leads, so that the
   * second leads there, too, as long as it says the same.
   */
  const answer = async (
    request: IncomingMessage,
    response: ServerResponse,
    { consent, says, step }: { consent: Consent; says: 'consent' | 'error'; step: Parameters<NoteStep>[0] },
    first: () => Promise<string>,
  ): Promise<string> => {
    let isFirst = false
    const returnTo = await database.pool.inOne(async () => {
      isFirst = await store.oauthObjects.consume('Interaction', sha256(consent.uid), needs.clock.now())
      if (isFirst) return first()
      const before = await openRequest(provider, request, response)
      if (before.result?.[says] === undefined) throw new OauthProblem('expired')
      return before.returnTo
    })
    if (isFirst) note(step)
    return returnTo
  }
  const finish = (request: IncomingMessage, response: ServerResponse, result: Record<string, unknown>) =>
    provider.interactionResult(request, response, result, { mergeWithLastSubmission: false })
  const noted = (request: IncomingMessage, response: ServerResponse, consent: Consent) => ({
    ip: ipOf(request),
    client: consent.clientId,
    redirectUri: consent.redirectUri,
    userAgent: request.headers['user-agent'] ?? null,
    requestId: requestIdIn(response),
  })
  return {
    read: async (request, response, uid) => {
      const { params, uid: own } = await openRequest(provider, request, response)
      if (own !== uid) throw new OauthProblem('expired')
      const client = await provider.Client.find(String(params['client_id'])).catch(() => undefined)
      if (client === undefined) throw new OauthProblem('invalid_client')
      return consentOf(uid, client, params)
    },
    grant: async (request, response, consent, { accountId, userId, scopes, dailyCredits, requestId }) => {
      const sub = `${accountId}.${userId}`
      const grant = new provider.Grant({ accountId: sub, clientId: consent.clientId })
      grant.addResourceScope(consent.resource, scopes.join(' '))
      const step = { step: 'consented', ...noted(request, response, consent), accountId, scopes } as const
      return answer(request, response, { consent, says: 'consent', step }, async () => {
        const grantId = await grant.save()
        await store.apps.settle(sha256(grantId), { scopes, dailyCredits, name: consent.clientName })
        const actor = { accountId, userId, actor: 'a user', via: 'session', requestId } as const
        await auditBy(needs, actor, 'app_connected', { subject: consent.clientName, details: { scopes, dailyCredits } })
        return finish(request, response, { login: { accountId: sub, remember: false }, consent: { grantId } })
      })
    },
    decline: async (request, response, consent) => {
      const error = { error: 'access_denied', error_description: 'The user declined.' }
      const step = { step: 'declined', ...noted(request, response, consent) } as const
      return answer(request, response, { consent, says: 'error', step }, () => finish(request, response, error))
    },
  }
}

/** The request of this browser: its cookie identifies the request, and no other browser can continue with it. */
async function openRequest(provider: Provider, request: IncomingMessage, response: ServerResponse) {
  try {
    return await provider.interactionDetails(request, response)
  } catch (error) {
    if (error instanceof Error && error.name === 'SessionNotFound') throw new OauthProblem('expired')
    throw error
  }
}

function consentOf(uid: string, client: Client, params: Readonly<Record<string, unknown>>): Consent {
  const redirectUri = String(params['redirect_uri'])
  const url = URL.parse(redirectUri)
  const isWeb = url !== null && /^https?:$/.test(url.protocol)
  const [resource] = [params['resource']].flat()
  return {
    uid,
    clientId: client.clientId,
    clientName: cleanName(client),
    verifiedHost: client.clientIdMetadataDocument === true ? (URL.parse(client.clientId)?.host ?? null) : null,
    isRegisteredHere: client.clientId.startsWith('pre_'),
    redirectUri,
    redirectPlace: isWeb ? url.host : (url?.protocol ?? ''),
    isLoopback: isWeb && isLoopback(url.origin),
    resource: String(resource),
    asked: askedOf(params['scope']),
  }
}

/** Names are written by strangers. */
const cleanName = ({ clientName, clientId }: Pick<Client, 'clientName' | 'clientId'>): string =>
  untrustedText(clientName ?? '', MAX_NAME).text || untrustedText(clientId, MAX_NAME).text

function askedOf(scope: unknown): Consent['asked'] {
  const words = typeof scope === 'string' ? scope.split(' ') : [...APP_SCOPES]
  return appScopesOf(words)
}

/** The address that the proxies in front passed to express. */
export const ipOf = (request: IncomingMessage & { ip?: string }): string => request.ip ?? ''
