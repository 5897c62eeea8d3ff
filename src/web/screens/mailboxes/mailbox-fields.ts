import type { MailboxRecord } from '../../../core/mailboxes/mailbox-output.ts'
import { choice, inputField, textArea, tickBox } from '../../components/field.ts'
import { timeZones } from '../../components/time-zones.ts'
import { weekDays } from '../../components/week-days.ts'
import { fieldText, fieldTexts, isTicked } from '../../page/fields.ts'
import type { Fields } from '../../page/fields.ts'
import { html } from '../../page/html.ts'
import type { Content, Html } from '../../page/html.ts'
import type { View } from '../../page/view.ts'

/** Fields shared by several mailbox forms, and how they are read. */

interface ServerValues {
  host: string
  port: number | null
  security: string
  username: string | null
}

interface ServerHints {
  host?: Content
  /** Null: not entered by hand. */
  username?: Content | null
  password?: Content
}

/** Host, port, encryption and user of one server. */
export const serverFields = (
  view: View,
  protocol: 'smtp' | 'imap',
  { host, port, security, username }: ServerValues,
  hints: ServerHints,
): Html => {
  const { mailboxes } = view.words
  const label = protocol === 'smtp' ? mailboxes.smtpHost : mailboxes.imapHost
  const securities = (['tls', 'starttls', 'none'] as const).map((name) => [name, mailboxes.securities[name]] as const)
  return html`<fieldset>
    <legend>${protocol === 'smtp' ? mailboxes.sending : mailboxes.reading}</legend>
    ${inputField(view, { name: `${protocol}_host`, label, value: host, maxLength: 253, required: protocol === 'smtp', hint: hints.host, autocomplete: 'off' })}
    <div class="row">
      ${inputField(view, { name: `${protocol}_port`, label: mailboxes.port, type: 'number', min: 1, max: 65_535, value: port, hint: mailboxes.portHint })}
      ${choice(view, { name: `${protocol}_security`, label: mailboxes.security, value: security, choices: securities })}
    </div>
    ${hints.username === null ? '' : inputField(view, { name: `${protocol}_username`, label: mailboxes.username, value: username, hint: hints.username ?? mailboxes.usernameHint, autocomplete: 'off' })}
    ${hints.password === undefined ? '' : inputField(view, { name: `${protocol}_password`, label: mailboxes.password, type: 'password', hint: hints.password, autocomplete: 'new-password' })}
  </fieldset>`
}

/** The form's input for both servers. Users and passwords left empty are not sent. */
export function sentServers(fields: Fields): Record<string, string | null> {
  const names = (['smtp', 'imap'] as const).flatMap((protocol) =>
    ['port', 'security', 'username', 'password'].map((part) => `${protocol}_${part}`),
  )
  const filled = names.flatMap((name) => {
    const text = fieldText(fields, name)
    return text === '' ? [] : [[name, text] as const]
  })
  return {
    ...Object.fromEntries(filled),
    smtp_host: fieldText(fields, 'smtp_host'),
    imap_host: fieldText(fields, 'imap_host') || null,
  }
}

interface SenderValues {
  first_name: string | null
  last_name: string | null
  sender_name: string | null
}

/** The sender of the mail. */
export const senderFields = (view: View, { first_name, last_name, sender_name }: SenderValues): Html => {
  const { mailboxes } = view.words
  return html`<div class="row">
      ${inputField(view, { name: 'first_name', label: mailboxes.firstName, value: first_name, maxLength: 255 })}
      ${inputField(view, { name: 'last_name', label: mailboxes.lastName, value: last_name, maxLength: 255 })}
    </div>
    ${inputField(view, { name: 'sender_name', label: mailboxes.senderName, value: sender_name, maxLength: 255, hint: mailboxes.senderNameHint })}`
}

export const signatureField = (view: View, signature: string | null): Html => {
  const { mailboxes } = view.words
  return textArea(view, {
    name: 'signature',
    label: mailboxes.signature,
    value: signature,
    rows: 4,
    hint: mailboxes.signatureHint,
  })
}

/** The inputs of `hoursFields`, which belong together. */
export const HOURS_FIELDS = ['own_hours', 'hours_days', 'hours_start', 'hours_end', 'hours_zone'] as const

/** What `hoursFields` shows, as if sent. */
export const shownHours = (hours: MailboxRecord['sending_schedule'], view: View) => {
  const { days, start_time, end_time, time_zone } = hoursOf(hours, view)
  const ticked = hours.days === null ? '' : 'true'
  return { own_hours: ticked, hours_days: days, hours_start: start_time, hours_end: end_time, hours_zone: time_zone }
}

const hoursOf = (hours: MailboxRecord['sending_schedule'], { me }: Pick<View, 'me'>) =>
  hours.days === null
    ? { days: [1, 2, 3, 4, 5], start_time: '09:00', end_time: '17:00', time_zone: me?.login.timeZone ?? 'UTC' }
    : hours

/** Its own hours, or those of campaigns. */
export const hoursFields = (view: View, hours: MailboxRecord['sending_schedule']): Html => {
  const { mailboxes } = view.words
  const hasOwn = hours.days !== null
  const shown = hoursOf(hours, view)
  return html`<fieldset>
    <legend>${mailboxes.hoursTitle}</legend>
    <p>${tickBox(view, { name: 'own_hours', label: mailboxes.ownHours, ticked: hasOwn, beside: 'hours_zone' })}</p>
    ${weekDays(view, { name: 'hours_days', label: mailboxes.days, ticked: shown.days ?? [], beside: 'hours_zone' })}
    <div class="row">
      ${inputField(view, { name: 'hours_start', label: mailboxes.from, type: 'time', value: shown.start_time ?? '' })}
      ${inputField(view, { name: 'hours_end', label: mailboxes.to, type: 'time', value: shown.end_time ?? '' })}
      ${timeZones(view, { name: 'hours_zone', label: mailboxes.timeZone, value: shown.time_zone })}
    </div>
  </fieldset>`
}

export const sentHours = (fields: Fields): Record<string, unknown> | null =>
  isTicked(fields, 'own_hours')
    ? {
        days: fieldTexts(fields, 'hours_days'),
        start_time: fieldText(fields, 'hours_start'),
        end_time: fieldText(fields, 'hours_end'),
        time_zone: fieldText(fields, 'hours_zone'),
      }
    : null
