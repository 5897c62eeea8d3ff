/** The plans an operator can assign; nothing is sold. Credits are per month; null means no limit. */
export interface Plan {
  name: string
  level: number
  credits: number | null
  premium: boolean
  mailboxes: number | null
  /** Companies that may be watched. */
  watches: number
}

export const PLANS = {
  free: { name: 'Free', level: 0, credits: 50, premium: false, mailboxes: 1, watches: 25 },
  starter: { name: 'Starter', level: 1, credits: 2_000, premium: true, mailboxes: 3, watches: 1_000 },
  growth: { name: 'Growth', level: 2, credits: 10_000, premium: true, mailboxes: 10, watches: 1_000 },
  scale: { name: 'Scale', level: 3, credits: 25_000, premium: true, mailboxes: 20, watches: 1_000 },
  unlimited: { name: 'Unlimited', level: 4, credits: null, premium: true, mailboxes: null, watches: 1_000 },
} as const satisfies Record<string, Plan>

export type PlanId = keyof typeof PLANS

/** The plan with this id; an unknown id counts as the smallest plan. */
export const planOf = (id: string): Plan => (Object.hasOwn(PLANS, id) ? PLANS[id as PlanId] : PLANS.free)

export interface BillingPeriod {
  /** `YYYY-MM-DD`, first day. */
  startsOn: string
  /** `YYYY-MM-DD`, first day of the next period. */
  resetsOn: string
}

/**
 * The monthly period that includes `now`, counted from the day the account was created. In a month without that day (31 in
 * April), the period begins on the last day.
 */
export function billingPeriod(createdAt: Date, now: Date): BillingPeriod {
  const months = (now.getUTCFullYear() - createdAt.getUTCFullYear()) * 12 + now.getUTCMonth() - createdAt.getUTCMonth()
  const current = periodStart(createdAt, months)
  const index = current > isoDay(now) ? months - 1 : months
  return { startsOn: periodStart(createdAt, index), resetsOn: periodStart(createdAt, index + 1) }
}

function periodStart(createdAt: Date, monthsLater: number): string {
  const month = createdAt.getUTCMonth() + monthsLater
  const lastDay = new Date(Date.UTC(createdAt.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const day = Math.min(createdAt.getUTCDate(), lastDay)
  return isoDay(new Date(Date.UTC(createdAt.getUTCFullYear(), month, day)))
}

const isoDay = (date: Date): string => date.toISOString().slice(0, 10)
