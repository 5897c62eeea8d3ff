import type { Entry } from '../tools/catalogue.ts'
import { hasMeta } from './message-body.ts'
import type { Message } from './message-body.ts'

/**
 * The list of tools as bytes, made once per set of visible tools: it is the longest answer and always the same, and serialising
 * it would be a quarter of the cost of the request. The SDK answers with an empty list, which these bytes replace.
 */

/** Cannot occur inside a string of a JSON message, where its quotation marks would be escaped. */
const EMPTY_LIST = '"tools":[]'

const kept = new WeakMap<readonly Entry[], Buffer>()

/** `"tools":[…]` */
export function listBytes(visible: readonly Entry[]): Buffer {
  const known = kept.get(visible)
  if (known !== undefined) return known
  const bytes = Buffer.from(`"tools":${JSON.stringify(visible.map(({ published }) => published))}`)
  kept.set(visible, bytes)
  return bytes
}

/** Whether the answer to the message is one JSON body with one list in it. */
export const asksForTools = (body: Message | Message[]): boolean =>
  !Array.isArray(body) && body['method'] === 'tools/list' && !hasMeta(body, 'progressToken')

/** The response with the tools in place of the empty list; one without an empty list, such as an error, is unchanged. */
export async function withTools(response: Response, visible: readonly Entry[]): Promise<Response> {
  const { status, headers } = response
  if (status !== 200 || headers.get('content-type')?.startsWith('application/json') !== true) return response
  const text = await response.text()
  const at = text.indexOf(EMPTY_LIST)
  const body =
    at < 0
      ? text
      : Buffer.concat([
          Buffer.from(text.slice(0, at)),
          listBytes(visible),
          Buffer.from(text.slice(at + EMPTY_LIST.length)),
        ])
  return new Response(body, { status, headers })
}
