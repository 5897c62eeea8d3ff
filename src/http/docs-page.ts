import { z } from 'zod'
import { OVERVIEW, CHAPTER_TAGS, tagOf } from '../api/openapi-chapters.ts'
import { ERROR_RESPONSES } from '../api/openapi.ts'
import { exampleOf } from '../api/operation-examples.ts'
import { ROUTES } from '../api/routes.ts'
import type { Route } from '../api/route.ts'
import { ownValue } from '../lib/text/own-value.ts'

/** The API description for readers: one page without scripts that fetches nothing. */

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (mark) => `&#${mark.codePointAt(0)};`).replace(/`([^`]+)`/g, '<code>$1</code>')

const STYLE = `
  body { font: 16px/1.55 system-ui, sans-serif; color: #1d2521; background: #fbfaf7; max-width: 62rem; margin: 0 auto; padding: 0 1.2rem 4rem; }
  header { border-bottom: 4px solid #b5541c; padding: 1.5rem 0 .7rem; } h1 { margin: 0; } h2 { margin-top: 2.5rem; }
  nav a { margin-right: 1rem; } a { color: #93400f; }
  details { border: 1px solid #ddd6c8; border-radius: 6px; margin: .4rem 0; background: #fff; padding: .5rem .9rem; }
  summary { cursor: pointer; } summary b { display: inline-block; min-width: 4.2em; color: #93400f; }
  pre { background: #23291f; color: #f3efe4; padding: .8rem; overflow-x: auto; border-radius: 6px; } code { font-size: .93em; }
  table { border-collapse: collapse; width: 100%; } td, th { text-align: left; vertical-align: top; border-top: 1px solid #e6e0d3; padding: .3rem .8rem .3rem 0; }
`

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title}</title>
  <style>${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`

/** @param origin the address of this installation, without a trailing slash */
export function docsPage(origin: string): string {
  const links = CHAPTER_TAGS.map(({ name }) => `<a href="#${name}">${name}</a>`).join(' ')
  const errors = Object.entries(ERROR_RESPONSES).map(([status, text]) => [status, text] as const)
  return page(
    'Quarry API',
    `<header><h1>Quarry API</h1>
  <p>Who works at a company, how to reach them, and whether the mail will arrive.</p>
  <nav>${links} <a href="#errors">Errors</a> <a href="/v2/openapi.json">OpenAPI</a></nav></header>
<main>
${OVERVIEW.map((paragraph) => `<p>${escaped(paragraph)}</p>`).join('\n')}
${CHAPTER_TAGS.map((tag) => section(origin, tag)).join('\n')}
<h2 id="errors">Errors</h2>
${table(['Status', 'When'], errors)}
</main>`,
  )
}

function section(origin: string, { name, description }: (typeof CHAPTER_TAGS)[number]): string {
  const routes = ROUTES.filter(({ path }) => tagOf(path) === name)
  return `<h2 id="${name}">${name}</h2>
<p>${escaped(description)}</p>
${routes.map((route) => operation(origin, route)).join('\n')}`
}

function operation(origin: string, route: Route): string {
  const { properties = {} } = z.toJSONSchema(route.capability.input, { io: 'input' }) as {
    properties?: Record<string, { description?: string }>
  }
  const parameters = Object.entries(properties).map(
    ([name, { description = '' }]) => [`\`${name}\``, description] as const,
  )
  return `<details><summary><b>${route.method.toUpperCase()}</b> <code>/v2${route.path}</code>: ${escaped(route.summary)}</summary>
${parameters.length === 0 ? '' : table(['Parameter', 'Meaning'], parameters)}
<pre>${escaped(curlOf(origin, route))}</pre></details>`
}

const table = (head: readonly [string, string], rows: readonly (readonly [string, string])[]): string =>
  `<table><tr>${head.map((cell) => `<th>${cell}</th>`).join('')}</tr>
${rows.map((row) => `<tr>${row.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`).join('\n')}</table>`

/** A request as a command for a POSIX shell; the key is in `$QUARRY_KEY`. */
function curlOf(origin: string, route: Route): string {
  const { inPath, sent } = exampleOf(route)
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(ownValue(inPath, name))))
  const key = `-H "X-API-KEY: $QUARRY_KEY"`
  if (route.method === 'get') {
    const query = new URLSearchParams(
      Object.entries(sent).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString()
    return `curl ${key} "${origin}/v2${path}${query === '' ? '' : `?${query}`}"`
  }
  const body = `-H "Content-Type: application/json" -d '${JSON.stringify(sent)}'`
  return `curl -X ${route.method.toUpperCase()} ${key} ${Object.keys(sent).length === 0 ? '' : `${body} `}${origin}/v2${path}`
}

/** The page at `/`. */
export const homePage = (origin: string): string =>
  page(
    'Quarry',
    `<header><h1>Quarry</h1><p>Who works at a company, how to reach them, and whether the mail will arrive.</p></header>
<main>
<ul>
  <li><a href="/docs">The API, operation by operation</a>, and <a href="/v2/openapi.json">as OpenAPI</a></li>
  <li>JSON API: <code>${origin}/v2</code></li>
  <li>MCP server: <code>${origin}/mcp</code> (streamable HTTP; send your key as <code>X-API-KEY</code>)</li>
  <li><a href="/readyz">Readiness</a></li>
</ul>
<p>A first request, with your key in <code>QUARRY_KEY</code> (<code>quarry keys create</code> creates one):</p>
<pre>curl -H "X-API-KEY: $QUARRY_KEY" "${origin}/v2/domain-search?domain=example.org"</pre>
</main>`,
  )
