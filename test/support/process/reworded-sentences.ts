/**
 * Sentences of answers that were recorded, and what they say today. Who rewords a sentence that
 * `test/process/upgrade.test.ts` compares adds a line; what is no sentence does not change.
 */
const REWORDED: readonly (readonly [before: string, today: string])[] = [
  ['The sequence has no recipient with this address.', 'The campaign has no recipient with this address.'],
  ['No sequence has the id', 'No campaign has the id'],
  ['The sequence is not active.', 'The campaign is not active.'],
  ['ids are whole numbers from 1;', 'ids are whole numbers of at least 1;'],
  ['No email account has the id', 'No mailbox has the id'],
  ['This email account has no DKIM key.', 'This mailbox has no DKIM key.'],
  ['Nothing exists at this path.', 'Not found.'],
  ['You will receive no more of these mails.', 'You will not receive any more of these emails.'],
  ['Open it from the mail once more.', 'Open it from the email again.'],
]

/** A recorded answer in the words of today. */
export const inWordsOfToday = (text: string): string =>
  REWORDED.reduce((said, [before, today]) => said.replaceAll(before, today), text)

/** What differs from one call to the next: ids of requests, and how long research took. */
export const withoutTheMoment = (text: string): string =>
  text.replace(/(\\?"request_id\\?":\\?")[\w-]{36}/g, '$1…').replace(/(\\?"seconds\\?":)[\d.]+/g, '$10')
