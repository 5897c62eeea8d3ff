import type { Call } from '../context.ts'
import { operatorCall } from '../core/accounts/operator-call.ts'
import { withContext } from './with-context.ts'

/** Runs `work` in the name of the first account, with jobs that can be sent. */
export async function asOperator(work: (call: Call) => Promise<void>): Promise<void> {
  await withContext(async (context) => {
    await context.queue.start()
    await work(await operatorCall(context, { signal: new AbortController().signal, crawlWaitMs: 0, progress: null }))
  })
}
