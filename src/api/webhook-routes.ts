import { ListWebhookDeliveries, RetryWebhookDelivery } from '../core/webhooks/webhook-deliveries.ts'
import { TestWebhook } from '../core/webhooks/test-webhook.ts'
import {
  CreateWebhook,
  DeleteWebhook,
  GetWebhook,
  ListWebhooks,
  RotateWebhookSecret,
  UpdateWebhook,
} from '../core/webhooks/webhooks.ts'
import { route } from './route.ts'
import type { Route } from './route.ts'

const DELIVERY = '/webhooks/:id/deliveries'

/** Example request for the documentation. */
const HOOK = { target_url: 'https://hooks.example.org/quarry', event: 'lead.created' }

export const WEBHOOK_ROUTES: readonly Route[] = (
  [
    route('get', '/webhooks', ListWebhooks, 'List the webhooks of this account, newest first.'),
    {
      ...route('post', '/webhooks', CreateWebhook, 'Create a webhook; its secret is shown only once.', HOOK),
      success: 201,
    },
    { ...route('delete', '/webhooks', DeleteWebhook, 'Delete the webhook with this id.', { id: 1 }), success: 204 },
    route('get', '/webhooks/:id', GetWebhook, 'Show a webhook.'),
    route('put', '/webhooks/:id', UpdateWebhook, 'Update a webhook; a disabled one is enabled again.', HOOK),
    { ...route('delete', '/webhooks/:id', DeleteWebhook, 'Delete a webhook.'), success: 204 },
    route('post', '/webhooks/:id/rotate-secret', RotateWebhookSecret, 'Give a webhook a new secret.'),
    { ...route('post', '/webhooks/:id/test', TestWebhook, 'Send a test event to a webhook.'), success: 202 },
    route('get', DELIVERY, ListWebhookDeliveries, 'List the deliveries of the last 30 days, newest first.'),
    {
      ...route('post', `${DELIVERY}/:delivery_id/retry`, RetryWebhookDelivery, 'Deliver a payload again.'),
      success: 202,
    },
  ] satisfies Route[]
).map((each) => ({ ...each, saysSuccess: true }))
