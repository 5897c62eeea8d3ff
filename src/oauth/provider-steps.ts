import type { Client, Ctx, Provider, TokenObject } from 'oidc-provider'
import type { Context } from '../context.ts'
import type { NoteStep, StepName } from '../core/apps/note-step.ts'
import { requestIdIn } from './step-of.ts'

/** Records what the provider did, as steps of a connection. */
export function noteSteps(provider: Provider, note: NoteStep): void {
  const noted = (step: StepName, isFailure: boolean) => (ctx: Ctx, subject: unknown) => {
    const { oidc } = ctx
    const sent = { ...oidc?.body, ...oidc?.params }
    const token = tokenOf(ctx)
    const client = (subject as Client | undefined)?.clientId ?? oidc?.client?.clientId ?? textOf(sent['client_id'])
    const isRefresh = step === 'token' && sent['grant_type'] === 'refresh_token'
    note({
      step: isRefresh ? 'refreshed' : isFailure ? failedStep(step, subject) : step,
      outcome: isFailure ? errorOf(subject) : 'ok',
      ip: ctx.get('x-forwarded-for'),
      accountId: accountOf(token),
      client,
      redirectUri: textOf(sent['redirect_uri']) ?? firstOf(sent['redirect_uris']),
      scopes: (token?.scope ?? textOf(sent['scope']))?.split(' ') ?? null,
      userAgent: ctx.get('user-agent'),
      requestId: requestIdIn(ctx.res),
      detail: isFailure ? detailOf(subject) : null,
    })
  }
  provider.on('registration_create.success', noted('registered', false))
  provider.on('registration_create.error', noted('registered', true))
  provider.on('interaction.started', noted('authorize', false))
  provider.on('authorization.error', noted('authorize', true))
  provider.on('grant.success', noted('token', false))
  provider.on('grant.error', noted('token', true))
  provider.on('grant.revoked', noted('revoked', false))
}

/** Before the answer: a revoked token is refused from the next call on, without waiting for the notification. */
export function forgetRevoked(provider: Provider, { accessChanges }: Pick<Context, 'accessChanges'>): void {
  const forget = (ctx: Ctx): void => {
    const account = accountOf(tokenOf(ctx))
    if (account !== null) accessChanges.changed(account)
  }
  provider.use(async (ctx, next) => {
    await next()
    if (ctx.oidc?.route === 'revocation') forget(ctx)
  })
  // Also when a refresh token is used once too often.
  provider.on('grant.revoked', forget)
}

const tokenOf = ({ oidc }: Ctx): TokenObject | undefined => oidc?.entities.AccessToken ?? oidc?.entities.RefreshToken

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const firstOf = (value: unknown): string | null => (Array.isArray(value) ? textOf(value[0]) : null)

const accountOf = (token: TokenObject | undefined): number | null => {
  const account = Number(token?.accountId?.split('.')[0])
  return Number.isInteger(account) ? account : null
}

const errorOf = (error: unknown): string => textOf((error as { error?: unknown }).error) ?? 'server_error'

/** An invalid client may be one whose metadata document could not be read. */
const failedStep = (step: StepName, error: unknown): StepName =>
  errorOf(error) === 'invalid_client' && /metadata document/.test((error as Error).message + descriptionOf(error))
    ? 'client_read'
    : step

const descriptionOf = (error: unknown): string =>
  textOf((error as { error_description?: unknown }).error_description) ?? ''

/** Sentences of the provider that say more than the code; none repeats what was sent. */
const TELLING: readonly (readonly [pattern: RegExp, detail: string])[] = [
  [/already (?:used|consumed)/, 'It had been used before.'],
  [/PKCE|code_challenge/, 'The proof key (PKCE, S256) is missing or wrong.'],
  [/user name or password/, 'A redirect address of the app contains a user name or password.'],
  [/redirect_uri/, 'The redirect address is not one the app has registered.'],
  [/metadata document/, "The app's metadata document could not be read."],
  [/expired/, 'It had expired.'],
]

function detailOf(error: unknown): string | null {
  const said = `${descriptionOf(error)} ${textOf((error as { error_detail?: unknown }).error_detail) ?? ''}`
  return TELLING.find(([pattern]) => pattern.test(said))?.[1] ?? null
}
