import { z } from 'zod'
import { clearbitError } from '../core/enrich/clearbit-format.ts'
import { EnrichCombined } from '../core/enrich/enrich-combined.ts'
import { EnrichCompany } from '../core/enrich/enrich-company.ts'
import { EnrichPerson } from '../core/enrich/enrich-person.ts'
import { route } from './route.ts'
import type { Route } from './route.ts'

/** The parameter by which programs for the Clearbit API ask for its form. */
const otherForm: Route['otherForm'] = { parameter: 'clearbit_format', root: z.looseObject({}), error: clearbitError }

export const ENRICH_ROUTES: readonly Route[] = [
  { ...route('get', '/people/find', EnrichPerson, 'Look up a person.', { email: 'rui@lumen.example' }), otherForm },
  { ...route('get', '/companies/find', EnrichCompany, 'Look up a company.', { domain: 'lumen.example' }), otherForm },
  {
    ...route('get', '/combined/find', EnrichCombined, 'Look up a person and their company.', {
      email: 'rui@lumen.example',
    }),
    otherForm,
  },
]
