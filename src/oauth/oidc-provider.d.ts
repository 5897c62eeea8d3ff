/** The part of oidc-provider 9.13.3 that Quarry uses; it ships no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  /** A request as Koa represents it. */
  export interface Ctx {
    req: IncomingMessage
    res: ServerResponse
    status: number
    body: unknown
    path: string
    method: string
    type: string
    set: (name: string, value: string) => void
    get: (name: string) => string
    oidc?: OidcContext
  }

  export interface OidcContext {
    route: string
    params?: Readonly<Record<string, unknown>>
    body?: Record<string, unknown>
    client?: Client
    result?: { consent?: { grantId?: string } }
    entities: { Grant?: GrantObject; RefreshToken?: TokenObject; AccessToken?: TokenObject; Client?: Client }
  }

  export interface Client {
    clientId: string
    clientName?: string
    redirectUris: string[]
    clientAuthMethod: string
    clientIdMetadataDocument?: true
    grantTypeAllowed: (type: string) => boolean
    metadata: () => Record<string, unknown>
  }

  export interface TokenObject {
    jti: string
    grantId?: string
    accountId?: string
    scope?: string
    clientId?: string
  }

  export interface GrantObject extends TokenObject {
    addResourceScope: (resource: string, scope: string) => void
    save: () => Promise<string>
  }

  export interface Interaction {
    uid: string
    params: Readonly<Record<string, unknown>>
    prompt: { name: string }
    returnTo: string
    /** What was decided. */
    result?: Readonly<Record<string, unknown>>
  }

  export interface Adapter {
    upsert: (id: string, payload: Record<string, unknown>, expiresIn?: number) => Promise<void>
    find: (id: string) => Promise<Record<string, unknown> | undefined>
    findByUserCode: (code: string) => Promise<Record<string, unknown> | undefined>
    findByUid: (uid: string) => Promise<Record<string, unknown> | undefined>
    consume: (id: string) => Promise<void>
    destroy: (id: string) => Promise<void>
    revokeByGrantId: (grantId: string) => Promise<void>
  }

  export class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>)
    /** Of the request being answered, if there is one. */
    static readonly ctx: Ctx | undefined
    proxy: boolean
    silent: boolean
    callback: () => (request: IncomingMessage, response: ServerResponse) => Promise<void>
    use: (middleware: (ctx: Ctx, next: () => Promise<void>) => Promise<void>) => this
    on: (event: string, listener: (ctx: Ctx, subject: unknown) => void) => this
    interactionDetails: (request: IncomingMessage, response: ServerResponse) => Promise<Interaction>
    interactionResult: (
      request: IncomingMessage,
      response: ServerResponse,
      result: Readonly<Record<string, unknown>>,
      options?: { mergeWithLastSubmission?: boolean },
    ) => Promise<string>
    readonly Client: { find: (id: string) => Promise<Client | undefined> }
    readonly Grant: new (about: { accountId: string; clientId: string }) => GrantObject
  }

  export const interactionPolicy: {
    Prompt: new (about: { name: string; requestable?: boolean }, ...checks: unknown[]) => object
    Check: new (reason: string, description: string, error: string, check: (ctx: Ctx) => boolean) => object
  }

  export const errors: {
    InvalidGrant: new (detail: string) => Error
    InvalidTarget: new (detail?: string) => Error
    InvalidClientMetadata: new (description: string) => Error
    InvalidClient: new (description: string, detail?: string) => Error
    OIDCProviderError: new (
      ...details: never[]
    ) => Error & { error: string; error_description?: string; error_detail?: string }
  }
}
