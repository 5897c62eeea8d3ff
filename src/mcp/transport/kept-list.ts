import type { Entry } from '../tools/catalogue.ts'
import { hasMeta } from './message-body.ts'
import type { Message } from './message-body.ts'

/**
 * The list of tools as bytes, made once for what a caller sees: it is the longest answer there is, always the same, and
 * serialising it would be a quarter of what the request costs. The SDK answers with an empty list, in whose place they go.
 */

/** No text of a JSON message can look so: its quotation marks would be escaped. */
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

/** A message whose answer is one JSON body with one list in it. */
export const asksForTools = (body: Message | Message[]): boolean =>
  !Array.isArray(body) && body['method'] === 'tools/list' && !hasMeta(body, 'progressToken')

/** The response with the tools in the place of the empty list; one that holds none, such as an error, as it is. */
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
