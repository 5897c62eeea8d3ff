import { TestWebhook } from '../../../core/webhooks/test-webhook.ts'
import { RetryWebhookDelivery } from '../../../core/webhooks/webhook-deliveries.ts'
import { DeleteWebhook, GetWebhook, RotateWebhookSecret, UpdateWebhook } from '../../../core/webhooks/webhooks.ts'
import { confirm } from '../../components/confirm.ts'
import { askFor } from '../../page/ask.ts'
import { fieldText } from '../../page/fields.ts'
import { html } from '../../page/html.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { form, screen, see } from '../../page/screen.ts'
import { changedOnly } from '../../page/shown.ts'
import { WebhookScreen } from './webhook-screen.ts'
import { secretPage } from './webhooks-screen.ts'

const on = { path: '/settings/webhooks/:id', screen: WebhookScreen }

export const UpdateWebhookForm = form({
  uses: [UpdateWebhook],
  on,
  act: async ({ perform, fields, view }) => {
    const id = view.params['id']
    const wanted = ['target_url', 'event', 'filter_on'].map((name) => [name, fieldText(fields, name)])
    await perform(UpdateWebhook, { ...changedOnly(fields, Object.fromEntries(wanted)), id })
    return see(to(`/settings/webhooks/${id}`), notice('general.saved'))
  },
})

export const TestWebhookForm = form({
  uses: [TestWebhook],
  on,
  act: async ({ perform, view }) => {
    const id = view.params['id']
    await perform(TestWebhook, { id })
    return see(to(`/settings/webhooks/${id}`), notice('webhooks.tested'))
  },
})

export const RotateWebhookForm = form({
  uses: [RotateWebhookSecret],
  on,
  act: async ({ perform, view }) => {
    const { data } = await perform(RotateWebhookSecret, { id: view.params['id'] })
    const body = secretPage(view, { id: data.id, secret: data.secret, wasRotated: true })
    return { kind: 'page', title: view.words.webhooks.secretTitle, body }
  },
})

export const RetryDeliveryForm = form({
  uses: [RetryWebhookDelivery],
  on,
  act: async ({ perform, view }) => {
    const { id, delivery } = view.params
    await perform(RetryWebhookDelivery, { id, delivery_id: delivery })
    return see(to(`/settings/webhooks/${id}`), notice('webhooks.again'))
  },
})

export const DeleteWebhookScreen = screen({
  scope: 'write',
  title: ({ words }) => words.webhooks.deleteQuestion,
  asks: ({ params }) => ({ webhook: askFor(GetWebhook, { id: params['id'] }) }),
  page: ({ webhook: { data } }, view) => {
    const { webhooks } = view.words
    return confirm(view, {
      question: webhooks.deleteQuestion,
      what: html`<p>${webhooks.deleteWhat(data.target_url)}</p>`,
      action: to(`/settings/webhooks/${data.id}/delete`),
      fields: {},
      button: webhooks.deleteButton,
      back: to(`/settings/webhooks/${data.id}`),
    })
  },
})

export const DeleteWebhookForm = form({
  uses: [DeleteWebhook],
  on: { path: '/settings/webhooks/:id/delete', screen: DeleteWebhookScreen },
  act: async ({ perform, view }) => {
    const { data } = await perform(DeleteWebhook, { id: view.params['id'] })
    return see(to('/settings/webhooks'), notice('webhooks.deleted', { target: data.target_url }))
  },
})
