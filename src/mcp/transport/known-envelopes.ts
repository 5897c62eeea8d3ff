import type { ServerResponse } from 'node:http'

/**
 * What clients of 2026-07-28 say about themselves with every request, always in the same words: once the SDK has read and
 * accepted it, it need not be validated again.
 */
export interface KnownEnvelopes {
  has: (envelope: object) => boolean
  /** Remembers it if the request is answered successfully: the SDK answers an invalid one with status 400. */
  learn: (envelope: object, response: ServerResponse) => void
}

/** An envelope has a name, a version and capabilities. */
const MAX_CHARACTERS = 2_000
const MAX_KNOWN = 1_000

export function knownEnvelopes(): KnownEnvelopes {
  const known = new Set<string>()
  return {
    has: (envelope) => known.size > 0 && known.has(JSON.stringify(envelope)),
    learn: (envelope, response) => {
      const text = JSON.stringify(envelope)
      if (text.length > MAX_CHARACTERS) return
      response.once('finish', () => {
        if (response.statusCode !== 200) return
        if (known.size >= MAX_KNOWN) known.clear()
        known.add(text)
      })
    },
  }
}
