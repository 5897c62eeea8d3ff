import type { ServerContext } from '@modelcontextprotocol/server'

/** What a call may ask of the request that brought it. */
export interface AskedBy {
  mcpReq: Pick<ServerContext['mcpReq'], '_meta' | 'envelope' | 'signal' | 'inputResponses' | 'requestState' | 'notify'>
}
