import { z } from 'zod'
import { parseTypedAddress } from '../../lib/addresses/email-address.ts'
import {
  asText,
  booleanField,
  choiceField,
  idField,
  integerOf,
  listOf,
  textReader,
} from '../../lib/input/field-kinds.ts'
import { clearableField, field, quoted, read, refuse, saying } from '../../lib/input/input-fields.ts'
import { pageFields } from '../../lib/input/page-fields.ts'
import { isTimeZone } from '../../lib/input/time-zone.ts'

/** How input about a mailbox is read. */

const MAX_TEXT_LENGTH = 255
const MAX_SIGNATURE_LENGTH = 5_000
const MAX_SECRET_LENGTH = 1_000
const MAX_DAILY = 10_000
const MAX_GAP_SECONDS = 86_400
const SECURITIES = ['tls', 'starttls', 'none'] as const

export const MailboxIdInput = z.object({ id: idField('The id of the mailbox.') })

export const DoubtfulMailsInput = MailboxIdInput.extend(pageFields('mails'))

export const ListMailboxesInput = z.object(pageFields('mailboxes'))

const line = (name: string, description: string) =>
  clearableField<string>({ type: 'string', maxLength: MAX_TEXT_LENGTH, description }, (raw) => {
    const reading = textReader(name, MAX_TEXT_LENGTH)(raw)
    return reading.ok ? read(reading.value.replace(/\s+/g, ' ')) : reading
  })

const secret = (name: string, description: string) =>
  clearableField<string>(
    { type: 'string', maxLength: MAX_SECRET_LENGTH, writeOnly: true, description },
    textReader(name, MAX_SECRET_LENGTH),
  )

const integer = (name: string, min: number, max: number, description: string) =>
  field<number>({ type: 'integer', minimum: min, maximum: max, description }, (raw) => {
    const value = integerOf(raw)
    const fits = value !== null && value >= min && value <= max
    return fits ? read(value) : refuse('wrong_params', saying(`${name} must be an integer from ${min} to ${max}.`, raw))
  })

const clearableInteger = (name: string, min: number, max: number, description: string) =>
  clearableField<number>({ type: 'integer', minimum: min, maximum: max, description }, (raw) => {
    const value = integerOf(raw)
    const fits = value !== null && value >= min && value <= max
    return fits ? read(value) : refuse('wrong_params', saying(`${name} must be an integer from ${min} to ${max}.`, raw))
  })

const HOST = /^(?=.{1,253}$)[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?$|^[0-9a-f:.]{2,45}$/i

const host = (name: string, description: string) =>
  clearableField<string>({ type: 'string', maxLength: 253, description }, (raw) => {
    const text = asText(raw) ?? ''
    return HOST.test(text)
      ? read(text.toLowerCase())
      : refuse('wrong_params', saying(`${name} must be a host name.`, raw))
  })

const security = (name: string) =>
  choiceField(
    SECURITIES,
    'wrong_params',
    `${name} must be tls, starttls or none.`,
    'tls (default), starttls, or none on networks the operator allows.',
  )

const CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d$/
const SCHEDULE = 'sending_schedule must contain days (0 to 6), start_time and end_time (HH:MM) and time_zone.'

const WITHIN_A_DAY = 'sending_schedule must start before it ends, on the same day.'

interface Hours {
  days: number[]
  start_time: string
  end_time: string
  time_zone: string
}

const schedule = clearableField<Hours | null>(
  {
    type: 'object',
    description: 'When this mailbox sends, regardless of its campaigns: days, start_time, end_time, time_zone.',
    properties: {
      days: { type: 'array', items: { type: 'integer' } },
      start_time: { type: 'string' },
      end_time: { type: 'string' },
      time_zone: { type: 'string' },
    },
  },
  (raw) => {
    if (typeof raw !== 'object' || raw === null) return refuse('wrong_params', SCHEDULE)
    const { days, start_time, end_time, time_zone = 'UTC' } = raw as Record<string, unknown>
    // What a mailbox without hours of its own shows, sent back.
    if (days === null && start_time === null && end_time === null) return read(null)
    const numbers = [...new Set((listOf(days) ?? ['']).map((day) => integerOf(day) ?? -1))].toSorted((a, b) => a - b)
    const [start, end, zone] = [asText(start_time) ?? '', asText(end_time) ?? '', asText(time_zone) ?? '']
    const fits = numbers.length > 0 && numbers.every((day) => day >= 0 && day <= 6)
    if (!fits || !CLOCK.test(start) || !CLOCK.test(end) || !isTimeZone(zone)) return refuse('wrong_params', SCHEDULE)
    if (start >= end) return refuse('wrong_params', saying(WITHIN_A_DAY, `${start} to ${end}`))
    return read({ days: numbers, start_time: start, end_time: end, time_zone: zone })
  },
)

const pictureUrl = clearableField<string>({ type: 'string', description: 'A picture of the sender.' }, (raw) => {
  const text = asText(raw) ?? ''
  const fits = text.length <= 500 && /^https?:\/\//i.test(text) && URL.canParse(text)
  return fits ? read(text) : refuse('wrong_params', saying('profile_picture_url must be an http or https URL.', raw))
})

const email = field<string>({ type: 'string', description: 'The address of the mailbox.' }, (raw) => {
  const address = parseTypedAddress(asText(raw) ?? '')
  return address === null ? refuse('invalid_email', `${quoted(raw)} is not a valid email address.`) : read(address.full)
})

const written = {
  first_name: line('first_name', 'First name of the sender.'),
  last_name: line('last_name', 'Last name of the sender.'),
  sender_name: line('sender_name', 'The name in From, if not first and last name.'),
  signature: clearableField<string>(
    { type: 'string', maxLength: MAX_SIGNATURE_LENGTH, description: 'Added below every message, as plain text.' },
    textReader('signature', MAX_SIGNATURE_LENGTH),
  ),
  default_account: booleanField('default_account', 'wrong_params', 'Whether new campaigns use it by default.'),
  sending_status: choiceField(
    ['active', 'paused', 'warming'] as const,
    'wrong_params',
    'sending_status must be active or paused.',
    'A paused mailbox sends nothing; warming, as shown while it warms up, means active. Default active.',
  ),
  purpose: choiceField(
    ['campaigns', 'reports'] as const,
    'wrong_params',
    'purpose must be campaigns or reports.',
    "reports: it sends nothing and only reads receivers' reports (DMARC, complaints). Default campaigns.",
  ),
  save_sent: booleanField(
    'save_sent',
    'wrong_params',
    'Whether to save replies in its sent folder, for servers that do not do so themselves. Default false.',
  ),
  daily_limit: integer('daily_limit', 1, MAX_DAILY, 'Maximum messages per day. Default 200.'),
  weekly_limit: clearableInteger(
    'weekly_limit',
    1,
    7 * MAX_DAILY,
    'Maximum messages in seven days; empty for five times what it may send in a day, or no other limit if ramp is off.',
  ),
  ramp: choiceField(
    ['auto', 'off'] as const,
    'wrong_params',
    'ramp must be auto or off.',
    'auto: it warms up to its daily limit, from 10 emails a day, and rests when too many bounce. off: neither. Default auto.',
  ),
  gap_seconds: integer('gap_seconds', 0, MAX_GAP_SECONDS, 'Minimum seconds between two messages. Default 60.'),
  sending_schedule: schedule,
  profile_picture_url: pictureUrl,
  custom_tracking_domain: host(
    'custom_tracking_domain',
    'A domain of yours that points to this server, for tracked links.',
  ),
  smtp_host: host('smtp_host', 'Host for sending.'),
  smtp_port: integer('smtp_port', 1, 65_535, 'Default 465 (tls), 587 (starttls) or 25 (none).'),
  smtp_security: security('smtp_security'),
  smtp_username: line('smtp_username', 'User name for sending. Default: the address.'),
  smtp_password: secret('smtp_password', 'Stored encrypted, never shown.'),
  imap_host: host('imap_host', 'Host for reading replies; without it, replies are not read.'),
  imap_port: integer('imap_port', 1, 65_535, 'Default 993 (tls) or 143.'),
  imap_security: security('imap_security'),
  imap_username: line('imap_username', 'User name for reading. Default: the address.'),
  imap_password: secret('imap_password', 'Stored encrypted, never shown. Default: smtp_password.'),
}

const provider = field<string>(
  {
    type: 'string',
    maxLength: 32,
    description: 'An app-only mail provider set up by the operator, instead of servers and passwords.',
  },
  textReader('provider', 32),
)

export const CreateMailboxInput = z.object({ email, provider, ...written })
export const UpdateMailboxInput = z.object({ ...MailboxIdInput.shape, ...written })
export type MailboxWriting = Omit<z.output<typeof UpdateMailboxInput>, 'id'>

export const DkimInput = z.object({
  ...MailboxIdInput.shape,
  domain: host('domain', 'The signing domain: that of the address (default) or a parent.'),
  selector: line('selector', 'Name of the key in DNS. Default: quarry and the id.'),
  private_key: field<string>(
    { type: 'string', writeOnly: true, description: 'An RSA key in PEM; if absent, Quarry generates one.' },
    textReader('private_key', 10_000),
  ),
})
