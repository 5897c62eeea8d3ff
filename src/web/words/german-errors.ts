import type { Words } from './words.ts'

export const germanErrors: Words['errors'] = {
  forbidden: 'Ihre Rolle erlaubt das nicht.',
  not_found: 'Hier ist nichts, oder es gehört Ihnen nicht.',
  service_unavailable: 'Die Datenbank antwortet nicht. Quarry versucht es weiter; diese Seite lädt von selbst neu.',
  authentication_failed: 'Bitte melden Sie sich an.',
  too_many_requests: 'Das waren sehr viele Anfragen. Warten Sie einen Moment.',
  rate_limit_exceeded: 'Das ging zu schnell. Warten Sie einen Moment.',
  internal_error: 'Etwas ist schiefgegangen. Nennen Sie bei Fragen die Anfragenummer.',
  invalid_domain: 'Das ist keine Domain. Versuchen Sie birch.example.',
  invalid_email: 'Das ist keine Mailadresse.',
  name_required: 'Ein Name fehlt.',
}
