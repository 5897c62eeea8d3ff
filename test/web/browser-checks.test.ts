import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { openContext } from '../support/web/browser.ts'
import * as checks from '../support/web/browser-checks.ts'
import { browser, browserTest } from '../support/web/use-browser.ts'

/** A page with one fault of each kind, and one without any. */
const PAGES: Readonly<Record<string, string>> = {
  '/good': `<main><h1>Calm</h1><p>Read <a href="/good">this</a> first.</p><button>Go on</button></main>`,
  '/bad': `<main><h1>Loud</h1><p style="color:#ccc">Pale</p><script>document.title = 'x'</script>
    <div id="wide">wide</div><button class="small">a</button><button class="small">b</button></main>`,
  '/narrow': `<main><h1>Calm</h1><p class="narrow">Together</p></main>`,
}
const STYLE = `body{margin:0}#wide{width:2000px}button{min-width:40px;min-height:40px}.small{all:unset;display:inline-block;font-size:6px}.narrow{width:3ch;overflow-wrap:anywhere}`
const POLICY = "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'"

async function startPages() {
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    if (path === '/style.css') {
      response.writeHead(200, { 'content-type': 'text/css' }).end(STYLE)
      return
    }
    const head = `<title>Page</title><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><link rel="stylesheet" href="/style.css">`
    const type = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY }
    response
      .writeHead(200, type)
      .end(`<!doctype html><html lang="en"><head>${head}</head><body>${PAGES[path] ?? ''}</body></html>`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

browserTest('the checks find their faults, and nothing on a page without any', async () => {
  await using pages = await startPages()
  await using context = await openContext(await browser(), { origin: pages.origin, width: 360 })
  const look = async (path: string) => {
    const page = await context.newPage()
    const [complaints, weight] = [checks.complaints(page), await checks.weigh(page)]
    await page.goto(path)
    const axe = (await checks.axeViolations(page)).map((one) => one.split(':')[0])
    const [scroll, small] = [await checks.sidewaysScroll(page), await checks.smallTargets(page)]
    return { axe, scroll: scroll.length, small: small.length, complaints: await complaints(), weight: weight() }
  }
  const good = await look('/good')
  expect(good).toMatchObject({ complaints: [], axe: [], scroll: 0, small: 0 })
  expect(good.weight.requests).toBe(2)
  expect(good.weight.bytes).toBeGreaterThan(500)
  const bad = await look('/bad')
  expect(bad).toMatchObject({ scroll: 1, small: 2 })
  expect(bad.axe).toContain('target-size')
  const policy = bad.complaints.filter((one) => one.startsWith('policy: '))
  expect(policy.map((one) => one.split(' ')[1])).toEqual(['style-src-attr', 'script-src-elem'])
})

browserTest("the checks work without the page's scripts, and in dark mode", async () => {
  await using pages = await startPages()
  await using context = await openContext(await browser(), { origin: pages.origin, script: false, theme: 'dark' })
  const page = await context.newPage()
  await page.goto('/good')
  expect(await page.evaluate('matchMedia("(prefers-color-scheme: dark)").matches')).toBe(true)
  expect(await checks.withoutScripts(page)).toEqual([
    'It speaks en.',
    expect.stringMatching(/^It does nothing: <button>/),
  ])
  await page.goto('/narrow')
  expect(await checks.withoutScripts(page)).toContainEqual(expect.stringContaining('It breaks a word: Together in <p'))
})
