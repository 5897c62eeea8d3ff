/** The documented key that anybody may try: capabilities with a `fixture` answer it with that, at no cost. */
export const TEST_KEY = 'test-api-key'

/** The source of the person in those answers. */
export const FIXTURE_SOURCE = {
  domain: 'example.com',
  uri: 'https://example.com/about',
  extracted_on: '2025-01-10',
  last_seen_on: '2025-06-30',
  still_on_page: true,
}
