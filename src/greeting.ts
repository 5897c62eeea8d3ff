/** The first key of an installation: shown, or written to a file; a null file could not be written. */
export type FirstKey = { shown: string } | { file: string | null }

/** How the installation gets its owner while nobody can sign in: a link and code to show, or the file of the link. */
export type SetUpPlace = { shown: { link: string; code: string } } | { file: string | null }

/**
 * What the person who starts Quarry sees: where it listens, where the data is, the first key (only once), and one line on
 * what to do next. It goes to standard output, not to the log, because a key must not be in a log.
 * @param url null for a worker.
 * @param place where the data is, in words.
 * @param setUp null if somebody can sign in.
 */
export function greeting(
  url: string | null,
  place: string,
  firstKey: FirstKey | null,
  setUp: SetUpPlace | null,
): string {
  // The link for people comes first; those who need the key find it below.
  const lines = [...(setUp === null ? [] : [...setUpLines(setUp), '']), ...linesOf(url, firstKey, setUp)]
  return `\n${[...lines, `Data: ${place}.`].join('\n')}\n\n`
}

function setUpLines(setUp: SetUpPlace): string[] {
  if ('file' in setUp)
    return setUp.file === null
      ? ['The set-up link could not be written to the data directory. Print one with quarry users setup-link.']
      : [`To make this Quarry yours in a browser, open the link in ${setUp.file} (it works once, for 7 days).`]
  const { link, code } = setUp.shown
  return ['Make this Quarry yours in a browser (works once, for 7 days):', `  ${link}`, `  Set-up code: ${code}`]
}

function linesOf(url: string | null, firstKey: FirstKey | null, setUp: SetUpPlace | null): string[] {
  if (url === null) return ['Quarry runs as a worker for the servers on this database and does not listen on any port.']
  if (firstKey === null) return returning(url)
  if ('shown' in firstKey)
    return welcome(url, ['Your API key, shown only once:', `  ${firstKey.shown}`], firstKey.shown, setUp)
  const { file } = firstKey
  if (file === null)
    return [
      'The API key could not be written to the data directory. Create one with quarry keys create.',
      ...returning(url),
    ]
  return welcome(
    url,
    [`Your API key is in ${file}`, '(readable only by this user; delete the file once you have the key)'],
    `$(cat '${file.replaceAll("'", String.raw`'\''`)}')`,
    setUp,
  )
}

const returning = (url: string): string[] => [
  `Quarry listens on ${url} (MCP: ${url}/mcp, API reference: ${url}/docs).`,
  'List your keys: npm run quarry -- keys list. Create one: npm run quarry -- keys create.',
]

const welcome = (url: string, about: readonly string[], key: string, setUp: SetUpPlace | null): string[] => [
  `Quarry listens on ${url}.`,
  '',
  ...about.map((line) => `  ${line}`),
  '',
  '  MCP server, for clients that accept headers (mcp.config.json shows what to paste):',
  `    ${url}/mcp    X-API-KEY: ${key}`,
  '',
  '  Try the JSON API:',
  `    curl -H "X-API-KEY: ${key}" '${url}/v2/domain-search?domain=your-company.com'`,
  '',
  `Next: ${setUp === null ? '' : 'open the set-up link in a browser, '}run this curl command with a domain you know, or paste the MCP URL and key into your client. ${url}/docs has the reference.`,
]
