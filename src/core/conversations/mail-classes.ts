import type { MailClass } from '../../db/conversations/keep-mail.ts'

/** What an email is, or what its writer wants; mail from people first. */
export const MAIL_CLASSES = [
  'interested',
  'not_now',
  'not_interested',
  'remove_me',
  'out_of_office',
  'auto',
  'bounce',
  'complaint',
  'other',
] as const satisfies readonly MailClass[]
