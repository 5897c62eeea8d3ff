import type { Capture } from '../../db/index/capture-writer.ts'
import type { ArchivedCapture } from '../../engine/import/archived-page.ts'
import { optoutDomains } from '../optouts/optout-digests.ts'
import { nameOf } from './site-budget.ts'

/**
 * A move that an archive shows, if the new domain has the name of the old one. What else may show that both ends agree is on the
 * pages of the new one, and may arrive later, or never.
 */
export const archivedMove = ({ domain, to, capturedAt }: Extract<ArchivedCapture, { kind: 'moved' }>): Capture | null =>
  nameOf(domain) === nameOf(to) ? movedCapture(domain, to, capturedAt) : null

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
