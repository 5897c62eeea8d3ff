/** Said when `company` names nobody: a number or an empty list alone would read as a fact about that company. */
export const UNKNOWN_COMPANY =
  'No company is known by this name: send its domain, or find it with query in discover_companies.'
