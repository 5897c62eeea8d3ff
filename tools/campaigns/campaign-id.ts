/** What the API calls `id`. */
export const SPELLINGS = { sequence_id: 'campaign_id', id: 'campaign_id' }

export const withId = (raw: unknown): unknown => {
  const { campaign_id: id, ...rest } = raw as Record<string, unknown>
  return { ...rest, id }
}
