// @ts-check
/**
 * `node try-client.mjs CLIENT URL HEADER KEY`, in a folder where the clients are installed: one client does what hosts
 * do with it. It prints one line of JSON: what worked, and a sentence for each thing that did not.
 */
import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const [client = '', url = '', header = '', key = '', program = ''] = process.argv.slice(2)
const require = createRequire(join(process.cwd(), 'index.js'))
const load = (/** @type {string} */ name) => import(pathToFileURL(require.resolve(name)).href)
const inPackage = (/** @type {string} */ path) => join(process.cwd(), 'node_modules', path)
const run = promisify(execFile)

/** @typedef {{ names: () => Promise<string[]>, call: (name: string, args: object) => Promise<string>, close: () => Promise<unknown> }} Connected */

const value = (/** @type {string} */ secret) => (header === 'Authorization' ? `Bearer ${secret}` : secret)
const text = (/** @type {unknown} */ answer) => (typeof answer === 'string' ? answer : JSON.stringify(answer))
const IDENTITY = { name: 'client-matrix', version: '1.0.0' }

/** @param {any} sdk @param {any} transport @param {object} options @returns {Promise<Connected>} */
async function bySdk(sdk, transport, options = {}) {
  const connected = new sdk.Client(IDENTITY, options)
  await connected.connect(transport)
  return {
    names: async () => (await connected.listTools()).tools.map((/** @type {{ name: string }} */ tool) => tool.name),
    call: async (name, args) => text(await connected.callTool({ name, arguments: args })),
    close: () => connected.close(),
  }
}

const overHttp = (/** @type {any} */ module, /** @type {Record<string, string>} */ headers) =>
  new module.StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })

/** @type {Record<string, (headers: Record<string, string>) => Promise<Connected>>} */
const CLIENTS = {
  'sdk-1': async (headers) =>
    bySdk(
      await load('@modelcontextprotocol/sdk/client/index.js'),
      overHttp(await load('@modelcontextprotocol/sdk/client/streamableHttp.js'), headers),
    ),
  'sdk-2-older': async (headers) => {
    const sdk = await load('@modelcontextprotocol/client')
    return bySdk(sdk, overHttp(sdk, headers), { versionNegotiation: { mode: 'legacy' } })
  },
  'sdk-2': async (headers) => {
    const sdk = await load('@modelcontextprotocol/client')
    return bySdk(sdk, overHttp(sdk, headers), { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  },
  'mcp-remote': async (headers) => {
    const [[name, secret] = []] = Object.entries(headers)
    const { StdioClientTransport } = await load('@modelcontextprotocol/sdk/client/stdio.js')
    const args = [inPackage('mcp-remote/dist/proxy.js'), url, '--transport', 'http-only', '--allow-http']
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [...args, '--header', `${name}:\${SECRET}`],
      env: { HOME: process.cwd(), SECRET: secret ?? '' },
      stderr: 'ignore',
    })
    return bySdk(await load('@modelcontextprotocol/sdk/client/index.js'), transport)
  },
  'quarry-mcp': async (headers) => {
    const secret = Object.values(headers)[0]?.replace('Bearer ', '') ?? ''
    const { StdioClientTransport } = await load('@modelcontextprotocol/client/stdio')
    const transport = new StdioClientTransport({
      command: program,
      args: ['mcp', '--url', url],
      env: { QUARRY_KEY: secret },
      stderr: 'ignore',
    })
    return bySdk(await load('@modelcontextprotocol/client'), transport, { versionNegotiation: { mode: 'auto' } })
  },
  'ai-sdk': async (headers) => {
    const { createMCPClient } = await load('@ai-sdk/mcp')
    const connected = await createMCPClient({ transport: { type: 'http', url, headers } })
    const tools = await connected.tools()
    return {
      names: async () => Object.keys(tools),
      call: async (name, args) => text(await tools[name].execute(args, { toolCallId: '1', messages: [] })),
      close: () => connected.close(),
    }
  },
  langchain: async (headers) => {
    const { MultiServerMCPClient } = await load('@langchain/mcp-adapters')
    const connected = new MultiServerMCPClient({ mcpServers: { quarry: { transport: 'http', url, headers } } })
    const tools = await connected.getTools()
    return {
      names: async () => tools.map((/** @type {{ name: string }} */ tool) => tool.name),
      call: async (name, args) =>
        text(await tools.find((/** @type {{ name: string }} */ tool) => tool.name === name).invoke(args)),
      close: () => connected.close(),
    }
  },
  mastra: async (headers) => {
    const { MCPClient } = await load('@mastra/mcp')
    const connected = new MCPClient({ servers: { quarry: { url: new URL(url), requestInit: { headers } } } })
    const tools = await connected.getTools()
    const of = (/** @type {string} */ name) => tools[`quarry_${name}`]
    return {
      names: async () => Object.keys(tools).map((name) => name.replace(/^quarry_/, '')),
      call: async (name, args) => text(await of(name).execute({ context: args }, {})),
      close: () => connected.disconnect(),
    }
  },
  'openai-agents': async (headers) => {
    const { MCPServerStreamableHttp } = await load('@openai/agents')
    const connected = new MCPServerStreamableHttp({ url, name: 'quarry', requestInit: { headers } })
    await connected.connect()
    return {
      names: async () => (await connected.listTools()).map((/** @type {{ name: string }} */ tool) => tool.name),
      call: async (name, args) => text(await connected.callTool(name, args)),
      close: () => connected.close(),
    }
  },
  inspector: async (headers) => {
    const [[name, secret] = []] = Object.entries(headers)
    const launcher = inPackage('@modelcontextprotocol/inspector/clients/launcher/build/index.js')
    const ask = async (/** @type {string[]} */ ...more) => {
      const fixed = ['--cli', '--server-url', url, '--transport', 'http', '--header', `${name}: ${secret}`]
      return (await run(process.execPath, [launcher, ...fixed, ...more], { maxBuffer: 8_000_000 })).stdout
    }
    await ask('--method', 'tools/list')
    return {
      names: async () => toolNames(await ask('--method', 'tools/list')),
      call: async (tool, args) =>
        ask(
          '--method',
          'tools/call',
          '--tool-name',
          tool,
          ...Object.entries(args).flatMap(([k, v]) => ['--tool-arg', `${k}=${v}`]),
        ).catch(({ stdout, stderr }) => `${stdout} ${stderr}`), // it exits with 1 when a tool returns an error
      close: async () => undefined,
    }
  },
  mcpc: async (headers) => {
    const [[name, secret] = []] = Object.entries(headers)
    const session = `@m${process.pid}`
    const env = { ...process.env, HOME: process.cwd() }
    const ask = async (/** @type {string[]} */ ...args) => {
      const program = inPackage('@apify/mcpc/bin/mcpc')
      const running = run(process.execPath, [program, ...args], { env, maxBuffer: 8_000_000 })
      running.child.stdin?.end() // without arguments of a call it waits for some on standard input
      return (await running).stdout
    }
    const open = () => ask('connect', url, session, '--no-profile', '-H', `${name}: ${secret}`)
    // It gives the process that holds the connection five seconds to start, which may not be enough on a busy machine.
    await open().catch(open).catch(open)
    return {
      names: async () => toolNames(await ask(session, 'tools-list', '--json')),
      call: async (tool, args) =>
        ask(
          session,
          'tools-call',
          tool,
          ...Object.entries(args).map(([k, v]) => `${k}:=${JSON.stringify(v)}`),
          '--json',
        ),
      close: () => ask(session, 'close'),
    }
  },
}

/**
 * Gemini CLI calls tools only for its model; without one it reports whether it can connect.
 * @returns {Promise<boolean>}
 */
async function geminiConnects(/** @type {string} */ secret) {
  const folder = join(process.cwd(), `gemini-${process.pid}`)
  await mkdir(join(folder, '.gemini'), { recursive: true })
  const settings = {
    mcpServers: { quarry: { httpUrl: url, headers: { [header]: value(secret) } } },
    security: { folderTrust: { enabled: false } },
    privacy: { usageStatisticsEnabled: false },
  }
  await writeFile(join(folder, '.gemini/settings.json'), JSON.stringify(settings))
  const program = inPackage('@google/gemini-cli/bundle/gemini.js')
  const env = { ...process.env, HOME: folder, GEMINI_CLI_TRUST_WORKSPACE: 'true' }
  const { stdout, stderr } = await run(process.execPath, [program, 'mcp', 'list'], { cwd: folder, env })
  await rm(folder, { recursive: true })
  if (!/quarry: .*(?:Connected|Disconnected)/.test(stdout + stderr)) throw new Error(`It told nothing: ${stderr}`)
  return /quarry: .*- Connected/.test(stdout + stderr)
}

const toolNames = (/** @type {string} */ json) =>
  Array.from(json.matchAll(/"name": ?"([a-z_]+)"/g), ([, name = '']) => name)

/**
 * What each client is asked to do, and what is expected.
 * @type {[string, (connected: Connected) => Promise<boolean>][]}
 */
const STEPS = [
  ['list', async ({ names }) => (await names()).includes('domain_search')],
  ['call', async ({ call }) => /plan_name/.test(await call('get_account', {}))],
  [
    'error',
    async ({ call }) =>
      /wrong_params|parameter|invalid|missing/i.test(
        await call('verify_email', { email: 'nobody at all' }).catch(String),
      ),
  ],
  ['big answer', async ({ call }) => (await call('search_leads', { limit: 100, fields: ['*'] })).length > 20_000],
]

/** @type {Record<string, string>} */
const outcome = {}
const worked = async (/** @type {string} */ step, /** @type {() => Promise<boolean>} */ work, right = 'yes') => {
  outcome[step] = await work().then(
    (isRight) => (isRight ? right : 'another answer'),
    (error) =>
      String(error?.message ?? error)
        .split('\n')[0]
        ?.slice(0, 120) ?? 'no',
  )
}

if (client === 'gemini') {
  await worked('list', () => geminiConnects(key), 'connects')
  for (const step of ['call', 'error', 'big answer']) outcome[step] = '–'
  await worked('refusal', async () => !(await geminiConnects('wrong')))
} else await tryAll()
process.stdout.write(`${JSON.stringify(outcome)}\n`, () => process.exit())

async function tryAll() {
  const connect = CLIENTS[client]
  if (connect === undefined) throw new Error(`There is no client ${client}.`)
  const connected = await connect({ [header]: value(key) }).catch(
    (error) => void (outcome['list'] = String(error).slice(0, 120)),
  )
  if (connected === undefined) return
  for (const [step, work] of STEPS) await worked(step, () => work(connected))
  await connected.close().catch(() => undefined)
  const stranger = connect({ [header]: value('wrong') }).then(({ names }) => names())
  await worked('refusal', () =>
    stranger.then(
      (names) => names.length === 0,
      () => true,
    ),
  )
}
