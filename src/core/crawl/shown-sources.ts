import { z } from 'zod'
import type { FoundSourceRow } from '../../db/search/search-store.ts'

/** Where an address was seen: a page, or a file imported by the operator, which has a name but no URL. */
export const Source = z.object({
  domain: z.string().optional(),
  uri: z.string().optional(),
  import: z.string().optional().describe('The file it was imported from, instead of domain and uri.'),
  extracted_on: z.iso.date(),
  last_seen_on: z.iso.date(),
  still_on_page: z.boolean(),
})

/** What is in the index for the site of a file. */
export const FILE_SITE = 'import'

/** How a row of a file is in the index, and only there; `row` tells the rows of one file apart. */
export const fileUri = (file: string, row: string): string => `${FILE_SITE}:${file}/${row}`

/** Sources as callers see them. */
export const shownSources = (rows: readonly FoundSourceRow[]): z.output<typeof Source>[] =>
  rows.map((row) => {
    if (row.domain !== FILE_SITE) return row
    const { domain: _, uri, ...dates } = row
    return { import: uri.slice(FILE_SITE.length + 1, uri.lastIndexOf('/')), ...dates }
  })

/** A page as it is; of a row of a file only the file. */
export const nameOfSource = (uri: string): string =>
  uri.startsWith(`${FILE_SITE}:`) ? uri.slice(0, uri.lastIndexOf('/')) : uri
