/**
 * The numbers of all advisory locks. PostgreSQL knows a lock by its number alone, and processes of different versions meet
 * in it: a number is never changed, and never given to something else. Migrations repeat theirs in figures.
 */
export const ADVISORY_LOCKS = {
  /** With a hash of its domain: two ingests of one domain follow one another. */
  ingestedDomain: 0,
  /** With a hash of its domain: what changed at a site is told by one transaction at a time. */
  toldSite: 1,
  /** The embedded server: shared by everyone who uses it, exclusive for the one that stops it. */
  serverInUse: 71_001,
  /** Around making roles and database: several processes start at once. */
  preparing: 71_002,
  /** Of several nodes that start at once one migrates, the others wait and find nothing left to do. */
  migrating: 71_003,
  /** With an account: lists of leads that are made by name, merged, emptied or deleted at once. */
  leadsLists: 71_009,
  /** Ingest takes it shared, a new opt-out exclusively: nothing slips in beside it. */
  optouts: 7_301_001,
  /** Two processes that begin at once make one account and one key. */
  firstAccount: 7_301_002,
  /** With an account: there is a most of custom attributes, and their slugs are numbered. */
  customAttributes: 7_301_003,
  /** With an account: campaigns may share mailboxes, so their plans are made one after the other. */
  planning: 7_301_010,
  /** With a hash of account and company: emails to one company leave one after the other. Only ever tried. */
  company: 7_301_013,
  /** With a campaign: its first emails leave one after the other, from whichever mailbox. Only ever tried. */
  firstSends: 7_301_014,
  /** With a hash of who tries: failures of signing in are counted one after the other. */
  loginTry: 7_301_004,
  /** With a hash of its name: a worker that is there. */
  presence: 7_301_011,
  /** Changes get their numbers one transaction after the other, so numbers become visible in order. */
  changes: 7_301_015,
  /** With a hash of its name: a request with an Idempotency-Key that runs. */
  request: 7_301_012,
} as const
