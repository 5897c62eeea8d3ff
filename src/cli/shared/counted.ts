import { plural } from '../../lib/text/plural.ts'

/** "1 page", "1,204 pages" */
export const pageCount = (pages: number): string => plural('en', pages, 'page', 'pages')

export const addressCount = (addresses: number): string => plural('en', addresses, 'address', 'addresses')
