/** The purposes that secrets of mailboxes connected through OAuth are sealed for: each opens only in its own place. */

type Place = (accountId: number, id: number | string) => string

export const refreshTokenContext: Place = (accountId, mailboxId) => `refresh token of ${accountId}/${mailboxId}`
export const accessTokenContext: Place = (accountId, mailboxId) => `access token of ${accountId}/${mailboxId}`
export const connectVerifierContext: Place = (accountId, id) => `connect verifier of ${accountId}/${id}`
export const connectDeviceContext: Place = (accountId, id) => `connect device code of ${accountId}/${id}`
export const connectTokensContext: Place = (accountId, id) => `connect tokens of ${accountId}/${id}`
export const providerSecretContext = (name: number | string): string => `client secret of ${name}`

/** By the columns that contain them; those of providers belong to no account. */
export const GRANT_CONTEXTS = {
  refreshToken: refreshTokenContext,
  accessToken: accessTokenContext,
  connectVerifier: connectVerifierContext,
  connectDeviceCode: connectDeviceContext,
  connectTokens: connectTokensContext,
  providerSecret: (_accountId: number, name: number | string): string => providerSecretContext(name),
} as const
