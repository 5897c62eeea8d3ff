import type { Part } from '../../context.ts'
import type { VisitNeeds } from '../crawl/visit-needs.ts'

/** What imports of files and exports of the index need. */
export type ImportNeeds = VisitNeeds &
  Part<
    'importFiles' | 'log' | 'presence',
    'archives' | 'companiesImport' | 'companiesSearch' | 'crawlParts' | 'exports' | 'fileImports' | 'people'
  >
