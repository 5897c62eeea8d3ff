import { readFileSync } from 'node:fs'
import type { ReadResourceResult } from '@modelcontextprotocol/server'
import type { Entry } from '../tools/catalogue.ts'
import type { ViewName } from '../tools/define-tool.ts'

/**
 * The views of MCP Apps (`io.modelcontextprotocol/ui`, 2026-01-26): one self-contained page each. They request no network
 * access, so hosts apply their closed policy; a view shows the result of a tool, and its buttons call tools through the host.
 */

const MIME_TYPE = 'text/html;profile=mcp-app'

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

const pageOf = (title: string, script: string): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<style>
${read('views.css')}</style>
</head>
<body>
<main>
<p id="said" role="status" class="quiet"></p>
<div id="shown"></div>
</main>
<script>
${read('view-host.js')}${read(script)}</script>
</body>
</html>
`

const PAGES: Readonly<Record<ViewName, string>> = {
  people: pageOf('People', 'people-view.js'),
  campaign: pageOf('Campaign', 'campaign-view.js'),
}

/** The page of a view, or null if there is none for this caller: a view belongs to the tool that shows it. */
export function readView(uri: string, visible: readonly Entry[]): ReadResourceResult | null {
  const name = visible.map(({ tool }) => tool.view).find((view) => view !== undefined && uri === `ui://quarry/${view}`)
  if (name === undefined) return null
  return { contents: [{ uri, mimeType: MIME_TYPE, text: PAGES[name], _meta: { ui: { prefersBorder: true } } }] }
}
