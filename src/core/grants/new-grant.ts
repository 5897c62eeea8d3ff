import type { Part } from '../../context.ts'
import type { MailProvider } from '../../db/grants/mail-providers-store.ts'
import type { GrantPlace, NewGrant } from '../../db/grants/mailbox-grants-store.ts'
import { tokenTimes } from '../../engine/grant/refresh-verdict.ts'
import type { Tokens } from '../../engine/grant/refresh-verdict.ts'
import { accessTokenContext, refreshTokenContext } from './grant-secrets.ts'

/** What was granted, sealed for its mailbox. */
export function newGrant(
  { secrets, clock }: Part<'clock' | 'secrets'>,
  place: GrantPlace,
  provider: MailProvider,
  { accessToken, refreshToken, expiresInSeconds, scopes, identity }: Tokens,
): NewGrant {
  const { accountId, mailboxId } = place
  return {
    accountId,
    mailboxId,
    provider: provider.name,
    subject: identity === null ? null : `${identity.issuer} ${identity.subject}`,
    accessTokenSealed: secrets.seal(accessToken, accessTokenContext(accountId, mailboxId)),
    refreshTokenSealed:
      refreshToken === null || provider.app_only
        ? null
        : secrets.seal(refreshToken, refreshTokenContext(accountId, mailboxId)),
    ...tokenTimes(expiresInSeconds, clock.now()),
    scopes: scopes ?? provider.scopes,
  }
}

/** Scopes about a person's identity, which providers grant without listing them. */
const IDENTITY_SCOPES: ReadonlySet<string> = new Set(['openid', 'profile', 'email', 'offline_access'])

/** Scopes that were requested but not granted, as far as mail needs them. */
export const missingScopes = ({ scopes: asked, app_only }: MailProvider, { scopes: granted }: Tokens): string[] =>
  granted === null || app_only
    ? []
    : asked.filter((scope) => !IDENTITY_SCOPES.has(scope) && !granted.some((one) => isSameScope(one, scope)))

/** Microsoft uses two hosts for the same resource, in any case. */
const isSameScope = (one: string, other: string): boolean => folded(one) === folded(other)
const folded = (scope: string): string =>
  scope.toLowerCase().replace('//outlook.office365.com/', '//outlook.office.com/')
