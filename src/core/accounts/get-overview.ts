import { z } from 'zod'
import type { OverviewItem } from '../../db/accounts/overview-store.ts'
import { creditsLeft } from '../billing/credits.ts'
import { billingPeriod, planOf } from '../billing/plans.ts'
import { capability } from '../capability/capability.ts'

const Item = z.object({
  kind: z.enum(['check', 'import', 'crawl', 'move', 'mailbox', 'uncertain', 'webhook', 'credits']),
  /** The id of the record that the kind refers to; null if there is none. */
  id: z.int().nullable(),
  /** A name, a domain or an address, as its owner or a site wrote it. */
  name: z.string().nullable(),
  since: z.iso.datetime().nullable(),
  done: z.int().nullable(),
  total: z.int().nullable(),
  sentence: z.string(),
  /** The path of the screen that says more. */
  link: z.string(),
})
type Item = z.output<typeof Item>

/** The share of the allowance below which somebody should know. */
const LOW_CREDITS = 0.1

/** What is running in the account and what needs a person: at most ten of each kind, the newest; free. */
export const GetOverview = capability({
  name: 'get_overview',
  group: 'account',
  scope: 'read',
  isLight: true,
  input: z.object({}),
  output: z.object({ data: z.object({ running: z.array(Item), needs: z.array(Item) }), meta: z.object({}) }),
  run: async (call) => {
    const { accountId, plan, accountCreatedAt } = call.principal
    const running = await call.store.overview.running(accountId)
    const needs = await call.store.overview.needs(accountId)
    const allowance = planOf(plan).credits
    const left = await creditsLeft(call)
    const { resetsOn } = billingPeriod(accountCreatedAt, call.clock.now())
    return {
      data: {
        running: running.map(describeItem),
        needs: [...needs.map(describeItem), ...lowCredits(left, allowance, resetsOn)],
      },
      meta: {},
    }
  },
})

function lowCredits(left: number | null, allowance: number | null, resetsOn: string): Item[] {
  if (left === null || allowance === null || left >= allowance * LOW_CREDITS) return []
  const sentence = `${left} of ${allowance} credits are left until ${resetsOn}.`
  const item = { id: null, name: null, since: null, done: Math.floor(left), total: allowance }
  return [{ kind: 'credits', ...item, sentence, link: '/app/settings/usage' }]
}

const describeItem = (item: OverviewItem): Item => ({
  ...item,
  since: item.since?.toISOString() ?? null,
  ...SAID[item.kind](item),
})

type Said = Pick<Item, 'sentence' | 'link'>

const SAID: Readonly<Record<OverviewItem['kind'], (item: OverviewItem) => Said>> = {
  check: ({ id, done, total }) => ({
    sentence: `${done ?? 0} of ${total ?? 0} addresses checked.`,
    link: `/app/verify/${id}`,
  }),
  import: ({ id, done, total }) => ({
    sentence: `${done ?? 0} of ${total ?? 0} rows imported.`,
    link: `/app/imports/${id}`,
  }),
  crawl: ({ name, done }) => ({
    sentence: `${done ?? 0} pages of the site read.`,
    link: `/app/companies/${name}`,
  }),
  move: ({ id }) => ({ sentence: 'Leads are being moved or deleted.', link: `/app/lists/${id}` }),
  mailbox: ({ id }) => ({ sentence: 'This mailbox cannot send or be read.', link: `/app/mailboxes/${id}` }),
  uncertain: ({ id, total }) => ({
    sentence: `${total ?? 0} messages may or may not have been sent: resend them, or mark them as sent.`,
    link: `/app/campaigns/${id}/stats`,
  }),
  webhook: ({ id }) => ({
    sentence: 'Deliveries to this webhook are failing.',
    link: `/app/settings/webhooks/${id}`,
  }),
}
