import type { Request } from 'express'

/** Whether the caller holds what the tag names (RFC 9110 13.1.2); Express also wants no word of `no-cache`, which some programs send along. */
export const isKnownTag = ({ headers }: Request, etag: string): boolean =>
  (headers['if-none-match'] ?? '').split(',').some((tag) => [etag, `W/${etag}`, '*'].includes(tag.trim()))
