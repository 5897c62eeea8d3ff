import type { IncomingMessage } from 'node:http'

/** A request as express hands it on: `ip` is the client's address behind the trusted proxies. */
export type ClientRequest = IncomingMessage & { ip?: string | undefined }
