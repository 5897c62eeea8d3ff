import type { ServerContext } from '@modelcontextprotocol/server'

/** The parts of the originating request that a call may use. */
export interface AskedBy {
  mcpReq: Pick<ServerContext['mcpReq'], '_meta' | 'envelope' | 'signal' | 'inputResponses' | 'requestState' | 'notify'>
}
