import { CreateOwnKey, ListOwnKeys, ChangeOwnKey, RevokeOwnKey } from '../core/accounts/api-keys.ts'
import { ChangeApp, ListApps, RevokeApp } from '../core/apps/apps.ts'
import { GetAccount } from '../core/accounts/get-account.ts'
import { GetOverview } from '../core/accounts/get-overview.ts'
import { GetGuard } from '../core/guard/get-guard.ts'
import { SetGuard } from '../core/guard/set-guard.ts'
import { GetUsage } from '../core/billing/usage.ts'
import { route } from './route.ts'
import type { Route } from './route.ts'

/** The caller's account and its usage. */
export const ACCOUNT_ROUTES: readonly Route[] = [
  route('get', '/account', GetAccount, 'Show the plan and its usage.'),
  route('get', '/account/guard', GetGuard, 'Show whether campaigns may start when a sending domain is not ready.'),
  route('put', '/account/guard', SetGuard, 'Set whether campaigns may start when a sending domain is not ready.', {
    guard: 'strict',
  }),
  route('get', '/usage', GetUsage, 'Show usage and remaining credits.'),
  route('get', '/overview', GetOverview, 'Show what is running in this account and what needs attention.'),
]

/** The apps that the calling user has connected. */
export const APP_ROUTES: readonly Route[] = [
  route('get', '/apps', ListApps, 'List the apps you have connected through OAuth, newest first.'),
  {
    ...route('put', '/apps/:id', ChangeApp, 'Change what a connected app may do and spend.', { scopes: ['read'] }),
    changesAccess: true,
  },
  { ...route('delete', '/apps/:id', RevokeApp, 'Disconnect an app.'), success: 204, changesAccess: true },
]

/** The keys of the caller's account. */
export const KEY_ROUTES: readonly Route[] = (
  [
    route('get', '/api-keys', ListOwnKeys, 'List your API keys, newest first.'),
    {
      ...route('post', '/api-keys', CreateOwnKey, 'Create an API key; it is shown only once.', {
        name: 'Laptop',
        read_only: true,
      }),
      success: 201,
    },
    {
      ...route('put', '/api-keys/:id', ChangeOwnKey, 'Rename an API key, or limit what it may spend per day.', {
        name: 'Laptop',
      }),
      changesAccess: true,
    },
    {
      ...route('delete', '/api-keys/:id', RevokeOwnKey, 'Revoke an API key; the last one cannot be revoked.'),
      success: 204,
      changesAccess: true,
    },
  ] satisfies Route[]
).map((each) => ({ ...each, saysSuccess: true }))
