import { z } from 'zod'
import type { AuditRow } from '../../db/accounts/audit-store.ts'
import { choiceField } from '../../lib/input/field-kinds.ts'
import { DEFAULT_ROWS, pageFields, ShownPage } from '../../lib/input/page-fields.ts'
import { capability } from '../capability/capability.ts'
import { AUDIT_ACTIONS } from './audit.ts'

const Event = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  actor: z.string(),
  user_id: z.int().nullable(),
  via: z.string(),
  action: z.string(),
  subject: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  /** Whether it concerns the installation rather than this account. */
  installation: z.boolean(),
})

const eventOf = ({ accountId, at, userId, ...row }: AuditRow): z.output<typeof Event> => {
  const { id, actor, via, action, subject, details } = row
  return {
    id,
    at: at.toISOString(),
    actor,
    user_id: userId,
    via,
    action,
    subject,
    details,
    installation: accountId === 0,
  }
}

/** What was recorded in the account, newest first; operators also see what concerns the installation. */
export const ListAuditEvents = capability({
  name: 'list_audit_events',
  group: 'others',
  scope: 'team',
  input: z.object({
    action: choiceField(AUDIT_ACTIONS, 'wrong_params', 'action is not a recorded action.', 'Only of this kind.'),
    ...pageFields('events'),
  }),
  output: z.object({
    data: z.array(Event),
    meta: ShownPage,
  }),
  run: async ({ store, principal }, { action = null, limit = DEFAULT_ROWS, offset = 0 }) => {
    const { accountId, scopes } = principal
    const accounts = scopes.has('operator') ? [0, accountId] : [accountId]
    const { events, total } = await store.audit.list(accounts, { action, limit, offset })
    return { data: events.map(eventOf), meta: { total, limit, offset } }
  },
})
