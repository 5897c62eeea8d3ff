import { AddOptout, ListOptouts, RemoveOptout } from '../core/optouts/optouts.ts'
import { ForgetPerson, PreviewForgetPerson } from '../core/optouts/forget-person.ts'
import { AddUnsubscribe, ListUnsubscribes, RemoveUnsubscribe } from '../core/optouts/unsubscribes.ts'
import { route } from './route.ts'
import type { Route } from './route.ts'

/** Who gets no mail from an account, and who must not appear in any answer. */
export const OPTOUT_ROUTES: readonly Route[] = [
  route('post', '/people/forget', ForgetPerson, 'Forget a person at their request.', {
    email: 'rui@lumen.example',
    reason: 'Asked by mail',
  }),
  route(
    'post',
    '/people/kept',
    PreviewForgetPerson,
    'Show everything stored about a person, and what forgetting them would do.',
    { email: 'rui@lumen.example' },
  ),
  route('get', '/unsubscribes', ListUnsubscribes, 'List unsubscribed addresses, newest first.'),
  {
    ...route('post', '/unsubscribes', AddUnsubscribe, 'Unsubscribe an address.', { email: 'rui@lumen.example' }),
    success: 201,
  },
  {
    ...route('delete', '/unsubscribes', RemoveUnsubscribe, 'Remove an unsubscribe.', { email: 'rui@lumen.example' }),
    success: 204,
  },
  route('get', '/suppressions', ListOptouts, 'List the opt-outs of the installation; operator keys only.'),
  {
    ...route('post', '/suppressions', AddOptout, 'Add an opt-out; operator keys only.', { email: 'rui@lumen.example' }),
    success: 201,
  },
  {
    ...route('delete', '/suppressions', RemoveOptout, 'Lift an opt-out; operator keys only.', {
      email: 'rui@lumen.example',
    }),
    success: 204,
  },
]
