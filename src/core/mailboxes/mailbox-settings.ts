import type { MailboxChange } from '../../db/mailboxes/mailboxes-store.ts'
import type { MailboxWriting } from './mailbox-input.ts'

/** All settings of a mailbox except its connection. */
export function mailboxSettings(given: MailboxWriting): MailboxChange {
  const { first_name, last_name, sender_name, signature, profile_picture_url, custom_tracking_domain } = given
  const {
    default_account,
    sending_status,
    daily_limit,
    weekly_limit,
    gap_seconds,
    sending_schedule,
    ramp,
    purpose,
    save_sent,
  } = given
  const all = {
    first_name,
    last_name,
    sender_name,
    signature,
    profile_picture_url,
    custom_tracking_domain,
    default_account,
    // Whether an active mailbox warms up is up to `ramp`.
    sending_status: sending_status === 'warming' ? ('active' as const) : sending_status,
    daily_limit,
    weekly_limit,
    gap_seconds,
    // A gap that somebody chose is kept exactly.
    gap_spread: gap_seconds === undefined ? undefined : 0,
    sending_schedule,
    ramp,
    purpose,
    save_sent,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}
