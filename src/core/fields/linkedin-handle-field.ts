import { socialProfileOf } from '../../engine/extract/people/social-links.ts'
import { plainText } from '../../lib/input/field-kinds.ts'
import { field, read, refuse } from '../../lib/input/input-fields.ts'

const MAX_HANDLE_LENGTH = 200
const HANDLE = /^[\p{L}\p{N}][\p{L}\p{N}._'’%-]*$/u

/** A bare handle, `in/janedoe`, or the URL of a profile; returns the handle in lower case. */
export const linkedinHandleField = (description: string) =>
  field<string>({ type: 'string', description, maxLength: MAX_HANDLE_LENGTH }, (raw) => {
    const handle = handleOf(plainText(raw) ?? '')
    return handle === null
      ? refuse('invalid_linkedin_handle', 'linkedin_handle is not a profile handle.')
      : read(handle.toLowerCase())
  })

function handleOf(text: string): string | null {
  if (text.length > MAX_HANDLE_LENGTH) return null
  const bare = text.replace(/^@|^\/?in\/|\/$/g, '')
  if (HANDLE.test(bare) && !/\.com\b/i.test(bare)) return bare
  const profile = socialProfileOf(/^https?:|^\/\//i.test(text) ? text : `https://${text}`)
  return profile?.network === 'linkedin' && profile.kind === 'person' ? profile.handle : null
}
