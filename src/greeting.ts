/**
 * What the person who starts Quarry sees: where it listens, the first key (this once), and one line on what to do next.
 * It goes to standard output beside the log, because a key has no place in a log.
 * @param url null for a worker.
 */
export function greeting(url: string | null, firstKey: string | null): string {
  return `\n${linesOf(url, firstKey).join('\n')}\n\n`
}

function linesOf(url: string | null, firstKey: string | null): string[] {
  if (url === null) return ['Quarry works on what the servers of this database queue; it listens nowhere.']
  return firstKey === null ? returning(url) : welcome(url, firstKey)
}

const returning = (url: string): string[] => [
  `Quarry listens on ${url} (MCP: ${url}/mcp, API description: ${url}/docs).`,
  'Keys: npm run quarry -- keys list; a new one: npm run quarry -- keys create.',
]

const welcome = (url: string, key: string): string[] => [
  `Quarry listens on ${url}.`,
  '',
  '  Your API key, shown this once:',
  `    ${key}`,
  '',
  '  MCP server, for a client that takes headers (see mcp.config.json for what to paste):',
  `    ${url}/mcp    X-API-KEY: ${key}`,
  '',
  '  Try the JSON API:',
  `    curl -H 'X-API-KEY: ${key}' '${url}/v2/domain-search?domain=your-company.com'`,
  '',
  `Next: run that curl line with a domain you know, or paste the MCP URL and key into your client; ${url}/docs shows the rest.`,
]
