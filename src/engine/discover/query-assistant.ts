import type { JsonClient } from '../../net/http/json-client.ts'

/** A service that speaks the OpenAI chat completions API (`POST {url}/chat/completions`). */
export interface Assistant {
  client: JsonClient
  /** Without a trailing slash: `https://api.openai.com/v1`. */
  url: string
  key: string | null
  /** Null where the service has but one. */
  model: string | null
}

/** A question has to be answered while somebody waits; the rules answer at once. */
const DEADLINE_MS = 3_000
const MAX_ANSWER_BYTES = 100_000
const MAX_ANSWER_TOKENS = 800

/**
 * What an assistant takes a question for: whatever JSON its answer holds, which nobody has checked yet; null when it does
 * not answer in time or with anything else.
 * @param instructions what filters there are.
 */
export async function askAssistant(assistant: Assistant, instructions: string, query: string): Promise<unknown> {
  const { client, url, key, model } = assistant
  const answer = await client.post(`${url}/chat/completions`, {
    headers: key === null ? {} : { authorization: `Bearer ${key}` },
    body: {
      ...(model !== null && { model }),
      messages: [
        { role: 'system', content: instructions },
        // As JSON it stays one text, whatever is written in it.
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
    // Some models fence what they write.
    return JSON.parse(content.replace(/^\s*```(?:json)?|```\s*$/g, '')) as unknown
  } catch {
    return null
  }
}
