import type { Outcome } from './attack.ts'

const AT_ONCE = 8

/** Runs several attacks at a time, as one attacker with a few connections would. */
export async function inTurn<T>(items: readonly T[], attack: (item: T) => Promise<Outcome>): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const queue = items.values()
  const sender = async (): Promise<void> => {
    for (const item of queue) outcomes.push(await attack(item))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sender))
  return outcomes
}
