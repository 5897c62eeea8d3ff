// @ts-check
/**
 * `node convert-tools.mjs TOOLS`, in a folder where the libraries of model providers are installed: what each turns the
 * tools of a list (a JSON file) into before a model sees them. It prints one line of JSON: library → tool → schema, or
 * a sentence.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const require = createRequire(join(process.cwd(), 'index.js'))
const load = (/** @type {string} */ name) => import(pathToFileURL(require.resolve(name)).href)

/** @typedef {{ name: string, description: string, inputSchema: Record<string, unknown> }} Listed */
/** @type {Listed[]} */
const tools = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))

/** @typedef {Record<string, unknown>} Converted by the name of the tool */
const byName = (/** @type {[string, unknown][]} */ pairs) => Object.fromEntries(pairs)

/** Returns the body of the request that a model of the AI SDK would send, with all tools. */
async function requestOf(
  /** @type {(options: object) => { doGenerate: (asked: object) => Promise<unknown> }} */ modelWith,
) {
  /** @type {any} */
  let body
  const fetchInstead = async (/** @type {unknown} */ _url, /** @type {{ body: string }} */ init) => {
    body = JSON.parse(init.body)
    throw new Error('Nothing is sent.')
  }
  const prompt = [{ role: 'user', content: [{ type: 'text', text: 'Hello.' }] }]
  const functions = tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    name,
    description,
    inputSchema,
  }))
  const model = modelWith({ apiKey: 'none', fetch: fetchInstead })
  await model.doGenerate({ prompt, tools: functions }).catch(() => undefined)
  return body
}

/** @type {Record<string, () => Promise<Converted>>} */
const LIBRARIES = {
  'openai-agents, strict': async () => {
    const { mcpToFunctionTool } = await load('@openai/agents')
    const server = { name: 'quarry' }
    return byName(
      tools.map((tool) => {
        const { strict, parameters } = mcpToFunctionTool(tool, server, true)
        return [tool.name, strict === true ? parameters : 'It is not strict.']
      }),
    )
  },
  'google-genai': async () => {
    const { mcpToTool } = await load('@google/genai')
    const { functionDeclarations } = await mcpToTool({ listTools: async () => ({ tools }) }).tool()
    return byName(
      functionDeclarations.map((/** @type {any} */ { name, parameters, parametersJsonSchema }) => [
        name,
        parametersJsonSchema ?? parameters,
      ]),
    )
  },
  'ai-sdk-google': async () => {
    const { createGoogleGenerativeAI } = await load('@ai-sdk/google')
    const body = await requestOf((options) => createGoogleGenerativeAI(options)('gemini-2.5-pro'))
    const declared = [body.tools].flat().flatMap(({ functionDeclarations }) => functionDeclarations)
    return byName(declared.map(({ name, parameters }) => [name, parameters]))
  },
  'ai-sdk-openai': async () => {
    const { createOpenAI } = await load('@ai-sdk/openai')
    const body = await requestOf((options) => createOpenAI(options).responses('gpt-5'))
    return byName(body.tools.map((/** @type {any} */ { name, parameters }) => [name, parameters]))
  },
}

/** @type {Record<string, Converted | string>} */
const all = {}
for (const [library, convert] of Object.entries(LIBRARIES))
  all[library] = await convert().catch((/** @type {Error} */ error) => error.message)
console.log(JSON.stringify(all))
