import { ResearchCompany } from '../core/research/research-company.ts'
import { route } from './route.ts'
import type { Route } from './route.ts'

/** Several questions about one company, in one call. */
export const RESEARCH_ROUTES: readonly Route[] = [
  route('post', '/research', ResearchCompany, 'Research a company within a credit and time budget.', {
    domain: 'lumen.example',
    max_credits: 2,
  }),
]
