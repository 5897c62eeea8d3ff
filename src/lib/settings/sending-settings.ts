import { domainToASCII } from 'node:url'
import { z } from 'zod'
import { flag, integer, listSetting } from './environment-kinds.ts'

/** The variables of sending, in the order of `.env.example`. */
export const sendingVariables = {
  QUARRY_SENDING_MAX_DAILY: integer(10_000, 1, 1_000_000),
  QUARRY_SENDING_DOMAINS: listSetting(
    (name) => domainToASCII(name) === name && name.includes('.'),
    'a domain in lower case',
  ),
  QUARRY_SEND_GATE: z.enum(['gate', 'skip_invalid'], 'It must be gate or skip_invalid').default('gate'),
  QUARRY_SEND_GUARD: flag(true),
}

/** What the operator allows in sending, and the defaults for new mailboxes and campaigns. */
export interface SendingConfig {
  /** The most messages and copies a day for any mailbox. */
  sendingMaxDaily: number
  /** Domains (with their subdomains) that mail may be sent from; empty for all. */
  senderDomains: readonly string[]
  /** Whether new campaigns write only to verified addresses, or to all that are not known to be invalid. */
  sendGate: 'gate' | 'skip_invalid'
  /** Whether new mailboxes ramp up to their daily limit, and new campaigns have brakes and a pace. */
  sendGuard: boolean
}

export const sendingConfig = (env: z.infer<z.ZodObject<typeof sendingVariables>>): SendingConfig => ({
  sendingMaxDaily: env.QUARRY_SENDING_MAX_DAILY,
  senderDomains: env.QUARRY_SENDING_DOMAINS,
  sendGate: env.QUARRY_SEND_GATE,
  sendGuard: env.QUARRY_SEND_GUARD,
})
