/** The API calls it `id`. */
export const CAMPAIGN_ID_ALIASES = { sequence_id: 'campaign_id', id: 'campaign_id' }

export const withId = (raw: unknown): unknown => {
  const { campaign_id: id, ...rest } = raw as Record<string, unknown>
  return { ...rest, id }
}
