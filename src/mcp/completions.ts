import type { CompleteRequest, CompleteResult } from '@modelcontextprotocol/server'
import type { Entry } from './catalogue.ts'
import { departmentsOf } from './resources.ts'

/** The protocol allows no more values in one answer. */
const MAX_VALUES = 100

/** Completes arguments of prompts: prefix first, then substring. Nothing for what is unknown. */
export function complete({ ref, argument }: CompleteRequest['params'], visible: readonly Entry[]): CompleteResult {
  const prompt = ref.type === 'ref/prompt' && ref.name === 'prospect_company' && argument.name === 'department'
  const search = visible.find(({ tool }) => tool.name === 'domain_search')
  const values = prompt && search !== undefined ? matching(departmentsOf(search), argument.value) : []
  return {
    completion: { values: values.slice(0, MAX_VALUES), total: values.length, hasMore: values.length > MAX_VALUES },
  }
}

function matching(words: readonly string[], typed: string): string[] {
  const start = typed.trim().toLowerCase()
  const byPrefix = words.filter((word) => word.toLowerCase().startsWith(start))
  const inside = words.filter((word) => !byPrefix.includes(word) && word.toLowerCase().includes(start))
  return [...byPrefix, ...inside]
}
