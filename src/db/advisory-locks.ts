/**
 * The numbers of all advisory locks. PostgreSQL identifies a lock by its number alone, and processes of different versions
 * share them: a number is never changed or reused. Migrations repeat theirs as literals.
 */
export const ADVISORY_LOCKS = {
  /** With a hash of the domain: ingests of one domain run one after the other. */
  ingestedDomain: 0,
  /** With a hash of the domain: one transaction at a time reports what changed at a site. */
  toldSite: 1,
  /** The embedded server: shared by every process that uses it, exclusive for the one that stops it. */
  serverInUse: 71_001,
  /** Held while roles and database are created, as several processes may start at once. */
  preparing: 71_002,
  /** When several nodes start at once, one migrates; the others wait and find nothing left to do. */
  migrating: 71_003,
  /** With an account: lists of leads that are created by name, merged, emptied or deleted at the same time. */
  leadsLists: 71_009,
  /** Shared for ingest, exclusive for a new opt-out: nothing slips past it. */
  optouts: 7_301_001,
  /** Two processes that start at once create only one account and one key. */
  firstAccount: 7_301_002,
  /** With an account: the number of custom attributes is limited, and their slugs are numbered. */
  customAttributes: 7_301_003,
  /** With an account: campaigns may share mailboxes, so they are planned one after the other. */
  planning: 7_301_010,
  /** With a hash of account and company: emails to one company are sent one after the other. Only tried, never waited for. */
  company: 7_301_013,
  /** With a campaign: its first emails are sent one after the other, whatever the mailbox. Only tried, never waited for. */
  firstSends: 7_301_014,
  /** With part of a hash of who tries to sign in: failures are counted one after the other. */
  loginTry: 7_301_004,
  /** With a hash of its id: a worker that is alive. */
  presence: 7_301_011,
  /** Transactions number their changes one after the other, so that numbers become visible in order. */
  changes: 7_301_015,
  /** With a hash of account and Message-ID: an email that reached several mailboxes is stored by one reader. */
  arrivedMail: 7_301_016,
  /** With a hash of its name: a running request with an Idempotency-Key. */
  request: 7_301_012,
} as const
