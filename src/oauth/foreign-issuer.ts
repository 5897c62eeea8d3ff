import { createLocalJWKSet, errors, jwtVerify } from 'jose'
import type { JSONWebKeySet, JWTPayload } from 'jose'
import { Router } from 'express'
import type { RequestHandler } from 'express'
import type { Context, Principal, Scope } from '../context.ts'
import { effectiveScopes } from '../core/apps/app-scopes.ts'
import { appIdOf } from '../core/apps/app-token.ts'
import { stepNotes } from '../core/apps/note-step.ts'
import type { NoteStep } from '../core/apps/note-step.ts'
import { DAY_MS, SECOND_MS } from '../lib/process/clock.ts'
import { sha256 } from '../lib/secrets/sha256.ts'
import { resourceDocuments } from './metadata.ts'

/** An identity provider of the operator, whose tokens (JWT, RFC 9068) are accepted instead of Quarry's own. */
export interface ForeignIssuer {
  router: RequestHandler
  note: NoteStep
  /** The caller a token belongs to; null when it is invalid, or the login is not linked here. @param account named by the caller */
  callerOf: (token: string, account: number | null) => Promise<Principal | null>
}

/** Never `none`, and nothing that is verified with a publicly known key. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519']
const CLOCK_TOLERANCE_SECONDS = 60
/** An app that has not called for this long is no longer shown. */
const KNOWN_MS = 90 * DAY_MS
const REFETCH_AFTER_MS = 30 * SECOND_MS
const FETCHED = { deadlineMs: 3_000, maxBytes: 64 * 1_024, maxRedirects: 0 }
const DOCUMENTS = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server']

export function openForeignIssuer(context: Context): ForeignIssuer {
  const { config, clock, store } = context
  const foreign = config.foreignIssuer
  if (foreign === null) throw new Error('There is no foreign issuer.')
  const note = stepNotes(context)
  const keys = keysOf(context, foreign.issuer)
  const router = Router({ caseSensitive: true, strict: true })
  router.use(resourceDocuments(config, foreign.issuer, note))

  async function payloadOf(token: string): Promise<JWTPayload | null> {
    const rules = {
      issuer: foreign?.issuer ?? '',
      audience: foreign?.audience ?? '',
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
    }
    for (const isAgain of [false, true]) {
      const known = await keys(isAgain)
      if (known === null) return null
      try {
        return (await jwtVerify(token, createLocalJWKSet(known), { ...rules, currentDate: clock.now() })).payload
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) return null
      }
    }
    return null
  }

  return {
    router,
    note,
    callerOf: async (token, account) => {
      const payload = await payloadOf(token)
      const { sub, exp, iat } = payload ?? {}
      const begun = iat ?? Math.floor(clock.now().getTime() / SECOND_MS)
      if (payload === null || sub === undefined || exp === undefined || exp - begun > foreign.maxTokenSeconds)
        return null
      const client = clientOf(payload)
      const block = sha256(JSON.stringify([foreign.issuer, sub, client]))
      const owner = await store.apps.ownerOfSubject({ issuer: foreign.issuer, subject: sub, account, block })
      if (owner === null) return null
      const { role, ticked, dailyCredits, ...about } = owner
      const now = clock.now()
      await store.apps.seen(
        { hash: block, accountId: owner.accountId, userId: owner.userId, client, issuer: foreign.issuer },
        { now, until: new Date(now.getTime() + KNOWN_MS) },
      )
      const said = scopesIn(payload, foreign.scopes)
      return {
        ...about,
        keyId: 0,
        via: 'oauth',
        scopes: effectiveScopes(
          said.filter((scope) => ticked?.includes(scope) ?? true),
          role,
        ),
        testKey: false,
        rateKey: `account:${owner.accountId}`,
        app: { id: appIdOf(block), name: client },
        spender: { id: appIdOf(block), dailyCredits },
      }
    },
  }
}

const clientOf = (payload: JWTPayload): string => {
  const client = payload['client_id'] ?? payload['azp']
  return typeof client === 'string' && client !== '' ? client.slice(0, 300) : 'an app'
}

function scopesIn(payload: JWTPayload, names: ReadonlyMap<string, Scope>): Scope[] {
  const said = [payload['scope'], payload['scp']].flat().filter((words) => typeof words === 'string')
  return said.flatMap((words) => words.split(' ')).flatMap((word) => names.get(word) ?? [])
}

/** The issuer's keys: read when first needed, and again when a key is unknown, at most every 30 seconds. */
function keysOf({ documents, clock, log }: Pick<Context, 'documents' | 'clock' | 'log'>, issuer: string) {
  let known: JSONWebKeySet | null = null
  let readAt = -Infinity
  let reading: Promise<void> | null = null

  async function jsonAt(url: string): Promise<Record<string, unknown> | null> {
    const answer = await documents.fetch(url, { ...FETCHED, headers: { accept: 'application/json' } })
    if (answer.outcome !== 'response' || answer.status !== 200) return null
    try {
      return JSON.parse(answer.body.toString('utf8')) as Record<string, unknown>
    } catch {
      return null
    }
  }

  async function read(): Promise<void> {
    for (const path of DOCUMENTS) {
      const document = await jsonAt(issuer.replace(/\/+$/, '') + path)
      if (document?.['issuer'] !== issuer || typeof document['jwks_uri'] !== 'string') continue
      const keys = await jsonAt(document['jwks_uri'])
      if (!Array.isArray(keys?.['keys'])) continue
      known = keys as unknown as JSONWebKeySet
      return
    }
    log.warn({ issuer }, 'The keys of QUARRY_OAUTH_ISSUER could not be read.')
  }

  return async (isUnknown: boolean): Promise<JSONWebKeySet | null> => {
    if (reading !== null) await reading
    const now = clock.now().getTime()
    if ((known === null || isUnknown) && now - readAt >= REFETCH_AFTER_MS) {
      readAt = now
      reading = read().finally(() => (reading = null))
      await reading
    }
    return known
  }
}
