import type { RequestHandler } from 'express'
import type { Ctx } from 'oidc-provider'
import type { Context } from '../context.ts'
import type { Consents } from '../core/apps/consent.ts'
import type { NoteStep } from '../core/apps/note-step.ts'
import { OauthProblem } from '../core/apps/oauth-problem.ts'
import { createConsents } from './consents.ts'
import { oauthKeys } from './oauth-keys.ts'
import { finishAnswers, oauthRouter } from './oauth-router.ts'
import type { ShownErrors } from './oauth-router.ts'
import { createProvider } from './provider.ts'
import { forgetRevoked, noteSteps } from './provider-steps.ts'

/** Quarry's authorization server, as the HTTP layer mounts it. */
export interface OauthServer {
  router: RequestHandler
  consents: Consents
}

/** Creates the authorization server. Only this loads oidc-provider. */
export async function openOauth(context: Context, note: NoteStep): Promise<OauthServer> {
  const shown: ShownErrors = new WeakMap()
  const showError = (ctx: Ctx, { error }: { error: string }): Promise<void> => {
    const isForReaders = (ctx.req.headers.accept ?? '').includes('text/html')
    if (!isForReaders) ctx.body = { error }
    else {
      shown.set(ctx.req, new OauthProblem(error, ctx.status))
      Object.assign(ctx, { respond: false })
    }
    return Promise.resolve()
  }
  const provider = createProvider(context, await oauthKeys(context), showError)
  finishAnswers(provider, context, shown)
  forgetRevoked(provider, context)
  noteSteps(provider, note)
  return {
    router: oauthRouter(context, provider, shown),
    consents: createConsents(context, provider, note),
  }
}
