/** Calls whose statements the database cannot parse here, with its error and the reason. */
export const NOT_READ: Readonly<Record<string, string>> = {
  'beside-verdicts.ts: { email: string }: no statement': 'it is what other stores give',
  'companies/companies-import-trial.ts: { name_key: string }: relation "shadowed_names" does not exist':
    'a temporary table of the import',
}

/** Stores that ask a Citus cluster about itself, over connections without Quarry's parsers. */
export const ASK_CITUS: ReadonlySet<string> = new Set([
  'distribute.ts',
  'distributed-tables.ts',
  'accounts/node-figures.ts',
])

const STORED_WITH = 'rows of this kind are never stored without'
const ASKED_BY = 'the statement compares it, and null equals nothing'

/** Where a type differs from what its statement may return, and why. */
export const DIFFERENCES: Readonly<Record<string, string>> = {
  'accounts/invitations-store.ts: InvitationRow: may be null: accountId, email, role': STORED_WITH,
  'accounts/invitations-store.ts: { email: string; role: MemberRole }: may be null: email, role': STORED_WITH,
  'apps/apps-store.ts: AppRow: may be null: grantHash, accountId, userId, clientId, scopes': STORED_WITH,
  'apps/apps-store.ts: RegisteredClient: may be null: clientId': STORED_WITH,
  'apps/apps-store.ts: TokenOwner: may be null: grantHash, accountId, userId, clientId, scopes': STORED_WITH,
  'campaigns/outbox-guard-store.ts: { at: Date }: may be null: at': ASKED_BY,
  'campaigns/outbox-store.ts: DueCandidate: may be null: mailboxId, smtpHost':
    'it is asked for by its mailbox, and one without a server for sending has no campaigns',
  'campaigns/outbox-store.ts: { workerId: string }: may be null: workerId': 'what is being sent is leased',
  'campaigns/reply-outbox-store.ts: NextReply: may be null: to': 'only what came in has no recipient',
  'campaigns/reply-outbox-store.ts: Row: may be null: to': 'only what came in has no recipient',
  'campaigns/reply-outbox-store.ts: { workerId: string }: may be null: workerId': 'what is being sent is leased',
  'campaigns/who-left.ts: Departure: may be null: key': ASKED_BY,
  'changes/forget-observed.ts: NameOfOwner: may be null: name': 'stored with its key, which the statement compares',
  'changes/observations-writer.ts: { domain: string }: may be null: domain': ASKED_BY,
  'companies/logos-store.ts: StoredLogo: may be null: etag, width, height, foundAt': 'stored with the picture',
  'opted-out-domains.ts: { domain: string }: may be null: domain': ASKED_BY,
  'search/find-jobs-store.ts: FindJob: may be null: keyId, userId': STORED_WITH,
  'search/find-queues-store.ts: FindLease: may be null: keyId, userId': STORED_WITH,
  'verify/send-outcomes-store.ts: SettledSend: may be null: verdict, sentAt': ASKED_BY,
}
