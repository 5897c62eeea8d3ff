/** What is sealed for connecting apps, and for what. */

/** Under this name the keys of the authorization server are kept among the settings, sealed. */
export const OAUTH_KEYS_SETTING = 'oauth_keys'
export const OAUTH_KEYS_CONTEXT = 'oauth keys'

/** Secrets of clients (model Client), and what a flow holds that is in progress (Interaction). */
export const oauthObjectContext = (model: string): string => `oauth ${model}`
