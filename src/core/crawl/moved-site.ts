import type { Capture } from '../../db/index/capture-writer.ts'
import { optoutDomains } from '../optouts/optout-digests.ts'

/** A capture of the start page of a domain that redirects permanently to another. */
export const movedCapture = (domain: string, to: string, capturedAt: Date): Capture => ({
  domain,
  url: `https://${domain}/`,
  capturedAt,
  kind: 'absent',
  status: 301,
  etag: null,
  lastModified: null,
  contentHash: null,
  links: [],
  complete: true,
  sources: [],
  observed: {
    people: [],
    signature: null,
    statements: [{ kind: 'moved', value: to }],
    optoutDomains: optoutDomains(domain),
  },
})
