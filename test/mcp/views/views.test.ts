import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toolsets } from '../../../tools/index.ts'
import { axeViolations, complaints } from '../../support/web/browser-checks.ts'
import { openContext } from '../../support/web/browser.ts'
import type { Page } from '../../support/web/browser.ts'
import { browser, browserTest } from '../../support/web/use-browser.ts'
import { JSON_HEADERS, messagesOf, modernRpc, raw, resultOf, rpc } from '../../support/doors/mcp-client.ts'
import { startStandIn } from '../stand-in.ts'
import type { StandIn } from '../stand-in.ts'

const own = toolsets.flatMap((toolset) => toolset.tools)
const [anyTool] = own
if (anyTool === undefined) throw new Error('There are no tools.')
/** The product's tools, and one for the page of campaigns if no tool shows it yet. */
const complete = [
  ...toolsets,
  {
    name: 'other',
    area: 'campaigns' as const,
    tools: own.some(({ view }) => view === 'campaign')
      ? []
      : [{ ...anyTool, name: 'preview_message', toolAliases: [], view: 'campaign' as const }],
  },
]
const tools = complete.flatMap((toolset) => toolset.tools)
const views = [...new Set(tools.map(({ view }) => view))].filter((view) => view !== undefined)

let app: StandIn
const pages = new Map<string, string>()
beforeAll(async () => {
  app = await startStandIn({ toolsets: complete })
  for (const view of views) {
    const uri = `ui://quarry/${view}`
    const body = rpc('resources/read', { uri })
    const { contents } = resultOf(await raw(app.origin, { headers: JSON_HEADERS, body })) as {
      contents: { uri: string; mimeType: string; text: string; _meta: object }[]
    }
    const [page] = contents
    expect(page).toMatchObject({ uri, mimeType: 'text/html;profile=mcp-app', _meta: { ui: { prefersBorder: true } } })
    pages.set(view, page?.text ?? '')
  }
})
afterAll(() => app[Symbol.asyncDispose]())

describe('at /mcp', () => {
  test('each page is small, self-contained, and available to callers who see a tool that shows it', async () => {
    expect(views).toHaveLength(2)
    for (const [view, text] of pages) {
      expect(Buffer.byteLength(text), view).toBeLessThanOrEqual(30_000)
      expect(text).not.toMatch(/\b(?:src|href)=|https?:|@import|url\(|innerHTML|insertAdjacentHTML|document\.write/)
    }
    const read = async (uri: string, path: string) => {
      const request = modernRpc('resources/read', { uri })
      return messagesOf(await raw(app.origin, { ...request, path }))[0]
    }
    expect((await read('ui://quarry/people', '/mcp?toolsets=search'))?.result).toBeDefined()
    for (const [uri, path] of [
      ['ui://quarry/people', '/mcp?toolsets=leads'],
      ['ui://quarry/nothing', '/mcp'],
      ['ui://quarry/', '/mcp'],
    ] as const)
      expect((await read(uri, path))?.error).toMatchObject({ code: -32_602 })
  })

  test('tools name their page in both ways, and it is in no list of resources', async () => {
    const listed = async (method: string) =>
      resultOf(await raw(app.origin, { headers: JSON_HEADERS, body: rpc(method) })) as Record<string, unknown[]>
    const { tools: all = [] } = await listed('tools/list')
    for (const tool of all as { name: string; _meta?: object }[]) {
      const view = tools.find(({ name }) => name === tool.name)?.view
      const resourceUri = `ui://quarry/${view}`
      expect(tool._meta).toEqual(
        view === undefined ? undefined : { ui: { resourceUri }, 'ui/resourceUri': resourceUri },
      )
    }
    expect(JSON.stringify(await listed('resources/list'))).not.toContain('ui://')
  })
})

/** The policy that the specification makes hosts apply to a page that requests nothing. */
const CLOSED =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; connect-src 'none'"

/** A minimal host: it greets, passes on results, and records what is requested of it. */
const HOST = `<!doctype html><html lang="en"><title>Host</title><main><iframe title="View" src="/view" sandbox="allow-scripts" width="640" height="600"></iframe></main>
<script>
  const frame = document.querySelector('iframe')
  const asked = (window.asked = [])
  window.answers = {}
  window.send = (message) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*')
  window.addEventListener('message', ({ source, data }) => {
    if (source !== frame.contentWindow) return
    asked.push(data)
    if (data.method === 'ui/initialize')
      send({ id: data.id, result: { protocolVersion: '2026-01-26', hostInfo: { name: 'h', version: '1' },
        hostCapabilities: { serverTools: {} }, hostContext: { theme: 'dark' } } })
    if (data.method === 'tools/call') send({ id: data.id, result: window.answers[data.params.name] })
  })
</script></html>`

interface Shown extends AsyncDisposable {
  page: Page
  frame: ReturnType<Page['frames']>[number]
  requests: string[]
  /** Delivers a tool's result to the view. */
  give: (structuredContent: object) => Promise<void>
  /** Returns what the view requested from its host by a method. */
  asked: (method: string) => Promise<Record<string, unknown>[]>
  said: () => Promise<string[]>
}

async function shown(view: string): Promise<Shown> {
  const requests: string[] = []
  const server = createServer(({ url = '' }, response) => {
    requests.push(url)
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    if (url === '/view') response.setHeader('Content-Security-Policy', CLOSED)
    response.end(url === '/view' ? pages.get(view) : HOST)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const context = await openContext(await browser(), { origin, width: 700 })
  const page = await context.newPage()
  const said = complaints(page)
  await page.goto('/host')
  await page.waitForFunction(`asked.some(({ method }) => method === 'ui/notifications/initialized')`)
  const frame = page.frames()[1]
  if (frame === undefined) throw new Error('The host shows no view.')
  return {
    page,
    frame,
    requests,
    give: (structuredContent) =>
      page.evaluate(
        `send({ method: 'ui/notifications/tool-result', params: { content: [], structuredContent: ${JSON.stringify(structuredContent)} } })`,
      ),
    asked: (method) => page.evaluate(`asked.filter((each) => each.method === ${JSON.stringify(method)})`),
    said,
    [Symbol.asyncDispose]: async () => {
      await context.close()
      server.closeAllConnections()
      server.close()
    },
  }
}

const person = (text: string, index: number) => ({
  value: `p${index}@birch.example`,
  first_name: text,
  last_name: text,
  position: text,
  confidence: 90,
  verification: { status: text, date: null },
  sources: [{ uri: text, last_seen_on: text }],
})
const HOSTILE = [
  '<img src=x onerror="window.hit=1">',
  '<script>window.hit=1</script>',
  '"><svg onload=window.hit=1>',
  'javascript:window.hit=1',
  '</style><script>window.hit=1</script>',
  '<iframe srcdoc="<script>parent.hit=1</script>">',
  '\u202Egnp.exe<b>',
  '{{constructor.constructor("window.hit=1")()}}',
]

describe('in a browser, under the closed policy of hosts', () => {
  browserTest('10,000 hostile names are text: no element more, nothing fetched, no violation', async () => {
    await using view = await shown('people')
    const { frame, give, requests, said } = view
    const outline = () =>
      frame.evaluate<string>(`[...document.querySelectorAll('body *')].map(({ tagName }) => tagName).join(' ')`)
    await give({ data: { organization: 'Birch', emails: Array.from({ length: 250 }, (_, i) => person('calm', i)) } })
    await frame.getByRole('heading', { name: 'Birch' }).waitFor()
    const calm = await outline()
    let names = 0
    for (let round = 0; names < 10_000; round += 1) {
      const text = (i: number) => `${HOSTILE[(i + round) % HOSTILE.length]} ${round}`
      const emails = Array.from({ length: 250 }, (_, i) => person(text(i), i))
      await give({ data: { organization: `Round ${round}`, emails } })
      await frame.getByRole('heading', { name: `Round ${round}`, exact: true }).waitFor()
      expect(await outline()).toBe(calm)
      names += emails.length
    }
    expect(await frame.evaluate('window.hit')).toBeUndefined()
    expect(await view.page.evaluate('window.hit')).toBeUndefined()
    expect(requests.filter((url) => url !== '/favicon.ico')).toEqual(['/host', '/view'])
    expect((await said()).filter((each) => !each.includes('favicon'))).toEqual([])
  })

  browserTest('a refusal, or a price, is told in its own words: nobody would seem to be known', async () => {
    for (const view of ['people', 'campaign']) {
      await using shownView = await shown(view)
      const { page, frame } = shownView
      const give = (result: object) =>
        page.evaluate(`send({ method: 'ui/notifications/tool-result', params: ${JSON.stringify(result)} })`)
      const text = (line: string) => [{ type: 'text', text: `${line}\n{"data":null}` }]
      await give({ isError: true, content: text('too_many_requests: This call costs 1 credit.') })
      await frame.getByText('too_many_requests: This call costs 1 credit.', { exact: true }).waitFor()
      await give({ content: text('Nothing was done: up to 1 credit.'), structuredContent: { data: null, meta: {} } })
      await frame.getByText('Nothing was done: up to 1 credit.', { exact: true }).waitFor()
      expect(await frame.getByText('Nobody is known yet.').count()).toBe(0)
    }
  })

  browserTest('fits a phone whatever people are called, and names a row that nobody was found for', async () => {
    await using view = await shown('people')
    const { frame, give, page } = view
    await page.evaluate(`document.querySelector('iframe').width = 320`)
    const word = 'Donaudampfschifffahrtsgesellschaft'.repeat(6)
    const rows = [
      { ref: '1', status: 'found', email: `${word.slice(0, 60)}@birch.example`, first_name: word, position: word },
      { ref: '2', status: 'not_found', email: null },
    ]
    await give({ data: { organization: word, rows } })
    await frame.getByText('Row 2', { exact: true }).waitFor()
    await frame.getByText('not found', { exact: true }).waitFor()
    expect(await frame.evaluate('document.documentElement.scrollWidth')).toBe(320)
  })

  browserTest('people can be checked and kept by keyboard, through the host', async () => {
    await using view = await shown('people')
    const { page, frame, give, asked } = view
    await page.evaluate(
      `answers.verify_email = { content: [], structuredContent: { data: { status: 'accept_all' }, meta: {} } };
       answers.save_lead = { isError: true, content: [{ type: 'text', text: 'forbidden: This key may not write.' }] }`,
    )
    await give({ data: { domain: 'birch.example', emails: [{ ...person('Ada', 1), verification: { status: null } }] } })
    await frame.getByText('not checked').waitFor()
    expect(await frame.evaluate('document.documentElement.style.colorScheme')).toBe('dark')
    await frame.getByLabel('Leads list to save to').focus()
    await page.keyboard.type('Trade fair')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await frame.getByText('accept all').waitFor()
    await frame.getByRole('button', { name: 'Save to list: p1@birch.example' }).focus()
    await page.keyboard.press('Space')
    await frame.getByText('forbidden: This key may not write.').waitFor()
    expect((await asked('tools/call')).map(({ params }) => params)).toEqual([
      { name: 'verify_email', arguments: { email: 'p1@birch.example' } },
      {
        name: 'save_lead',
        arguments: {
          email: 'p1@birch.example',
          first_name: 'Ada',
          last_name: 'Ada',
          position: 'Ada',
          leads_list_name: 'Trade fair',
        },
      },
    ])
    expect((await asked('ui/notifications/size-changed')).length).toBeGreaterThan(0)
    expect(await axeViolations(frame)).toEqual([])
  })

  browserTest(
    'a campaign is shown word for word, and started only by a second press on what would happen',
    async () => {
      await using view = await shown('campaign')
      const { page, frame, give, asked } = view
      const effect = { campaign_id: 7, emails: 24, recipients: 12 }
      await page.evaluate(
        `answers.start_campaign = { content: [], structuredContent: { data: null, meta: { confirmed: false, effect: ${JSON.stringify(effect)} } } }`,
      )
      const text = 'Dear Ada,\n<b>not bold</b>'
      await give({
        data: {
          campaign: { id: 7, name: 'Spring', status: 'draft', waiting: 12, mailboxes: ['rui@studio.example'] },
          messages: [
            {
              email: 'ada@birch.example',
              step: 1,
              subject: 'Hello',
              body: text,
              unresolved: ['company'],
              problem: null,
            },
          ],
        },
        meta: { missing: [], skipped: [{ email: 'li@birch.example', reason: 'unsubscribed' }] },
      })
      await frame.getByText('<b>not bold</b>').waitFor()
      expect(await frame.getByText('li@birch.example: unsubscribed').count()).toBe(1)
      await frame.getByRole('button', { name: 'Start …' }).click()
      await frame.getByText('recipients 12').waitFor()
      await page.evaluate(
        `answers.start_campaign = { content: [], structuredContent: { data: {}, meta: { confirmed: true, effect: ${JSON.stringify(effect)} } } }`,
      )
      await frame.getByRole('button', { name: 'Yes, start it' }).click()
      await frame.getByText('The campaign runs.').waitFor()
      expect((await asked('tools/call')).map(({ params }) => params)).toEqual([
        { name: 'start_campaign', arguments: { campaign_id: 7 } },
        { name: 'start_campaign', arguments: { campaign_id: 7, confirm: true, expected_recipients: 12 } },
      ])
      expect(await axeViolations(frame)).toEqual([])
    },
  )
})
