import { ACCOUNT_ROUTES, APP_ROUTES, KEY_ROUTES } from './account-routes.ts'
import { CAMPAIGN_ROUTES } from './campaign-routes.ts'
import { CHANGE_ROUTES } from './change-routes.ts'
import { CONVERSATION_ROUTES } from './conversation-routes.ts'
import { DISCOVER_ROUTES } from './discover-routes.ts'
import { ENRICH_ROUTES } from './enrich-routes.ts'
import { LEAD_ROUTES } from './lead-routes.ts'
import { LEADS_FILE_ROUTES } from './leads-file-routes.ts'
import { LEADS_LIST_ROUTES } from './leads-list-routes.ts'
import { MAILBOX_ROUTES } from './mailbox-routes.ts'
import { OPTOUT_ROUTES } from './optout-routes.ts'
import { RESEARCH_ROUTES } from './research-routes.ts'
import type { Route } from './route.ts'
import { COUNT_ROUTES, SEARCH_ROUTES } from './search-routes.ts'
import { VERIFY_ROUTES } from './verify-routes.ts'
import { WEBHOOK_ROUTES } from './webhook-routes.ts'

/** The whole surface of `/v2`, in the order of its documentation. */
export const ROUTES: readonly Route[] = [
  ...DISCOVER_ROUTES,
  ...SEARCH_ROUTES,
  ...VERIFY_ROUTES,
  ...ENRICH_ROUTES,
  ...COUNT_ROUTES,
  ...ACCOUNT_ROUTES,
  ...RESEARCH_ROUTES,
  ...CHANGE_ROUTES,
  ...LEADS_FILE_ROUTES,
  ...LEAD_ROUTES,
  ...LEADS_LIST_ROUTES,
  ...CAMPAIGN_ROUTES,
  ...CONVERSATION_ROUTES,
  ...MAILBOX_ROUTES,
  ...WEBHOOK_ROUTES,
  ...OPTOUT_ROUTES,
  ...KEY_ROUTES,
  ...APP_ROUTES,
]
