import { ResumeMailbox } from '../../../core/guard/resume-mailbox.ts'
import { RemoveDkim, SetDkim } from '../../../core/mailboxes/mailbox-dkim.ts'
import { DeleteMailbox, GetMailbox, TestMailbox, UpdateMailbox } from '../../../core/mailboxes/mailboxes.ts'
import { SendProofMail } from '../../../core/mailboxes/send-proof-mail.ts'
import { ListMailboxCampaigns } from '../../../core/mailboxes/mailbox-campaigns.ts'
import { confirm } from '../../components/confirm.ts'
import { askFor } from '../../page/ask.ts'
import { fieldText } from '../../page/fields.ts'
import { html } from '../../page/html.ts'
import { notice, problemNotice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { form, screen, see } from '../../page/screen.ts'
import { MailboxScreen } from './mailbox-screen.ts'

const on = { path: '/mailboxes/:id', screen: MailboxScreen }

/** Pauses a mailbox, or resumes it; each undoes the other. */
export const PauseMailboxForm = form({
  uses: [UpdateMailbox],
  on,
  act: async ({ perform, fields, view }) => {
    const id = view.params['id'] ?? ''
    const status = fieldText(fields, 'sending_status')
    await perform(UpdateMailbox, { id, sending_status: status })
    const undo = {
      action: to(`/mailboxes/${id}/pause`),
      fields: { sending_status: status === 'paused' ? 'active' : 'paused' },
    }
    return see(to(`/mailboxes/${id}`), notice(status === 'paused' ? 'mailboxes.paused' : 'mailboxes.resumed', {}, undo))
  },
})

/** Ends a rest that began automatically; earlier bounces no longer count. */
export const ResumeMailboxForm = form({
  uses: [ResumeMailbox],
  on,
  act: async ({ perform, view }) => {
    const id = view.params['id'] ?? ''
    await perform(ResumeMailbox, { id })
    return see(to(`/mailboxes/${id}`), notice('mailboxes.resumed'))
  },
})

/** Shows how mail from a mailbox arrives in another one of the account. */
export const SendProofForm = form({
  uses: [SendProofMail],
  on,
  act: async ({ perform, fields, view }) => {
    const id = view.params['id'] ?? ''
    const { data } = await perform(SendProofMail, { id, to: fieldText(fields, 'to') })
    return see(to(`/mailboxes/${id}`, { dns: 'ask' }), notice('mailboxes.proofSent', { to: data.to }))
  },
})

/** Tests both servers; the page shows the result. */
export const TestMailboxForm = form({
  uses: [TestMailbox],
  on,
  act: async ({ perform, view }) => {
    const id = view.params['id'] ?? ''
    const { data } = await perform(TestMailbox, { id })
    return see(to(`/mailboxes/${id}`), data.ok ? notice('mailboxes.works') : problemNotice('mailboxes.fails'))
  },
})

/** A key made by Quarry, under its default name. */
export const MakeDkimForm = form({
  uses: [SetDkim],
  on,
  act: async ({ perform, view }) => {
    const id = view.params['id'] ?? ''
    await perform(SetDkim, { id })
    return see(to(`/mailboxes/${id}`, { dns: 'ask' }), notice('mailboxes.signed'))
  },
})

export const RemoveDkimScreen = screen({
  scope: 'write',
  asks: ({ params }) => ({ mailbox: askFor(GetMailbox, { id: params['id'] }) }),
  title: ({ words }, { mailbox }) => words.mailboxes.removeKeyQuestion(mailbox.data.email),
  page: ({ mailbox: { data } }, view) => {
    const { mailboxes } = view.words
    return confirm(view, {
      question: mailboxes.removeKeyQuestion(data.email),
      what: html`<p>${mailboxes.removeKeyWhat}</p>`,
      action: to(`/mailboxes/${data.id}/dkim/remove`),
      fields: {},
      button: mailboxes.removeKeyButton,
      back: to(`/mailboxes/${data.id}`),
    })
  },
})

export const RemoveDkimForm = form({
  uses: [RemoveDkim],
  on: { path: '/mailboxes/:id/dkim/remove', screen: RemoveDkimScreen },
  act: async ({ perform, view }) => {
    const id = view.params['id'] ?? ''
    await perform(RemoveDkim, { id })
    return see(to(`/mailboxes/${id}`), notice('mailboxes.unsigned'))
  },
})

/** Asks before a mailbox is deleted with its password. */
export const DisconnectMailboxScreen = screen({
  scope: 'write',
  asks: ({ params }) => ({
    mailbox: askFor(GetMailbox, { id: params['id'] }),
    campaigns: askFor(ListMailboxCampaigns, { id: params['id'], include_archived: true }),
  }),
  title: ({ words }, { mailbox }) => words.mailboxes.disconnectQuestion(mailbox.data.email),
  page: ({ mailbox: { data }, campaigns }, view) => {
    const { mailboxes } = view.words
    return confirm(view, {
      question: mailboxes.disconnectQuestion(data.email),
      what: html`<p>${data.oauth === null ? mailboxes.disconnectWhat(campaigns.meta.total) : mailboxes.disconnectGranted(campaigns.meta.total)}</p>`,
      action: to(`/mailboxes/${data.id}/disconnect`),
      fields: {},
      button: mailboxes.disconnectButton,
      back: to(`/mailboxes/${data.id}`),
    })
  },
})

export const DisconnectMailboxForm = form({
  uses: [DeleteMailbox],
  on: { path: '/mailboxes/:id/disconnect', screen: DisconnectMailboxScreen },
  act: async ({ perform, view }) => {
    await perform(DeleteMailbox, { id: view.params['id'] })
    return see(to('/mailboxes'), notice('mailboxes.removed'))
  },
})
