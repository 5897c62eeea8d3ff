import type { Database } from './database.ts'
import { createAccountsStore } from './accounts-store.ts'
import { createApiKeysStore } from './api-keys-store.ts'
import { createArchivesStore } from './archives-store.ts'
import { createBackupStore } from './backup-tables.ts'
import { createBillingStore } from './billing-store.ts'
import { createBulkLanesStore } from './bulk-lanes-store.ts'
import { createBulkStore } from './bulk-store.ts'
import { createClaimsStore } from './claims-store.ts'
import { createCompaniesImportStore } from './companies-import-store.ts'
import { createCompanyEvidenceStore } from './company-evidence-store.ts'
import { createCompaniesSearchStore } from './companies-search-store.ts'
import { createCrawlsStore } from './crawls-store.ts'
import { createCustomAttributesStore } from './custom-attributes-store.ts'
import { createDoubtfulMailsStore } from './doubtful-mails-store.ts'
import { createEmailAccountsStore } from './email-accounts-store.ts'
import { createExportStore } from './export-store.ts'
import { createFiguresStore } from './figures-store.ts'
import { createFileImportsStore } from './file-imports-store.ts'
import { createIdempotencyStore } from './idempotency-store.ts'
import { createIngestStore } from './ingest-store.ts'
import { createLeadPagesStore } from './lead-pages-store.ts'
import { createLeadPeopleStore } from './lead-people-store.ts'
import { createLeadsExportsStore } from './leads-exports-store.ts'
import { createLeadsFoldersStore } from './leads-folders-store.ts'
import { createLeadsImportsStore } from './leads-imports-store.ts'
import { createLeadsListsStore } from './leads-lists-store.ts'
import { createLeadsMembersStore } from './leads-members-store.ts'
import { createLeadsMergeStore } from './leads-merge-store.ts'
import { createLeadsStore } from './leads-store.ts'
import { createLogosStore } from './logos-store.ts'
import { createMailEventsStore } from './mail-events-store.ts'
import { createMailboxReadingStore } from './mailbox-reading-store.ts'
import { createMessageLogStore } from './message-log-store.ts'
import { createMessagePlanStore } from './message-plan-store.ts'
import { createNamesStore } from './names-store.ts'
import { createOutboxResultsStore } from './outbox-results-store.ts'
import { createOutboxStore } from './outbox-store.ts'
import { createPeopleStore } from './people-store.ts'
import { createProfilesStore } from './profiles-store.ts'
import { createRecipientsStore } from './recipients-store.ts'
import { createRetentionStore } from './retention-store.ts'
import { createSealedSecretsStore } from './sealed-secrets-store.ts'
import { createSearchStore } from './search-store.ts'
import { createSearchWalksStore } from './search-walks-store.ts'
import { createSequenceStatsStore } from './sequence-stats-store.ts'
import { createSequenceStepsStore } from './sequence-steps-store.ts'
import { createSequencesStore } from './sequences-store.ts'
import { createSettingsStore } from './settings-store.ts'
import { createSitesStore } from './sites-store.ts'
import { createUnsubscribesStore } from './unsubscribes-store.ts'
import { createVerificationsStore } from './verifications-store.ts'
import { createWebhookDeliveriesStore } from './webhook-deliveries-store.ts'
import { createWebhooksStore } from './webhooks-store.ts'

export type Stores = ReturnType<typeof createStores>

/** All tables, by what they are about. */
export const createStores = ({ pool, kysely, connectionString }: Database) => ({
  accounts: createAccountsStore(kysely),
  apiKeys: createApiKeysStore(pool),
  archives: createArchivesStore(pool),
  backups: createBackupStore(connectionString),
  billing: createBillingStore(pool),
  bulk: createBulkStore(pool),
  bulkLanes: createBulkLanesStore(pool),
  claims: createClaimsStore(kysely, pool),
  companiesImport: createCompaniesImportStore(pool),
  companyEvidence: createCompanyEvidenceStore(pool),
  companiesSearch: createCompaniesSearchStore(pool),
  crawls: createCrawlsStore(kysely, pool),
  customAttributes: createCustomAttributesStore(pool),
  doubtfulMails: createDoubtfulMailsStore(pool),
  emailAccounts: createEmailAccountsStore(pool),
  exports: createExportStore(pool),
  figures: createFiguresStore(pool.light),
  fileImports: createFileImportsStore(pool),
  idempotency: createIdempotencyStore(pool),
  ingest: createIngestStore(pool),
  leadPages: createLeadPagesStore(pool),
  leadPeople: createLeadPeopleStore(pool),
  leads: createLeadsStore(pool),
  leadsExports: createLeadsExportsStore(pool),
  leadsFolders: createLeadsFoldersStore(pool),
  leadsImports: createLeadsImportsStore(pool),
  leadsLists: createLeadsListsStore(pool),
  leadsMembers: createLeadsMembersStore(pool),
  leadsMerge: createLeadsMergeStore(pool),
  logos: createLogosStore(pool),
  mailEvents: createMailEventsStore(pool),
  mailboxReading: createMailboxReadingStore(pool),
  messageLog: createMessageLogStore(pool),
  names: createNamesStore(pool),
  outbox: createOutboxStore(pool),
  outboxResults: createOutboxResultsStore(pool),
  messagePlan: createMessagePlanStore(pool),
  people: createPeopleStore(pool),
  profiles: createProfilesStore(pool),
  recipients: createRecipientsStore(pool),
  retention: createRetentionStore(pool),
  sealedSecrets: createSealedSecretsStore(pool),
  search: createSearchStore(pool),
  searchWalks: createSearchWalksStore(pool),
  sequenceStats: createSequenceStatsStore(pool),
  sequenceSteps: createSequenceStepsStore(pool),
  sequences: createSequencesStore(pool),
  settings: createSettingsStore(kysely, pool),
  sites: createSitesStore(pool),
  unsubscribes: createUnsubscribesStore(pool),
  verifications: createVerificationsStore(pool),
  webhookDeliveries: createWebhookDeliveriesStore(pool),
  webhooks: createWebhooksStore(pool),
})
