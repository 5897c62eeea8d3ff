import type { Context } from '../../../src/context.ts'
import { unknownUser } from '../../internet/mail-script.ts'
import { seedPeople } from '../records/seed.ts'
import { startMailTown } from './mail-town.ts'
import type { MailTown } from './mail-town.ts'

/** Domains with a known pattern, whose mail servers know everybody with the family name Ewe. */
export interface PeopleTown extends MailTown {
  /** Makes two colleagues at each domain known. */
  seed: (context: Context) => Promise<void>
  /** Unknown people, at the domains in turn; every fourth has no mailbox. */
  people: (count: number) => { first_name: string; last_name: string; domain: string }[]
}

const COLLEAGUES = [
  ['Ines', 'Calder', 'Support Engineer'],
  ['Rui', 'Abano', 'Sales Manager'],
] as const

/** 0 → Aa, 1 → Ab …, because names contain no digits. */
const nameOf = (index: number): string => {
  const letters = [Math.floor(index / 676) % 26, Math.floor(index / 26) % 26, index % 26]
  return `N${letters.map((letter) => String.fromCodePoint(97 + letter)).join('')}`
}

export async function startPeopleTown(domainCount: number, afterMs = 0): Promise<PeopleTown> {
  const say = (recipient: string): string =>
    /\.(?:ewe|calder|abano)@/.test(recipient) ? '250 2.1.5 Ok' : unknownUser(recipient)
  const town = await startMailTown(domainCount, { script: { rcpt: (recipient) => ({ say: say(recipient), afterMs }) } })
  return {
    ...town,
    seed: async (context) => {
      for (const domain of town.domains) await seedPeople(context, domain, COLLEAGUES)
    },
    people: (count) =>
      Array.from({ length: count }, (_, index) => ({
        first_name: nameOf(index),
        last_name: index % 4 === 3 ? 'Quill' : 'Ewe',
        domain: town.domains[index % domainCount] ?? '',
      })),
  }
}
