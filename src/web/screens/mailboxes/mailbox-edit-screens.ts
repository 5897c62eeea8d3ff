import { GetMailbox, UpdateMailbox } from '../../../core/mailboxes/mailboxes.ts'
import type { MailboxRecord } from '../../../core/mailboxes/mailbox-output.ts'
import { connectableProviders } from '../../../core/connects/connectable-providers.ts'
import { inputField, problemList, tickBox } from '../../components/field.ts'
import { askFor, readFrom } from '../../page/ask.ts'
import { fieldText, isTicked } from '../../page/fields.ts'
import { html } from '../../page/html.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { form, screen, see } from '../../page/screen.ts'
import { changedOnly, changesIn, shownField } from '../../page/shown.ts'
import type { View } from '../../page/view.ts'
import { insteadOfPassword } from './connect-buttons.ts'
import { saidAtField } from './server-refusal.ts'
import {
  HOURS_FIELDS,
  hoursFields,
  senderFields,
  shownHours,
  sentHours,
  sentServers,
  serverFields,
  signatureField,
} from './mailbox-fields.ts'

/** Sender, signature, limits and hours of a mailbox. */
export const MailboxSettingsScreen = screen({
  scope: 'write',
  asks: ({ params }) => ({ mailbox: askFor(GetMailbox, { id: params['id'] }) }),
  title: ({ words }, { mailbox }) => words.mailboxes.settingsOf(mailbox.data.email),
  page: ({ mailbox: { data } }, view) => {
    const { mailboxes, guard, general } = view.words
    const beside = 'daily_limit'
    return html`<section class="narrow">
      <h1>${mailboxes.settingsOf(data.email)}</h1>
      ${problemList(view)}
      <form method="post" action="${to(`/mailboxes/${data.id}/settings`)}" class="stack">
        ${shownField(view, shownSettings(data, view))}
        <fieldset>
          <legend>${mailboxes.sender}</legend>
          ${senderFields(view, data)} ${signatureField(view, data.signature)}
        </fieldset>
        <fieldset>
          <legend>${mailboxes.limits}</legend>
          <div class="row">
            ${inputField(view, { name: 'daily_limit', label: mailboxes.dailyLimit, type: 'number', min: 1, max: 10_000, value: data.daily_limit })}
            ${inputField(view, { name: 'gap_seconds', label: mailboxes.gap, type: 'number', min: 0, max: 86_400, value: data.gap_seconds })}
          </div>
          ${inputField(view, { name: 'weekly_limit', label: guard.weeklyLimit, type: 'number', min: 1, max: 70_000, value: data.weekly_limit, hint: guard.weeklyLimitHint })}
          <p>${tickBox(view, { name: 'ramp', label: guard.ramp, ticked: data.ramp === 'auto', beside })}</p>
          <p>${tickBox(view, { name: 'save_sent', label: guard.purpose.saveSent, ticked: data.save_sent, beside })}</p>
          <p>${tickBox(view, { name: 'default_account', label: mailboxes.isDefault, ticked: data.default_account, beside })}</p>
        </fieldset>
        ${hoursFields(view, data.sending_schedule)}
        <p class="row">
          <button>${general.save}</button>
          <a class="button outline" href="${to(`/mailboxes/${data.id}`)}">${general.cancel}</a>
        </p>
      </form>
    </section>`
  },
})

const tick = (ticked: boolean): string => (ticked ? 'true' : '')

/** The fields of the form as it shows them. */
const shownSettings = (data: MailboxRecord, view: View) => ({
  first_name: data.first_name,
  last_name: data.last_name,
  sender_name: data.sender_name,
  signature: data.signature,
  daily_limit: data.daily_limit,
  gap_seconds: data.gap_seconds,
  weekly_limit: data.weekly_limit,
  ramp: tick(data.ramp === 'auto'),
  save_sent: tick(data.save_sent),
  default_account: tick(data.default_account),
  ...shownHours(data.sending_schedule, view),
})

export const MailboxSettingsForm = form({
  uses: [UpdateMailbox],
  on: { path: '/mailboxes/:id/settings', screen: MailboxSettingsScreen },
  act: async ({ perform, fields, view }) => {
    const text = (name: string) => fieldText(fields, name) || null
    const input = {
      first_name: text('first_name'),
      last_name: text('last_name'),
      sender_name: text('sender_name'),
      signature: text('signature'),
      daily_limit: fieldText(fields, 'daily_limit'),
      gap_seconds: fieldText(fields, 'gap_seconds'),
      ...(Object.hasOwn(fields, 'weekly_limit') && {
        weekly_limit: text('weekly_limit'),
        ramp: isTicked(fields, 'ramp') ? 'auto' : 'off',
        save_sent: isTicked(fields, 'save_sent'),
      }),
      default_account: isTicked(fields, 'default_account'),
    }
    const { data } = await perform(UpdateMailbox, {
      id: view.params['id'],
      ...changedOnly(fields, input),
      ...(changesIn(fields)(...HOURS_FIELDS) && { sending_schedule: sentHours(fields) }),
    })
    return see(to(`/mailboxes/${data.id}`), notice('mailboxes.saved'))
  },
})

/** Its servers and password: tested before they are stored. */
export const MailboxServersScreen = screen({
  scope: 'write',
  confirmed: true,
  asks: ({ params }) => ({
    mailbox: askFor(GetMailbox, { id: params['id'] }),
    providers: readFrom((context) => connectableProviders(context)),
  }),
  title: ({ words }, { mailbox }) => words.mailboxes.serversOf(mailbox.data.email),
  page: ({ mailbox: { data }, providers }, view) => {
    const { mailboxes, general } = view.words
    const none = { host: '', port: null, security: 'tls', username: null }
    // It logs in with a token of the provider.
    const login = data.oauth === null ? { password: mailboxes.keepPassword } : { username: null }
    return html`<section class="narrow">
      <h1>${mailboxes.serversOf(data.email)}</h1>
      ${problemList(view)}
      ${data.oauth === null ? insteadOfPassword(providers, data.id, view) : html`<p>${mailboxes.consent.ofProvider(data.oauth.provider)}</p>`}
      <form method="post" action="${to(`/mailboxes/${data.id}/servers`)}" class="stack">
        ${serverFields(view, 'smtp', data.smtp ?? none, login)}
        ${serverFields(view, 'imap', data.imap ?? none, { host: mailboxes.imapHostHint, ...login })}
        <p class="row">
          <button>${mailboxes.tryButton}</button>
          <a class="button outline" href="${to(`/mailboxes/${data.id}`)}">${general.cancel}</a>
        </p>
        <p class="muted">${mailboxes.connectHint}</p>
      </form>
    </section>`
  },
})

export const MailboxServersForm = form({
  uses: [UpdateMailbox],
  on: { path: '/mailboxes/:id/servers', screen: MailboxServersScreen },
  confirmed: true,
  act: async ({ perform, fields, view }) => {
    const servers = { id: view.params['id'], ...sentServers(fields) }
    const { data } = await saidAtField(view.words, () => perform(UpdateMailbox, servers))
    return see(to(`/mailboxes/${data.id}`), notice('mailboxes.connected', { email: data.email }))
  },
})
