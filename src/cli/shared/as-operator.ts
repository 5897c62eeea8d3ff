import { randomUUID } from 'node:crypto'
import { newCall } from '../../context.ts'
import type { Asking, Call, Context } from '../../context.ts'
import { operatorPrincipal } from '../../core/accounts/operator-principal.ts'
import { withContext } from './with-context.ts'

/** A call on behalf of the first account, without rate limits: the operator at a shell. It does not wait for visits. */
export async function operatorCall(
  context: Context,
  waiting: Pick<Asking, 'signal'> & Partial<Pick<Asking, 'firstCrawl'>>,
): Promise<Call> {
  const principal = await operatorPrincipal(context)
  const config = { ...context.config, rateLimit: { ...context.config.rateLimit, factor: 0 } }
  return newCall({ ...context, config }, { principal, requestId: randomUUID(), crawlWaitMs: 0, ...waiting })
}

/** Runs `work` on behalf of the first account, with a started queue for sending jobs. */
export async function asOperator(work: (call: Call) => Promise<void>): Promise<void> {
  await withContext(async (context) => {
    await context.queue.start()
    await work(await operatorCall(context, { signal: new AbortController().signal }))
  })
}
