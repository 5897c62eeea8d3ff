/** The first key of an installation: to be shown, or the file that it was written to; null when no place took it. */
export type FirstKey = { shown: string } | { file: string | null }

/**
 * What the person who starts Quarry sees: where it listens, where the data are, the first key (this once), and one line on
 * what to do next. It goes to standard output beside the log, because a key has no place in a log.
 * @param url null for a worker.
 * @param place where the data are, in words.
 */
export function greeting(url: string | null, place: string, firstKey: FirstKey | null): string {
  return `\n${[...linesOf(url, firstKey), `Data: ${place}.`].join('\n')}\n\n`
}

function linesOf(url: string | null, firstKey: FirstKey | null): string[] {
  if (url === null) return ['Quarry works on what the servers of this database queue; it listens nowhere.']
  if (firstKey === null) return returning(url)
  if ('shown' in firstKey)
    return welcome(url, ['Your API key, shown this once:', `  ${firstKey.shown}`], firstKey.shown)
  const { file } = firstKey
  if (file === null)
    return ['No key could be written into the data directory: make one with quarry keys create.', ...returning(url)]
  return welcome(
    url,
    [`Your API key stands in ${file}`, '(for this user alone; delete the file when you have it)'],
    `$(cat '${file}')`,
  )
}

const returning = (url: string): string[] => [
  `Quarry listens on ${url} (MCP: ${url}/mcp, API description: ${url}/docs).`,
  'Keys: npm run quarry -- keys list; a new one: npm run quarry -- keys create.',
]

const welcome = (url: string, about: readonly string[], key: string): string[] => [
  `Quarry listens on ${url}.`,
  '',
  ...about.map((line) => `  ${line}`),
  '',
  '  MCP server, for a client that takes headers (see mcp.config.json for what to paste):',
  `    ${url}/mcp    X-API-KEY: ${key}`,
  '',
  '  Try the JSON API:',
  `    curl -H "X-API-KEY: ${key}" '${url}/v2/domain-search?domain=your-company.com'`,
  '',
  `Next: run that curl line with a domain you know, or paste the MCP URL and key into your client; ${url}/docs shows the rest.`,
]
