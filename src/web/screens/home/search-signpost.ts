import { questionKind } from '../../../lib/input/question-kind.ts'
import { to } from '../../page/page-query.ts'
import type { View } from '../../page/view.ts'

/** What is neither a name nor a question is shown where it can be corrected. */
const MAX_SHOWN = 200

/** Where the single search box leads: to the person, the company, the finder, or to companies in plain words. */
export function searchLeadsTo({ query }: View): string {
  const question = questionKind(query['q'] ?? '')
  if (question.kind === 'person') return to(`/people/${encodeURIComponent(question.email)}`)
  if (question.kind === 'company') return to(`/companies/${question.domain}`)
  if (question.kind === 'find') return to('/find', { full_name: question.fullName, company: question.domain })
  if (question.kind === 'name') return to('/find', { company_name: question.company })
  if (question.kind === 'discover') return to('/discover', { query: question.query })
  const asked = (query['q'] ?? '').trim().slice(0, MAX_SHOWN)
  return asked === '' ? to('/') : to('/find', { company_name: asked })
}
