import { perform } from '../../src/core/capability/perform.ts'
import { WatchCompanies } from '../../src/core/changes/watch-companies.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'

export const watchCompanies = defineTool({
  name: 'watch_companies',
  title: 'Watch companies',
  description:
    "Revisit companies' sites every week, so list_changes shows who joined, left or has a new title; " +
    'remove true ends it. Use it for companies that matter. Not for a single look (domain_search). Free.',
  input: WatchCompanies.input.omit({ types: true, every_days: true }),
  required: [],
  output: WatchCompanies.output,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  run: (call, raw) => perform(WatchCompanies, call, raw),
  firstLine: ({ data, meta }) => watchedLine(data as Watched, meta),
})

interface Watched {
  watched: number
  added: number
  removed: number
}

function watchedLine({ watched, added, removed }: Watched, { limit, left_out_count }: Record<string, unknown>): string {
  const out = left_out_count === 0 ? '' : ` Left out: ${Number(left_out_count)}, as meta.left_out says.`
  return `${added} added, ${removed} removed; ${watched} of at most ${Number(limit)} companies are watched.${out}`
}
