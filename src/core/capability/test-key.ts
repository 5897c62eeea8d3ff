/** The documented key that anybody may try: capabilities with a `fixture` answer it with that, at no cost. */
export const TEST_KEY = 'test-api-key'
