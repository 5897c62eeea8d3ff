import { ListChanges } from '../../src/core/changes/list-changes.ts'
import { perform } from '../../src/core/capability/perform.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'

export const listChanges = defineTool({
  name: 'list_changes',
  title: 'List changes',
  description:
    'List changes at a company, the companies of a leads list, or the watched ones: who joined, left or has a new title, new addresses and places. ' +
    'Use it before writing to people found long ago. Not for who works there now (domain_search). Free.',
  input: ListChanges.input.omit({ sort: true }),
  required: [],
  output: ListChanges.output,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run: (call, raw) => perform(ListChanges, call, raw),
  firstLine: ({ data, meta }) => changesLine((data as unknown[]).length, meta),
  rows: {
    at: '',
    noun: 'changes',
    byCursor: true,
    short: ['id', 'type', 'domain', 'person', 'before', 'after', 'happened_between', 'undone_at', 'confidence'],
  },
  untrusted: ['full_name', 'before', 'after', 'says'],
})

/** Where it continues, and that nobody looked: without that, no change reads as if everything were as it was. */
function changesLine(count: number, { next_cursor: next, truncated, watched }: Record<string, unknown>): string {
  const onward = typeof next === 'number' && truncated !== true ? `; next_cursor ${next}` : ''
  const chance = watched === false ? ' The company is not watched: only what was noticed by chance is listed.' : ''
  return `Showing ${count} changes${onward}.${chance}`
}
