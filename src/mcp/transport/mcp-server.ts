import { Server } from '@modelcontextprotocol/server'
import type { ServerOptions } from '@modelcontextprotocol/server'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import { callTool, resultOfJob } from '../tools/call-tool.ts'
import type { ToolService } from '../tools/call-tool.ts'
import type { Catalogue } from '../tools/catalogue.ts'
import { complete } from '../prompts/completions.ts'
import { instructionsFor } from '../prompts/instructions.ts'
import { IDENTITY, LISTED } from './mcp-identity.ts'
import { callOfVisit } from '../tools/mcp-door.ts'
import type { McpDoor, Visit } from '../tools/mcp-door.ts'
import { getPrompt, listPrompts } from '../prompts/prompts.ts'
import { listResources, listTemplates, readResource } from '../prompts/resources.ts'
import { getSkill, listSkills, SkillParams, SKILLS_EXTENSION } from '../skills/skill-methods.ts'
import { ownValue } from '../../lib/text/own-value.ts'
import { cancelTask, getTask, TaskParams, TASKS_EXTENSION, updateTask } from '../tools/tasks.ts'
import { countingErrors } from '../tools/protocol-error.ts'

const OPTIONS: ServerOptions = {
  capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
  cacheHints: {
    'tools/list': LISTED,
    'prompts/list': LISTED,
    'resources/list': LISTED,
    'resources/templates/list': LISTED,
    'server/discover': LISTED,
  },
  // Unused here, but without it a server builds its own for each request.
  jsonSchemaValidator: new AjvJsonSchemaValidator(),
}

/** Extensions came with 2026-07-28. */
const MODERN_OPTIONS: ServerOptions = {
  ...OPTIONS,
  capabilities: { ...OPTIONS.capabilities, extensions: { [SKILLS_EXTENSION]: {}, [TASKS_EXTENSION]: {} } },
}

/** Registers the handler of one method on the server of one visit. */
type Register = (server: Server, service: ToolService, visit: Visit) => void

const visibleTo = ({ catalogue }: ToolService, { caller, selection }: Visit) => catalogue.visible(caller, selection)

const METHODS: Record<string, Register> = {
  'tools/call': (server, service, visit) =>
    server.setRequestHandler('tools/call', ({ params }, context) => callTool(service, visit, params, context)),
  'tools/list': (server, service, visit) =>
    server.setRequestHandler('tools/list', () => ({
      tools: visit.keptList ? [] : visibleTo(service, visit).map(({ published }) => published),
    })),
  'resources/list': (server, service, visit) =>
    server.setRequestHandler('resources/list', () => listResources(visibleTo(service, visit))),
  'resources/templates/list': (server, service, visit) =>
    server.setRequestHandler('resources/templates/list', () => listTemplates(visibleTo(service, visit))),
  'resources/read': (server, service, visit) =>
    server.setRequestHandler('resources/read', ({ params }, { mcpReq: { signal } }) =>
      countingErrors(
        service.door.countRefusal,
        readResource(
          params.uri,
          visibleTo(service, visit),
          service.catalogue,
          callOfVisit(service.door.context, visit, { signal }),
        ),
      ),
    ),
  'prompts/list': (server, service, visit) =>
    server.setRequestHandler('prompts/list', () => listPrompts(visibleTo(service, visit))),
  'prompts/get': (server, service, visit) =>
    server.setRequestHandler('prompts/get', ({ params }) =>
      getPrompt(params.name, params.arguments, visibleTo(service, visit)),
    ),
  'completion/complete': (server, service, visit) =>
    server.setRequestHandler('completion/complete', ({ params }, { mcpReq: { signal } }) =>
      countingErrors(
        service.door.countRefusal,
        complete(params, visibleTo(service, visit), callOfVisit(service.door.context, visit, { signal })),
      ),
    ),
}

/** Methods of extensions, unknown to revisions before 2026-07-28. */
const EXTENSION_METHODS: Record<string, Register> = {
  'skills/list': (server, service, visit) =>
    server.setRequestHandler('skills/list', { params: SkillParams }, () => listSkills(visibleTo(service, visit))),
  'skills/get': (server, service, visit) =>
    server.setRequestHandler('skills/get', { params: SkillParams }, ({ uri }) =>
      getSkill(uri, visibleTo(service, visit)),
    ),
  'tasks/get': (server, service, visit) =>
    server.setRequestHandler('tasks/get', { params: TaskParams }, ({ taskId }, context) =>
      countingErrors(service.door.countRefusal, getTask(service, visit, taskId, context, resultOfJob)),
    ),
  'tasks/cancel': (server, service, visit) =>
    server.setRequestHandler('tasks/cancel', { params: TaskParams }, ({ taskId }, context) =>
      countingErrors(service.door.countRefusal, cancelTask(service, visit, taskId, context)),
    ),
  'tasks/update': (server, service, visit) =>
    server.setRequestHandler('tasks/update', { params: TaskParams }, ({ taskId }, context) =>
      countingErrors(service.door.countRefusal, updateTask(service, visit, taskId, context)),
    ),
}

/**
 * Makes the server of one request, with handlers for the methods it uses, which look things up in the shared catalogue. Nothing
 * is rebuilt.
 */
export const serverFactory =
  (door: McpDoor, catalogue: Catalogue) =>
  (visit: Visit): Server => {
    const options = visit.closingCancels ? MODERN_OPTIONS : OPTIONS
    const asksWho = visit.methods.has('initialize') || visit.methods.has('server/discover')
    const seen = asksWho ? catalogue.visible(visit.caller, visit.selection) : []
    const instructions = asksWho ? { instructions: instructionsFor(catalogue.toolsetNames, seen) } : {}
    const server = new Server({ ...IDENTITY, version: door.version }, { ...options, ...instructions })
    for (const method of visit.methods) {
      const register =
        ownValue(METHODS, method) ?? (visit.closingCancels ? ownValue(EXTENSION_METHODS, method) : undefined)
      register?.(server, { door, catalogue }, visit)
    }
    return server
  }
