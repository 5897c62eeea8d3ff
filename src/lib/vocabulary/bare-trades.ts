/** Words for companies that say what these do where nothing else does: `agencies in Leeds` are no agencies of travel. */
export const BARE_TRADES: readonly { heads: readonly string[]; industries: readonly string[] }[] = [
  { heads: ['agency', 'agencies'], industries: ['Advertising Services', 'Marketing Services'] },
  { heads: ['shop', 'shops', 'store', 'stores'], industries: ['Retail'] },
  { heads: ['builder', 'builders'], industries: ['Construction', 'Building Construction'] },
  {
    heads: ['importer', 'importers', 'exporter', 'exporters'],
    industries: ['Wholesale Import and Export', 'Wholesale'],
  },
]
/** Others that say too little to filter by, and too much to be dropped without a word. */
export const BARE_HEADS: ReadonlySet<string> = new Set(
  'studio studios lab labs practice practices maker makers grower growers chain chains'.split(' '),
)
