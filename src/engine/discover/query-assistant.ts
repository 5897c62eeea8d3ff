import type { JsonClient } from '../../net/http/json-client.ts'

/** A service with the OpenAI chat completions API (`POST {url}/chat/completions`). */
export interface Assistant {
  client: JsonClient
  /** Without a trailing slash: `https://api.openai.com/v1`. */
  url: string
  key: string | null
  /** Null if the service has only one. */
  model: string | null
}

/** A person is waiting for the answer, and the rules answer at once. */
const DEADLINE_MS = 3_000
const MAX_ANSWER_BYTES = 100_000
const MAX_ANSWER_TOKENS = 800

/**
 * How an assistant understands a question: the JSON of its answer, still unchecked; null if it does not answer in time, or
 * answers with anything else.
 * @param instructions describe the available filters
 */
export async function askAssistant(assistant: Assistant, instructions: string, query: string): Promise<unknown> {
  const { client, url, key, model } = assistant
  const answer = await client.post(`${url}/chat/completions`, {
    headers: key === null ? {} : { authorization: `Bearer ${key}` },
    body: {
      ...(model !== null && { model }),
      messages: [
        { role: 'system', content: instructions },
        // As JSON it remains a single text, whatever it contains.
        { role: 'user', content: JSON.stringify({ question: query }) },
      ],
      temperature: 0,
      max_tokens: MAX_ANSWER_TOKENS,
      response_format: { type: 'json_object' },
    },
    deadlineMs: DEADLINE_MS,
    maxBytes: MAX_ANSWER_BYTES,
  })
  return parsedContent(answer)
}

function parsedContent(answer: unknown): unknown {
  const { choices } = (answer ?? {}) as { choices?: { message?: { content?: unknown } | null }[] }
  const content = Array.isArray(choices) ? choices[0]?.message?.content : null
  if (typeof content !== 'string') return null
  try {
    // Some models put their answer in a code fence.
    return JSON.parse(content.replace(/^\s*```(?:json)?|```\s*$/g, '')) as unknown
  } catch {
    return null
  }
}
