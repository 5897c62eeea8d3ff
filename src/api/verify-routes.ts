import { addressesOfCsv, csvOfAnswers } from '../core/verify/address-csv.ts'
import type { BulkResultsOutput } from '../core/verify/bulk-output.ts'
import { CancelBulk, GetBulk, ListBulk, StartBulk } from '../core/verify/bulk-verifications.ts'
import { GetBulkResults } from '../core/verify/get-bulk-results.ts'
import { ListBulkAnswers } from '../core/verify/list-bulk-answers.ts'
import { SaveBulkResults } from '../core/verify/save-bulk-results.ts'
import { VerifyEmail } from '../core/verify/verify-email.ts'
import { route } from './route.ts'
import type { Route } from './route.ts'

/** 100,000 addresses with the other columns of a spreadsheet. */
const MAX_LIST_BYTES = 8_388_608
const MAX_LIST_VALUES = 200_000

/** Whether mail will arrive: one address, and lists of them. */
export const VERIFY_ROUTES: readonly Route[] = [
  {
    ...route('get', '/email-verifier', VerifyEmail, 'Check whether an address can receive mail.', {
      email: 'rui@lumen.example',
    }),
    otherAnswers: {
      202: 'The verification is still running; repeat the call later for its result (Retry-After).',
      222: 'The mail server answered unexpectedly; try again later.',
    },
  },
  {
    ...route('post', '/email-verifier/bulk', StartBulk, 'Check a list of addresses, sent as JSON or CSV.', {
      emails: ['rui@lumen.example', 'ana@lumen.example'],
    }),
    maxBodyBytes: MAX_LIST_BYTES,
    maxBodyValues: MAX_LIST_VALUES,
    readCsv: async (bytes) => ({ emails: await addressesOfCsv(bytes) }),
  },
  route('get', '/email-verifier/bulk', ListBulk, "List this account's bulk verifications, newest first.", {
    limit: 10,
    offset: 0,
  }),
  route('get', '/email-verifier/bulk/:id', GetBulk, 'Show the progress of a bulk verification.'),
  route('delete', '/email-verifier/bulk/:id', CancelBulk, 'Cancel a bulk verification; existing results are kept.'),
  {
    ...route('get', '/email-verifier/bulk/:id/results', GetBulkResults, 'List the results, in the order of the list.', {
      limit: 10,
      offset: 0,
    }),
    writeCsv: (answer) => csvOfAnswers((answer as BulkResultsOutput).data.results),
  },
  route(
    'get',
    '/email-verifier/bulk/:id/answers',
    ListBulkAnswers,
    'List the results of one kind, with counts of all.',
  ),
  route(
    'post',
    '/email-verifier/bulk/:id/save',
    SaveBulkResults,
    'Save the addresses with certain results to a leads list.',
  ),
]
