import type { Part } from '../../context.ts'
import type { OptoutNeeds } from '../optouts/optout-needs.ts'

/** What visiting a site, and storing what it shows, needs. */
export type VisitNeeds = OptoutNeeds &
  Part<
    'clock' | 'config' | 'dns' | 'http' | 'lists' | 'offThread',
    'changes' | 'companyEvidence' | 'crawlPlaces' | 'crawls' | 'ingest' | 'robotsFiles' | 'sites'
  >
