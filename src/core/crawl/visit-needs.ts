import type { Part } from '../../context.ts'
import type { OptoutNeeds } from '../optouts/optout-needs.ts'

/** What is needed to visit a site and to store what it shows. */
export type VisitNeeds = OptoutNeeds &
  Part<
    'clock' | 'config' | 'dns' | 'http' | 'lists' | 'offThread',
    'changes' | 'companyEvidence' | 'crawlPlaces' | 'crawls' | 'ingest' | 'robotsFiles' | 'sites'
  >
