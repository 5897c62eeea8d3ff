import type { Part } from '../../context.ts'

/** What keeping the key of an installation needs, and what it seals. */
export type SecretNeeds = Part<'clock' | 'config' | 'secrets', 'backups' | 'sealedSecrets' | 'settings'>

/** What forgetting, and learning from what is left, needs. */
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
