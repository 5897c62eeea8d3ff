/** The setting that contains the keys of the authorization server, sealed. */
export const OAUTH_KEYS_SETTING = 'oauth_keys'
export const OAUTH_KEYS_CONTEXT = 'oauth keys'

/** For clients' secrets (model Client), and for what a flow in progress contains (Interaction). */
export const oauthObjectContext = (model: string): string => `oauth ${model}`
