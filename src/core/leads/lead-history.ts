import { z } from 'zod'
import type { Call } from '../../context.ts'
import type { LeadRow } from '../../db/leads/leads-store.ts'
import { personKey } from '../../engine/change/person-key.ts'
import { registrableDomain } from '../../lib/addresses/domain-name.ts'
import { capability } from '../capability/capability.ts'
import { changeRow, ShownChange } from '../changes/list-changes.ts'
import { affiliationOfAddress } from '../search/affiliation/affiliation-of-address.ts'
import { ShownAffiliation } from '../search/affiliation/shown-affiliation.ts'
import { LeadIdInput } from './lead-input.ts'
import { findLead } from './leads.ts'

const MAX_MAILS = 100
const MAX_SOURCES = 20
const MAX_CHANGES = 20

const moment = z.iso.datetime().nullable()

const Mail = z.object({
  id: z.int(),
  campaign: z.object({ id: z.int(), name: z.string() }),
  step: z.int(),
  status: z.enum(['scheduled', 'sending', 'sent', 'canceled', 'error', 'uncertain']),
  subject: z.string().nullable(),
  due_at: z.iso.datetime(),
  sent_at: moment,
  opened_at: moment,
  clicked_at: moment,
  replied_at: moment,
  bounced_at: moment,
  unsubscribed_at: moment,
})

const Source = z.object({
  uri: z.string(),
  extracted_on: z.string().nullish(),
  last_seen_on: z.string().nullish(),
  still_on_page: z.boolean().nullish(),
})

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

/** Where a lead comes from, whether they are still at their company, and the newest 100 emails sent to them. */
export const GetLeadHistory = capability({
  group: 'leads',
  scope: 'read',
  name: 'get_lead_history',
  input: LeadIdInput,
  output: z.object({
    data: z.object({
      sources: z.array(Source),
      mails: z.array(Mail),
      /** Null for an address that no page shows. */
      affiliation: ShownAffiliation.nullable(),
      /** What changed about them according to their company's site, newest first. */
      changes: z.array(ShownChange),
    }),
    meta: z.object({}),
  }),
  run: async (call, { id = 0 }) => {
    const { lead } = await findLead(call, id)
    const { accountId } = call.principal
    const [sources, mails, company] = await Promise.all([
      call.store.leadHistory.sources(accountId, id),
      call.store.leadHistory.mails(accountId, id, MAX_MAILS),
      atCompany(call, lead),
    ])
    return {
      data: {
        ...company,
        sources: sources.slice(0, MAX_SOURCES),
        mails: mails.map(({ campaign, campaignId, dueAt, ...mail }) => ({
          id: mail.id,
          campaign: { id: campaignId, name: campaign },
          step: mail.step,
          status: mail.status,
          subject: mail.subject,
          due_at: dueAt.toISOString(),
          sent_at: iso(mail.sentAt),
          opened_at: iso(mail.openedAt),
          clicked_at: iso(mail.clickedAt),
          replied_at: iso(mail.repliedAt),
          bounced_at: iso(mail.bouncedAt),
          unsubscribed_at: iso(mail.unsubscribedAt),
        })),
      },
      meta: {},
    }
  },
})

/** Whether a person is still with the company of their address, and what changed about them there. */
async function atCompany(
  call: Pick<Call, 'store'>,
  { email, first_name: first, last_name: last }: Pick<LeadRow, 'email' | 'first_name' | 'last_name'>,
) {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  const key = personKey(`${first ?? ''} ${last ?? ''}`)
  const [affiliation, changes] = await Promise.all([
    affiliationOfAddress(call, email),
    call.store.changesList.ofPerson({ domain: registrableDomain(domain), address: email, key }, MAX_CHANGES),
  ])
  return { affiliation, changes: changes.map(changeRow) }
}
