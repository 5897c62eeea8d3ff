import type { Context } from '../context.ts'
import { fetchLogo, FETCH_LOGO_JOB } from '../core/enrich/logo.ts'
import type { Politeness } from '../engine/crawl/politeness.ts'

const CONCURRENCY = 2

/** Looks for the logos that somebody asked for, as politely as any crawl. */
export async function startFetchLogos(context: Context, politeness: Politeness): Promise<void> {
  await context.queue.work<{ domain: string }>(
    FETCH_LOGO_JOB,
    { concurrency: CONCURRENCY },
    async ({ domain }, { signal }) => {
      const found = await fetchLogo(context, domain, { politeness, signal })
      context.log.info({ domain, found }, 'logo')
    },
  )
}
