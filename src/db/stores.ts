import type { Database } from './database.ts'
import { createAccountsStore } from './accounts/accounts-store.ts'
import { createAnswersStore } from './campaigns/answers-store.ts'
import { createApiKeysStore } from './accounts/api-keys-store.ts'
import { createInvitationsStore } from './accounts/invitations-store.ts'
import { createMembersStore } from './accounts/members-store.ts'
import { createAppsStore } from './apps/apps-store.ts'
import { createOauthObjectsStore } from './apps/oauth-objects-store.ts'
import { createOauthStepsStore } from './apps/oauth-steps-store.ts'
import { createArchivesStore } from './index/archives-store.ts'
import { createAuditStore } from './accounts/audit-store.ts'
import { createBackupStore } from './backup/backup-tables.ts'
import { createBillingStore } from './accounts/billing-store.ts'
import { createBulkKindsStore } from './verify/bulk-kinds-store.ts'
import { createBulkQueuesStore } from './verify/bulk-queues-store.ts'
import { createBulkStore } from './verify/bulk-store.ts'
import { createNoticesStore } from './campaigns/notices-store.ts'
import { createOperatorsStore } from './accounts/operators-store.ts'
import { createForgetStore } from './optouts/forget-store.ts'
import { createMinuteLook } from './minute-look.ts'
import { createOptoutsStore } from './optouts/optouts-store.ts'
import { createChangesListStore } from './changes/changes-list-store.ts'
import { createWatchesStore } from './changes/watches-store.ts'
import { createChangesStore } from './changes/changes-store.ts'
import { createClocksStore } from './campaigns/clocks-store.ts'
import { createDueTimesStore } from './index/due-times-store.ts'
import { createCompaniesImportStore } from './companies/companies-import-store.ts'
import { createCompanyEvidenceStore } from './companies/company-evidence-store.ts'
import { createCompaniesSearchStore } from './companies/companies-search-store.ts'
import { createConversationsStore } from './conversations/conversations-store.ts'
import { createCrawlPartsStore } from './index/crawl-parts-store.ts'
import { createCrawlPlacesStore } from './index/crawl-places-store.ts'
import { createRobotsFilesStore } from './index/robots-files-store.ts'
import { createCrawlsStore } from './index/crawls-store.ts'
import { createCustomAttributesStore } from './leads/custom-attributes-store.ts'
import { createDmarcReportsStore } from './dmarc/dmarc-reports-store.ts'
import { createDoubtfulMailsStore } from './campaigns/doubtful-mails-store.ts'
import { createMailProvidersStore } from './grants/mail-providers-store.ts'
import { createMailboxConnectsStore } from './grants/mailbox-connects-store.ts'
import { createMailboxGrantsStore } from './grants/mailbox-grants-store.ts'
import { createMailboxStatesStore } from './mailboxes/mailbox-states-store.ts'
import { createMailboxesStore } from './mailboxes/mailboxes-store.ts'
import { createSendingDomainsStore } from './mailboxes/sending-domains-store.ts'
import { createDeletedAccountsStore } from './accounts/deleted-accounts-store.ts'
import { createExportStore } from './index/export-store.ts'
import { createFindJobsStore } from './search/find-jobs-store.ts'
import { createFindQueuesStore } from './search/find-queues-store.ts'
import { createDatabaseServerStore } from './accounts/database-server-store.ts'
import { createFiguresStore } from './accounts/figures-store.ts'
import { createFileImportsStore } from './index/file-imports-store.ts'
import { createIdempotencyStore } from './calls/idempotency-store.ts'
import { createIngestStore } from './index/ingest-store.ts'
import { createLeadPagesStore } from './leads/lead-pages-store.ts'
import { createLeadHistoryStore } from './leads/lead-history-store.ts'
import { createLeadsChangeJobsStore } from './leads/leads-change-jobs-store.ts'
import { createLeadsByKeyStore } from './leads/leads-by-key-store.ts'
import { createLeadPeopleStore } from './leads/lead-people-store.ts'
import { createLeadsDuplicatesStore } from './leads/leads-duplicates-store.ts'
import { createLeadsExportsStore } from './leads/leads-exports-store.ts'
import { createLeadsFoldersStore } from './leads/leads-folders-store.ts'
import { createLeadsImportsStore } from './leads/leads-imports-store.ts'
import { createLeadsListsStore } from './leads/leads-lists-store.ts'
import { createLeadsMembersStore } from './leads/leads-members-store.ts'
import { createLeadsMergeStore } from './leads/leads-merge-store.ts'
import { createLeadsUploadsStore } from './leads/leads-uploads-store.ts'
import { createLeadsStore } from './leads/leads-store.ts'
import { createLoginFailuresStore } from './accounts/login-failures-store.ts'
import { createLoginFlowsStore } from './accounts/login-flows-store.ts'
import { createLoginLinksStore } from './accounts/login-links-store.ts'
import { createLoginsStore } from './accounts/logins-store.ts'
import { createLogosStore } from './companies/logos-store.ts'
import { createGateStore } from './campaigns/gate-store.ts'
import { createHealthStore } from './campaigns/health-store.ts'
import { createMailEventsStore } from './campaigns/mail-events-store.ts'
import { createMailboxReadingStore } from './mailboxes/mailbox-reading-store.ts'
import { createMessageLogStore } from './campaigns/message-log-store.ts'
import { createMessagePlanStore } from './campaigns/message-plan-store.ts'
import { createNamesStore } from './leads/matching-names-store.ts'
import { createOverviewStore } from './accounts/overview-store.ts'
import { createOidcSubjectsStore } from './accounts/oidc-subjects-store.ts'
import { createOutboxResultsStore } from './campaigns/outbox-results-store.ts'
import { createOutboxStore } from './campaigns/outbox-store.ts'
import { createPasskeysStore } from './accounts/passkeys-store.ts'
import { createPeopleStore } from './search/people-store.ts'
import { createProfilesStore } from './companies/profiles-store.ts'
import { createRecipientChecksStore } from './campaigns/recipient-checks-store.ts'
import { createRecipientsStore } from './campaigns/recipients-store.ts'
import { createInterestedStore } from './conversations/interested-store.ts'
import { createRepliesStore } from './conversations/replies-store.ts'
import { createReplyOutboxStore } from './campaigns/reply-outbox-store.ts'
import { createRetentionStore } from './index/retention-store.ts'
import { createSealedSecretsStore } from './backup/sealed-secrets-store.ts'
import { createSearchStore } from './search/search-store.ts'
import { createSearchWalksStore } from './search/search-walks-store.ts'
import { createCampaignStatsStore } from './campaigns/campaign-stats-store.ts'
import { createCampaignStepsStore } from './campaigns/campaign-steps-store.ts'
import { createCampaignsStore } from './campaigns/campaigns-store.ts'
import { createSendOutcomesStore } from './verify/send-outcomes-store.ts'
import { createSessionsStore } from './accounts/sessions-store.ts'
import { createSettingsStore } from './accounts/settings-store.ts'
import { createSitesStore } from './index/sites-store.ts'
import { createTestMailsStore } from './campaigns/test-mails-store.ts'
import { createUnsubscribesStore } from './optouts/unsubscribes-store.ts'
import { createUsageDaysStore } from './accounts/usage-days-store.ts'
import { createVerificationsStore } from './verify/verifications-store.ts'
import { createWebhookDeliveriesStore } from './webhooks/webhook-deliveries-store.ts'
import { createWebhooksStore } from './webhooks/webhooks-store.ts'

export type Stores = ReturnType<typeof createStores>

/** All stores, by subject. */
export const createStores = ({ pool, direct, isDistributed }: Database) => ({
  accounts: createAccountsStore(pool),
  answers: createAnswersStore(pool),
  apiKeys: createApiKeysStore(pool),
  apps: createAppsStore(pool),
  archives: createArchivesStore(pool, isDistributed),
  audit: createAuditStore(pool),
  backups: createBackupStore(direct.connectionString),
  billing: createBillingStore(pool),
  bulk: createBulkStore(pool),
  bulkKinds: createBulkKindsStore(pool),
  bulkQueues: createBulkQueuesStore(pool, isDistributed),
  forgotten: createForgetStore(pool),
  optouts: createOptoutsStore(pool),
  changes: createChangesStore(pool, isDistributed),
  changesList: createChangesListStore(pool),
  watches: createWatchesStore(pool, isDistributed),
  clocks: createClocksStore(pool),
  dueTimes: createDueTimesStore(pool),
  companiesImport: createCompaniesImportStore(pool, isDistributed),
  companyEvidence: createCompanyEvidenceStore(pool, isDistributed),
  companiesSearch: createCompaniesSearchStore(pool, isDistributed),
  conversations: createConversationsStore(pool),
  interested: createInterestedStore(pool),
  crawlParts: createCrawlPartsStore(pool),
  crawlPlaces: createCrawlPlacesStore(pool),
  robotsFiles: createRobotsFilesStore(pool),
  crawls: createCrawlsStore(pool, isDistributed),
  customAttributes: createCustomAttributesStore(pool),
  databaseServer: createDatabaseServerStore(pool),
  deletedAccounts: createDeletedAccountsStore(pool),
  dmarcReports: createDmarcReportsStore(pool),
  doubtfulMails: createDoubtfulMailsStore(pool),
  mailboxes: createMailboxesStore(pool),
  mailboxStates: createMailboxStatesStore(pool),
  mailProviders: createMailProvidersStore(pool),
  mailboxConnects: createMailboxConnectsStore(pool),
  mailboxGrants: createMailboxGrantsStore(pool),
  sendingDomains: createSendingDomainsStore(pool),
  members: createMembersStore(pool),
  exports: createExportStore(pool),
  figures: createFiguresStore(pool.light, isDistributed),
  findJobs: createFindJobsStore(pool),
  findQueues: createFindQueuesStore(pool),
  fileImports: createFileImportsStore(pool),
  gate: createGateStore(pool, isDistributed),
  health: createHealthStore(pool, isDistributed),
  idempotency: createIdempotencyStore(pool),
  ingest: createIngestStore(pool, isDistributed),
  invitations: createInvitationsStore(pool),
  leadPages: createLeadPagesStore(pool, isDistributed),
  leadHistory: createLeadHistoryStore(pool),
  leadsByKey: createLeadsByKeyStore(pool, isDistributed),
  leadsChangeJobs: createLeadsChangeJobsStore(pool),
  leadPeople: createLeadPeopleStore(pool, isDistributed),
  leads: createLeadsStore(pool, isDistributed),
  leadsDuplicates: createLeadsDuplicatesStore(pool),
  leadsExports: createLeadsExportsStore(pool, isDistributed),
  leadsFolders: createLeadsFoldersStore(pool),
  leadsImports: createLeadsImportsStore(pool),
  leadsLists: createLeadsListsStore(pool),
  leadsMembers: createLeadsMembersStore(pool, isDistributed),
  leadsMerge: createLeadsMergeStore(pool, isDistributed),
  leadsUploads: createLeadsUploadsStore(pool),
  loginFailures: createLoginFailuresStore(pool),
  loginFlows: createLoginFlowsStore(pool),
  loginLinks: createLoginLinksStore(pool),
  logins: createLoginsStore(pool),
  logos: createLogosStore(pool),
  mailEvents: createMailEventsStore(pool),
  mailboxReading: createMailboxReadingStore(pool),
  messageLog: createMessageLogStore(pool),
  names: createNamesStore(pool),
  notices: createNoticesStore(pool),
  operators: createOperatorsStore(pool),
  oauthObjects: createOauthObjectsStore(pool),
  oauthSteps: createOauthStepsStore(pool),
  oidcSubjects: createOidcSubjectsStore(pool),
  outbox: createOutboxStore(pool, isDistributed),
  outboxResults: createOutboxResultsStore(pool, isDistributed),
  messagePlan: createMessagePlanStore(pool),
  minuteLook: createMinuteLook(pool),
  overview: createOverviewStore(pool, isDistributed),
  passkeys: createPasskeysStore(pool),
  people: createPeopleStore(pool),
  profiles: createProfilesStore(pool, isDistributed),
  recipientChecks: createRecipientChecksStore(pool),
  recipients: createRecipientsStore(pool, isDistributed),
  replies: createRepliesStore(pool),
  replyOutbox: createReplyOutboxStore(pool),
  retention: createRetentionStore(pool),
  sealedSecrets: createSealedSecretsStore(pool),
  search: createSearchStore(pool, isDistributed),
  searchWalks: createSearchWalksStore(pool),
  campaignStats: createCampaignStatsStore(pool),
  campaignSteps: createCampaignStepsStore(pool),
  campaigns: createCampaignsStore(pool),
  sendOutcomes: createSendOutcomesStore(pool, isDistributed),
  sessions: createSessionsStore(pool),
  settings: createSettingsStore(pool),
  sites: createSitesStore(pool),
  testMails: createTestMailsStore(pool),
  unsubscribes: createUnsubscribesStore(pool),
  usageDays: createUsageDaysStore(pool),
  verifications: createVerificationsStore(pool, isDistributed),
  webhookDeliveries: createWebhookDeliveriesStore(pool),
  webhooks: createWebhooksStore(pool),
})
