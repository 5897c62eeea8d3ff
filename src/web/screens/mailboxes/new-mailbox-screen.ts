import { CreateMailbox } from '../../../core/mailboxes/mailboxes.ts'
import { connectableProviders } from '../../../core/connects/connectable-providers.ts'
import { connectButtons } from './connect-buttons.ts'
import { readFrom } from '../../page/ask.ts'
import { hidden, inputField, problemList, tickBox } from '../../components/field.ts'
import { fieldText, isTicked } from '../../page/fields.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Content, Html } from '../../page/html.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { form, screen, see } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import { senderFields, sentServers, serverFields } from './mailbox-fields.ts'
import { saidAtField } from './server-refusal.ts'
import { PROVIDER_NAMES, presetOf, PROVIDERS } from './known-providers.ts'

/** Connects a mailbox: where it is hosted, its address and a password; the servers of many providers are known. */
export const NewMailboxScreen = screen({
  scope: 'write',
  confirmed: true,
  asks: () => ({ providers: readFrom((context) => connectableProviders(context)) }),
  title: ({ words }) => words.mailboxes.connect,
  page: ({ providers }, view) => {
    const { mailboxes } = view.words
    const provider = presetOf(view.query['provider'])
    const isOther = provider === 'other'
    return html`<section class="narrow">
      <h1>${mailboxes.connect}</h1>
      ${connectButtons(providers, view)}
      ${providers.length === 0 ? html`<h2>${mailboxes.provider}</h2>` : html`<h3>${mailboxes.provider}</h3>`}
      <ul class="tabs-line">
        ${PROVIDER_NAMES.map(
          (name) =>
            html`<li><a href="${to('/mailboxes/new', { provider: name })}"${name === provider ? html` aria-current="page"` : NOTHING}>${mailboxes.providers[name]}</a></li>`,
        )}
      </ul>
      ${problemList(view)}
      <form method="post" action="${to('/mailboxes/new', { provider })}" class="stack">
        ${hidden({ once: view.onceInTabs })}
        ${inputField(view, { name: 'email', label: mailboxes.email, type: 'email', required: true, placeholder: 'anna@birch.example', autocomplete: 'off' })}
        ${inputField(view, { name: 'smtp_password', label: isOther ? mailboxes.password : mailboxes.appPassword, type: 'password', required: true, autocomplete: 'new-password', hint: passwordHint(view, provider) })}
        ${senderFields(view, { first_name: view.me?.login.firstName ?? null, last_name: view.me?.login.lastName ?? null, sender_name: null })}
        ${isOther ? servers(view) : html`<details${view.problems.all.length > 0 ? html` open` : NOTHING}><summary>${mailboxes.serversTitle}</summary>${servers(view)}</details>`}
        <p>${tickBox(view, { name: 'reports_only', label: view.words.guard.purpose.reportsOnly, ticked: false, beside: 'email' })}</p>
        <p><button>${mailboxes.connectButton}</button></p>
        <p class="muted">${mailboxes.connectHint}</p>
      </form>
    </section>`
  },
})

function passwordHint({ words }: View, provider: ReturnType<typeof presetOf>): Content {
  const { mailboxes } = words
  if (provider === 'other') return mailboxes.passwordHint
  const what = provider === 'microsoft' ? mailboxes.appPasswordMicrosoft : mailboxes.appPasswordHint
  return html`${what} ${mailboxes.passwordHint}`
}

const servers = (view: View): Html => {
  const { mailboxes } = view.words
  const preset = PROVIDERS[presetOf(view.query['provider'])]
  const values = (protocol: 'smtp' | 'imap') => ({
    host: preset?.[`${protocol}_host`] ?? '',
    port: preset?.[`${protocol}_port`] ?? null,
    security: preset?.[`${protocol}_security`] ?? 'tls',
    username: null,
  })
  return html`${serverFields(view, 'smtp', values('smtp'), {})}
  ${serverFields(view, 'imap', values('imap'), { host: mailboxes.imapHostHint, password: mailboxes.imapPasswordHint })}`
}

export const CreateMailboxForm = form({
  uses: [CreateMailbox],
  on: { path: '/mailboxes/new', screen: NewMailboxScreen },
  confirmed: true,
  act: async ({ perform, fields, view }) => {
    const text = (name: string) => fieldText(fields, name) || null
    const mailbox = {
      email: fieldText(fields, 'email'),
      first_name: text('first_name'),
      last_name: text('last_name'),
      sender_name: text('sender_name'),
      ...(isTicked(fields, 'reports_only') && { purpose: 'reports' }),
      ...sentServers(fields),
    }
    const { data } = await saidAtField(view.words, () => perform(CreateMailbox, mailbox))
    return see(to(`/mailboxes/${data.id}`), notice('mailboxes.connected', { email: data.email }))
  },
})
