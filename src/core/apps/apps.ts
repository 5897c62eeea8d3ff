/** Apps connected through OAuth: what each may do and spend, and how it is disconnected. */

import { z } from 'zod'
import type { Call, Part } from '../../context.ts'
import type { AppRow } from '../../db/apps/apps-store.ts'
import { AppError } from '../../errors.ts'
import { choicesField, textField } from '../../lib/input/field-kinds.ts'
import { audit } from '../accounts/audit.ts'
import { capability } from '../capability/capability.ts'
import { dailyCreditsField } from '../fields/daily-credits-field.ts'
import { appIdOf, beginningOf } from './app-token.ts'
import { APP_SCOPES, appScopesOf, effectiveScopes } from './app-scopes.ts'

/** The user's own apps, or all of the account's for those who manage its team. */

const App = z.object({
  id: z.string(),
  name: z.string(),
  /** Of the document that identifies the app; null if it registered itself. */
  host: z.string().nullable(),
  /** Who issues its tokens; null for this Quarry. Disconnecting blocks such an app. */
  issuer: z.string().nullable(),
  scopes: z.array(z.enum(APP_SCOPES)),
  /** Those that its user's role currently allows. */
  effective_scopes: z.array(z.enum(APP_SCOPES)),
  daily_credits: z.number().nullable(),
  user_id: z.int(),
  user: z.string().nullable(),
  is_yours: z.boolean(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
})
const OneApp = z.object({ data: App, meta: z.object({}) })

export type ConnectedApp = z.output<typeof App>

/** @param userId of the viewer; null for the operator */
export function appOf(row: AppRow, userId: number | null): ConnectedApp {
  const effective = effectiveScopes(row.scopes, row.role)
  return {
    id: appIdOf(row.grantHash),
    name: row.clientName ?? row.clientId,
    host: row.clientId.startsWith('https://') ? (URL.parse(row.clientId)?.host ?? null) : null,
    issuer: row.issuer,
    scopes: APP_SCOPES.filter((scope) => row.scopes.includes(scope)),
    effective_scopes: APP_SCOPES.filter((scope) => effective.has(scope)),
    daily_credits: row.dailyCredits,
    user_id: row.userId,
    user: row.userEmail,
    is_yours: row.userId === userId,
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
  }
}

const shared = { group: 'others' } as const

/** Whose apps a caller may see. */
const seenBy = ({ principal }: Pick<Call, 'principal'>) => ({
  accountId: principal.accountId,
  userId: principal.scopes.has('team') ? null : principal.userId,
})

/** Newest first, at most 500. */
export const ListApps = capability({
  ...shared,
  name: 'list_apps',
  scope: 'read',
  input: z.object({}),
  output: z.object({ data: z.array(App), meta: z.object({ total: z.int() }) }),
  run: async (call) => {
    const rows = await call.store.apps.list(seenBy(call), call.clock.now())
    return { data: rows.map((row) => appOf(row, call.principal.userId)), meta: { total: rows.length } }
  },
})

const id = textField('id', 20, 'The id of the app, such as app_0123456789abcdef.')

/** @throws AppError not_found, also for apps of other users. */
async function findApp(call: Part<'clock' | 'principal', 'apps'>, wanted: string): Promise<AppRow> {
  const beginning = beginningOf(wanted)
  const [row] = beginning === null ? [] : await call.store.apps.list({ ...seenBy(call), beginning }, call.clock.now())
  if (row === undefined) throw new AppError('not_found', `There is no connected app with this id.`)
  return row
}

/** Takes effect with the app's next call. `read` cannot be taken away: that would be disconnecting. */
export const ChangeApp = capability({
  ...shared,
  name: 'change_app',
  scope: 'write',
  input: z.object({
    id,
    scopes: choicesField(
      'scope',
      APP_SCOPES,
      'wrong_params',
      'What the app may do: read, write, send. Read is always included.',
    ),
    daily_credits: dailyCreditsField,
  }),
  output: OneApp,
  run: async (call, { id = '', scopes, daily_credits: credits }) => {
    const { store, principal, database } = call
    return database.pool.inOne(async () => {
      const row = await findApp(call, id)
      const kept = scopes === undefined ? row.scopes : appScopesOf(scopes)
      const limit = credits === undefined ? row.dailyCredits : credits === 0 ? null : credits
      await store.apps.change(row.grantHash, kept, limit)
      const app = appOf({ ...row, scopes: kept, dailyCredits: limit }, principal.userId)
      await audit(call, 'app_changed', {
        subject: app.name,
        details: { app: app.id, scopes: kept, daily_credits: limit },
      })
      return { data: app, meta: {} }
    })
  },
})

/** Disconnects the app: its tokens stop working with its next call. */
export const RevokeApp = capability({
  ...shared,
  name: 'revoke_app',
  scope: 'read',
  input: z.object({ id }),
  output: OneApp,
  run: async (call, { id = '' }) => {
    const { store, principal, database } = call
    return database.pool.inOne(async () => {
      const row = await findApp(call, id)
      const app = appOf(row, principal.userId)
      await store.oauthObjects.revoke(row.grantHash)
      await audit(call, 'app_disconnected', { subject: app.name, details: { app: app.id, of: app.user } })
      return { data: app, meta: {}, status: 204 as const }
    })
  },
})
