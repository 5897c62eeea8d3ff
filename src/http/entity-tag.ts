import type { Request } from 'express'

/**
 * Whether the caller has the tagged version (RFC 9110 13.1.2). Unlike in Express, `no-cache`, which some programs also send,
 * makes no difference.
 */
export const isKnownTag = ({ headers }: Request, etag: string): boolean =>
  (headers['if-none-match'] ?? '').split(',').some((tag) => [etag, `W/${etag}`, '*'].includes(tag.trim()))
