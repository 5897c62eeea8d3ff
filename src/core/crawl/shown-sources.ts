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

/** The site under which the index stores rows of files. */
export const FILE_SITE = 'import'

/** The URI of a row of a file, used only within the index; `row` distinguishes the rows of one file. */
export const fileUri = (file: string, row: string): string => `${FILE_SITE}:${file}/${row}`

/** Sources in the form that callers see. */
export const shownSources = (rows: readonly FoundSourceRow[]): z.output<typeof Source>[] =>
  rows.map((row) => {
    if (row.domain !== FILE_SITE) return row
    const { domain: _, uri, ...dates } = row
    return { import: uri.slice(FILE_SITE.length + 1, uri.lastIndexOf('/')), ...dates }
  })

/** The URI of a page unchanged; for a row of a file, that of the file. */
export const nameOfSource = (uri: string): string =>
  uri.startsWith(`${FILE_SITE}:`) ? uri.slice(0, uri.lastIndexOf('/')) : uri
