import type { Part } from '../../context.ts'

/** What managing the installation's key, and the secrets it seals, needs. */
export type SecretNeeds = Part<'clock' | 'config' | 'secrets', 'backups' | 'sealedSecrets' | 'settings'>

/** What forgetting old data, and learning from the rest, needs. */
export type UpkeepNeeds = Part<
  'clock' | 'config' | 'lists' | 'log' | 'usualPatterns',
  | 'audit'
  | 'oauthObjects'
  | 'oauthSteps'
  | 'billing'
  | 'bulk'
  | 'changes'
  | 'companiesSearch'
  | 'crawlPlaces'
  | 'findJobs'
  | 'conversations'
  | 'dmarcReports'
  | 'doubtfulMails'
  | 'fileImports'
  | 'ingest'
  | 'leadPages'
  | 'leadsChangeJobs'
  | 'leadsExports'
  | 'leadsImports'
  | 'leadsUploads'
  | 'loginFailures'
  | 'loginLinks'
  | 'retention'
  | 'robotsFiles'
  | 'searchWalks'
  | 'sessions'
  | 'settings'
  | 'sites'
  | 'testMails'
  | 'usageDays'
  | 'verifications'
  | 'webhookDeliveries'
>
