/**
 * Sentences of recorded answers, and their current wording. Rewording a sentence that `test/process/upgrade.test.ts`
 * compares requires a line here. Only sentences may change: keys, values and ids may not.
 */
const REWORDED: readonly (readonly [before: string | RegExp, today: string])[] = [
  ['The sequence has no recipient with this address.', 'The campaign has no recipient with this address.'],
  ['The sequence is not active.', 'The campaign is not active.'],
  ['This email account has no DKIM key.', 'This mailbox has no DKIM key.'],
  [/No sequence has the id (\d+)\./g, 'There is no campaign with id $1.'],
  [/No email account has the id (\d+)\./g, 'There is no mailbox with id $1.'],
  [/No ([a-z ]+) has the id (\d+)\./g, 'There is no $1 with id $2.'],
  ['ids are whole numbers from 1;', 'ids are whole numbers of at least 1;'],
  ['Nothing exists at this path.', 'Not found.'],
  ['This endpoint answers with application/json only.', 'This endpoint returns only application/json.'],
  ['nothing of this account matches it.', 'nothing in this account matches it.'],
  ['The owner asked not to be listed.', 'The owner has opted out.'],
  ['No tool of that name.', 'No such tool. Most similar: domain_search, change_leads, list_changes.'],
  ['No person is known for this email.', 'No person found for this email.'],
  ['No company is known for nowhere.example.', 'No company found for nowhere.example.'],
  [
    'It reports a failure, and names no message that this account sent.',
    'It reports a failure but does not name a message from this account.',
  ],
  // Before the button is pressed.
  [
    /You will receive no more of these mails\.(?=<\/p>(?:\s|\\n)*<form)/g,
    'Press the button to stop receiving these emails.',
  ],
  ['You will receive no more of these mails.', 'You will not receive any more of these emails.'],
  ['Open it from the mail once more.', 'Open it from the email again.'],
  [
    'Check the id or name; nothing in this account matches it.',
    'Nothing in this account matches it; look it up before you call again.',
  ],
  [
    /(There is no campaign with id \d+\. )\(Nothing in this account matches it; look it up before you call again\.\)/g,
    '$1(list_campaigns shows the campaigns.)',
  ],
  [
    /(There is no lead with id \d+\. )\(Nothing in this account matches it; look it up before you call again\.\)/g,
    '$1(search_leads shows the leads.)',
  ],
  ['This Idempotency-Key was used with other parameters.', 'This Idempotency-Key was used with different parameters.'],
  ['Do not look for another way.', 'Do not try another way.'],
  ['PATCH is not supported here.', 'PATCH is not supported here. Use GET, POST, or PUT.'],
  ['CREATED     LAST USED\n', 'CREATED     LAST USED (UTC)\n'],
  // Of a preview: before, it was the name of the tool.
  [
    /(?<="text":")[A-Z][a-z ]+\.(?=\\n\{\\"meta\\":\{\\"confirmed\\":false)/g,
    'Nothing was done yet: confirm true does what meta.effect says.',
  ],
  [
    /Nothing was done yet: confirm true does what meta\.effect says\.(?=\\n\{\\"meta\\":\{\\"confirmed\\":false,\\"effect\\":\{\\"campaign_id\\":\d+,\\"already_started\\":true)/g,
    'Nothing was done: the campaign has already started.',
  ],
  // Of a verdict, likewise.
  [/Verify an email address\.(?=\\n\{\\"data\\":\{\\"status\\":\\"(\w+)\\")/g, 'Status: $1.'],
]

/** Returns a recorded answer in the current wording. */
export const inWordsOfToday = (text: string): string =>
  REWORDED.reduce((said, [before, today]) => said.replaceAll(before, today), text)

/** Removes what differs between calls or versions: ids of requests, how long research took, Quarry's version. */
export const withoutTheMoment = (text: string): string =>
  text
    .replace(/(\\?"request_id\\?":\\?")[\w-]{36}/g, '$1…')
    .replace(/(\\?"seconds\\?":)[\d.]+/g, '$10')
    .replace(/("io\.modelcontextprotocol\/serverInfo":.*?"version":")[^"]*/g, '$1…')
