import {
  CLIENT_CAPABILITIES_META_KEY,
  acceptedContent,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
} from '@modelcontextprotocol/server'
import type {
  CallToolResult,
  ClientCapabilities,
  InputRequiredResult,
  McpServer,
  ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { text } from './fixture-tools.ts'

/** The suite's tools and prompt that ask the client and continue with its answers (2026-07-28). */

export const stateCodec = createRequestStateCodec<string>({ key: 'a key of the conformance overlay, nothing secret' })

/** Returns the capabilities that the client declares in this request. */
const capabilitiesOf = ({ mcpReq }: ServerContext): ClientCapabilities => {
  const envelope: Record<string, unknown> = mcpReq.envelope ?? {}
  return envelope[CLIENT_CAPABILITIES_META_KEY] ?? {}
}

const Name = z.object({ name: z.string() })
const Confirmation = z.object({ ok: z.boolean() })

const askName = (message: string) => inputRequired.elicit({ message, requestedSchema: Name })
const askModel = (words: string, maxTokens: number) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text: words } }], maxTokens })

type Work = (context: ServerContext) => Promise<CallToolResult | InputRequiredResult>

const confirmed: Work = async ({ mcpReq }) => {
  const answered = acceptedContent(mcpReq.inputResponses, 'confirm', Confirmation)
  if (answered !== undefined && mcpReq.requestState<string>() === 'confirm') return text('state-ok')
  const confirm = inputRequired.elicit({ message: 'Please confirm', requestedSchema: Confirmation })
  return inputRequired({ inputRequests: { confirm }, requestState: await stateCodec.mint('confirm') })
}

const TOOLS: Record<string, Work> = {
  test_input_required_result_elicitation: async ({ mcpReq }) => {
    const answered = acceptedContent(mcpReq.inputResponses, 'user_name', Name)
    return answered === undefined
      ? inputRequired({ inputRequests: { user_name: askName('What is your name?') } })
      : text(`Hello, ${answered.name}!`)
  },
  test_input_required_result_sampling: async ({ mcpReq }) => {
    const answered = inputResponse(mcpReq.inputResponses, 'capital_question')
    return answered.kind === 'sampling'
      ? text(JSON.stringify(answered.result.content))
      : inputRequired({ inputRequests: { capital_question: askModel('What is the capital of France?', 100) } })
  },
  test_input_required_result_list_roots: async ({ mcpReq }) => {
    const answered = inputResponse(mcpReq.inputResponses, 'client_roots')
    return answered.kind === 'roots'
      ? text(JSON.stringify(answered.roots))
      : inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } })
  },
  test_missing_capability: async () =>
    inputRequired({ inputRequests: { greeting: askModel('Generate a greeting', 50) } }),
  test_input_required_result_request_state: confirmed,
  test_input_required_result_tampered_state: confirmed,
  test_input_required_result_multiple_inputs: async ({ mcpReq }) => {
    const given = mcpReq.inputResponses ?? {}
    if (
      mcpReq.requestState<string>() === 'several' &&
      ['user_name', 'greeting', 'client_roots'].every((key) => key in given)
    )
      return text('All answered.')
    const inputRequests = {
      user_name: askName('What is your name?'),
      greeting: askModel('Generate a greeting', 50),
      client_roots: inputRequired.listRoots(),
    }
    return inputRequired({ inputRequests, requestState: await stateCodec.mint('several') })
  },
  test_input_required_result_multi_round: async ({ mcpReq }) => {
    const round = mcpReq.requestState<string>()
    if (round === 'second') return text('Both answered.')
    if (round === 'first')
      return inputRequired({
        inputRequests: {
          step2: inputRequired.elicit({
            message: 'Step 2: What is your favorite color?',
            requestedSchema: z.object({ color: z.string() }),
          }),
        },
        requestState: await stateCodec.mint('second'),
      })
    const step1 = askName('Step 1: What is your name?')
    return inputRequired({ inputRequests: { step1 }, requestState: await stateCodec.mint('first') })
  },
  test_input_required_result_capabilities: async (context) => {
    const { elicitation, sampling } = capabilitiesOf(context)
    const inputRequests = {
      ...(elicitation === undefined ? {} : { user_name: askName('What is your name?') }),
      ...(sampling === undefined ? {} : { greeting: askModel('Generate a greeting', 50) }),
    }
    return inputRequired({ inputRequests })
  },
}

export function addQuestions(server: McpServer): void {
  for (const [name, work] of Object.entries(TOOLS))
    server.registerTool(name, { description: `The suite's ${name}.`, inputSchema: z.object({}) }, (_given, context) =>
      work(context),
    )
  const Context = z.object({ context: z.string() })
  server.registerPrompt(
    'test_input_required_result_prompt',
    { description: 'Asks before it answers.' },
    ({ mcpReq }) => {
      const answered = acceptedContent(mcpReq.inputResponses, 'user_context', Context)
      if (answered !== undefined)
        return { messages: [{ role: 'user', content: { type: 'text', text: `Use ${answered.context}.` } }] }
      const message = 'What context should the prompt use?'
      return inputRequired({
        inputRequests: { user_context: inputRequired.elicit({ message, requestedSchema: Context }) },
      })
    },
  )
}
