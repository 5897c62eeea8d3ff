import type { Toolset } from '../src/mcp/define-tool.ts'
import { getAccount } from './account.ts'
import { domainSearch } from './domain-search.ts'
import { emailCount } from './email-count.ts'

/** All tools, in the order clients show them. */
export const toolsets: readonly Toolset[] = [
  { name: 'search', area: 'data', tools: [domainSearch, emailCount] },
  { name: 'enrich', area: 'data', tools: [getAccount] },
]
