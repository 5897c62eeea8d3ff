import { randomBytes } from 'node:crypto'
import type { WebhookNeeds } from './webhook-needs.ts'

/** Bytes of a signing secret, as standard-webhooks recommends (24 to 64). */
const SECRET_BYTES = 32

/** A secret in the form that verifying libraries expect. */
export const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`

export const sealSecret = (context: Pick<WebhookNeeds, 'secrets'>, secret: string): Buffer =>
  context.secrets.seal(secret, WEBHOOK_SECRET_CONTEXT)

export const openSecret = (context: Pick<WebhookNeeds, 'secrets'>, sealed: Buffer): string =>
  context.secrets.open(sealed, WEBHOOK_SECRET_CONTEXT)

/** A secret sealed for one purpose opens for no other. */
export const WEBHOOK_SECRET_CONTEXT = 'webhook secret'
