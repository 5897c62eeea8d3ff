import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { toolsets } from '../../../tools/index.ts'
import {
  JSON_HEADERS,
  messagesOf,
  modernClient,
  modernRpc,
  raw,
  resultOf,
  rpc,
} from '../../support/doors/mcp-client.ts'
import { startStandIn } from '../stand-in.ts'
import type { StandIn } from '../stand-in.ts'

const FOLDER = join(import.meta.dirname, '../../../skills')
const names = readdirSync(FOLDER)
const texts = new Map(names.map((name) => [name, readFileSync(join(FOLDER, name, 'SKILL.md'), 'utf8')]))
const frontmatterOf = (text: string): { name: string; description: string; metadata: { tools: string } } =>
  parse(text.split('---\n')[1] ?? '')

const tools = toolsets.flatMap((toolset) => toolset.tools)
/** Tools that come with conversations; whatever names them is hidden until then. */
const LATER = ['list_replies']
const named = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g), ([, name = '']) => name)),
]
const VALUES = new Set(['not_checked', 'max_credits'])
const wanted = [...new Set([...texts.values()].flatMap(named))].filter((name) => !VALUES.has(name))

/** The product's tools, and a stand-in for each that a text names but this build lacks. */
const [anyTool] = tools
if (anyTool === undefined) throw new Error('There are no tools.')
const complete = [
  ...toolsets,
  {
    name: 'other',
    area: 'data' as const,
    tools: wanted
      .filter((name) => tools.every((tool) => tool.name !== name))
      .map((name) => ({ ...anyTool, name, toolAliases: [], answersTestKey: false })),
  },
]

let app: StandIn
let url: string
beforeAll(async () => {
  app = await startStandIn({ toolsets: complete })
  url = `${app.origin}/mcp`
})
afterAll(() => app[Symbol.asyncDispose]())

test('a host gets every skill complete: digest, size and frontmatter match the file', async () => {
  const client = await modernClient(url, { pin: '2026-07-28' })
  const skills = new SkillsClient(client)
  expect(skills.supported).toBe(true)
  const { skills: listed } = await skills.list()
  expect(listed.map(({ frontmatter }) => frontmatter.name).sort((a, b) => a.localeCompare(b))).toEqual(names)
  for (const skill of listed) {
    const { uri, frontmatter, resources } = skill
    const text = texts.get(frontmatter.name) ?? ''
    expect(uri).toBe(`skill://${frontmatter.name}/SKILL.md`)
    expect(frontmatter).toEqual(frontmatterOf(text))
    const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`
    expect(resources).toEqual([{ uri, digest, size: Buffer.byteLength(text) }])
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(6_000)
    // Reads the file as a host must: listed, with this size and digest, and the same frontmatter.
    expect(await skills.read(skill)).toMatchObject({ verified: true })
  }
  await client.close()
})

test('anything that is not a skill, or needs hidden tools, is not found', async () => {
  const asked = async (method: string, params = {}, headers: Record<string, string> = {}, path = '/mcp') => {
    const request = modernRpc(method, params)
    const [message] = messagesOf(
      await raw(app.origin, { ...request, path, headers: { ...request.headers, ...headers } }),
    )
    return message
  }
  const uri = 'skill://clean-a-list/SKILL.md'
  expect((await asked('skills/get', { uri }))?.result).toMatchObject({
    skill: { uri },
    ttlMs: 300_000,
    cacheScope: 'public',
  })
  for (const params of [{ uri: 'skill://nothing/SKILL.md' }, {}, { uri: 7 }])
    expect((await asked('skills/get', params))?.error).toMatchObject({ code: -32_602, message: 'No such skill.' })
  expect((await asked('skills/list', {}, {}, '/mcp?toolsets=campaigns'))?.result).toMatchObject({ skills: [] })
  expect((await asked('skills/get', { uri }, { 'X-API-KEY': 'test-api-key' }))?.error).toMatchObject({ code: -32_602 })
  expect((await asked('resources/read', { uri }, {}, '/mcp?toolsets=campaigns'))?.error).toMatchObject({
    code: -32_602,
  })
})

test('older revisions are not told of the extension, but can read the files', async () => {
  const older = async (method: string, params = {}) =>
    messagesOf(await raw(app.origin, { headers: JSON_HEADERS, body: rpc(method, params) }))[0]
  const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } }
  const begun = await older('initialize', hello)
  expect(begun?.result?.['capabilities']).not.toHaveProperty('extensions')
  expect((await older('skills/list'))?.error).toMatchObject({ code: -32_601 })
  const { contents } = resultOf(
    await raw(app.origin, {
      headers: JSON_HEADERS,
      body: rpc('resources/read', { uri: 'skill://prospect/SKILL.md' }),
    }),
  ) as { contents: { text: string }[] }
  expect(contents[0]?.text).toBe(texts.get('prospect'))
})

test('a skill requires the tools it names, and names only tools that exist', () => {
  for (const [name, text] of texts) {
    const { metadata, ...frontmatter } = frontmatterOf(text)
    expect(frontmatter.name).toBe(name)
    for (const tool of metadata.tools.split(' ')) expect(text, `${name}: ${tool}`).toContain(`\`${tool}\``)
  }
  const planned = new Set([...texts.values()].flatMap((text) => frontmatterOf(text).metadata.tools.split(' ')))
  const known = new Set([...tools.map((tool) => tool.name), ...planned, ...LATER])
  expect(wanted.filter((name) => !known.has(name))).toEqual([])
})

test('the steps of every prompt are in a skill word for word, price before payment', async () => {
  const steps = new Set([...texts.values()].join('\n').replaceAll('`', '').split('\n'))
  const { prompts } = resultOf(await raw(app.origin, { headers: JSON_HEADERS, body: rpc('prompts/list') })) as {
    prompts: { name: string; arguments: { name: string }[] }[]
  }
  expect(prompts.map(({ name }) => name)).toEqual([
    'prospect_company',
    'build_list',
    'prepare_campaign',
    'clean_list',
    'triage_replies',
    'privacy_request',
  ])
  for (const { name, arguments: accepted } of prompts) {
    const given = Object.fromEntries(accepted.map((each) => [each.name, `${each.name}.example`]))
    const body = rpc('prompts/get', { name, arguments: given })
    const { messages } = resultOf(await raw(app.origin, { headers: JSON_HEADERS, body })) as {
      messages: { content: { text: string } }[]
    }
    const lines = (messages[0]?.content.text ?? '').split('\n')
    const numbered = lines.filter((line) => /^\d+\. /.test(line))
    expect(numbered.length, name).toBeGreaterThanOrEqual(3)
    for (const line of numbered) expect(steps.has(line), line).toBe(true)
    for (const value of Object.values(given)) expect(lines.join('\n'), name).toContain(value)
    expect(lines.join('\n')).toMatch(/agree|ask|Ask/)
  }
})

test('a list takes several headcounts', async () => {
  const body = rpc('prompts/get', { name: 'build_list', arguments: { list: 'A', headcount: '1-10, 11-50,' } })
  const { messages } = resultOf(await raw(app.origin, { headers: JSON_HEADERS, body })) as {
    messages: { content: { text: string } }[]
  }
  expect(messages[0]?.content.text).toContain('headcount ["1-10","11-50"]')
})
