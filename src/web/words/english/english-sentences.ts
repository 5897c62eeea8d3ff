import type { SentencePair } from '../../../lib/text/sentence-book.ts'

/** Sentences the core writes for programs, as people read them on screens. Longer ones come first. */
export const ENGLISH_SENTENCES: readonly SentencePair[] = [
  // Any form
  ['The {field} parameter is missing.', 'This field is empty. Fill it in.'],
  ['{field} must be an integer from {least} to {most}; it is {given}.', 'Enter a whole number from {least} to {most}.'],
  ['{field} must be an integer from {least} to {most}.', '{field}: a whole number from {least} to {most}.'],
  ['{field} must be a string of 1 to {most} characters; it is {given}.', 'Enter at most {most} characters.'],
  ['{field} must be a string of at most {most} characters; it is {given}.', 'Enter at most {most} characters.'],
  ['{field} must be a string of at most {most} characters.', 'Enter at most {most} characters.'],
  ['leads_list_name must not be longer than {most} characters.', 'A name has at most {most} characters.'],
  ['{field} must not be longer than {most} characters.', '{field}: at most {most} characters.'],
  ['{field} must be a two-letter country code.', '{field}: two letters, such as PT.'],
  ['email is not a valid email address.', 'That is not an email address. Try jane.rivers@birch.example.'],
  ['company is not a valid company name{sent}', 'That is not the name of a company. Try Birch Works.'],
  ['company must have at least {least} characters.', 'Enter at least {least} characters of the name.'],
  ['{field} is not a valid name{sent}', 'That is not a name. Try Jane.'],
  ['{field} must be a host name{sent}', 'That is not the name of a server. Try smtp.birch.example.'],
  ['{field} must be a day such as {day}; it is {given}.', 'Enter a day such as {day}.'],
  ['daily_credits must be a number from 0 (no limit) to {most}.', 'Enter a number from 0 (no limit) to {most}.'],
  ['email must not be blank.', 'Enter an email address.'],
  ['email is already taken.', 'This address is already saved.'],
  ['{field} must be {from} of another page.', 'This link does not lead to a page of the list. Open the list again.'],
  [
    'expected_count is {expected}, but there are {count} leads now. Look again and repeat the request.',
    'People shown: {expected}. People now: {count}. Open the list again.',
  ],
  ['Send emails or lead_ids.', 'Enter at least one address.'],
  ['Send either domains or leads_list_id.', 'Enter at least one domain.'],

  // Names of lists, folders, fields, campaigns
  ['account must have {least} to {most} characters.', 'A name has {least} to {most} characters.'],
  ['name must have {least} to {most} characters.', 'A name has {least} to {most} characters.'],
  ['name must have at most {most} characters.', 'A name has at most {most} characters.'],
  ['name is already taken.', 'This name is already taken.'],
  ['label must have {least} to {most} characters.', 'A label has {least} to {most} characters.'],
  ['label is already taken.', 'This label is already taken.'],
  [
    'label cannot be added: an account has at most {most} attributes.',
    'An account has at most {most} custom fields: delete one first.',
  ],

  // Files
  ['csv must have at most {most} rows.', 'The file may have at most {most} rows.'],
  ['csv must have at most {most} columns.', 'The file may have at most {most} columns.'],
  ['csv must begin with a header row.', 'The file must begin with a header row.'],
  ['format: Too many rows for xlsx; use csv or jsonl.', 'Too many rows for XLSX. Choose CSV or JSONL.'],

  // Campaigns and mailboxes
  ['subject must have at most {most} characters.', 'A subject has at most {most} characters.'],
  ['body must have at most {most} characters.', 'A text has at most {most} characters.'],
  [
    '{field}: A merge tag in line {line} cannot be read: it must look like {{first_name|fallback:"there"}}.',
    'A tag in line {line} cannot be read. It must look like {{first_name|fallback:"there"}}.',
  ],
  [
    '{field}: A merge tag in line {line} cannot be read: it has no end, such as {% endif %}.',
    'A tag in line {line} has no end, such as {% endif %}.',
  ],
  [
    '{field}: A merge tag in line {line} cannot be read: only if, unless, case and comment are possible, and the filters {filters}.',
    'A tag in line {line} cannot be read. You can use if, unless, case and comment, and the filters {filters}.',
  ],
  [
    'Unknown merge tag: {tags}. A fallback needs quotation marks: {{first_name|fallback:"there"}}.',
    'There is no tag {tags}. Put the fallback in quotation marks: {{first_name|fallback:"there"}}.',
  ],
  ['Unknown merge tag: {tags}.', 'There is no tag {tags}. Choose one under Insert a tag.'],
  [
    'The merge tags cannot be read: they must look like {{first_name|fallback:"there"}}.',
    'The tags cannot be read. They must look like {{first_name|fallback:"there"}}.',
  ],
  ['A merge tag cannot be filled in: use a simpler one.', 'A tag cannot be filled in. Use a simpler one.'],
  ['A text can have at most {most} merge tags; this one has {count}.', 'Use at most {most} tags; there are {count}.'],
  [
    'Merge tags can have at most {most} characters in total; these have {count}.',
    'Tags can have at most {most} characters in total; these have {count}.',
  ],
  [
    'sending_schedule must contain days (0 to 6), start_time and end_time (HH:MM) and time_zone.',
    'Choose at least one day, both times and a time zone.',
  ],
  [
    'sending_schedule must start before it ends, on the same day{sent}',
    'The hours must start before they end, on the same day.',
  ],
  ['time_zone is not a known time zone.', 'This time zone is not known.'],
  ['start_at is in the past.', 'This day is in the past.'],
  ['bcc_recipient is not a valid email address.', 'The address for blind copies is not an email address.'],
  ['email is already used by a mailbox.', 'A mailbox with this address is already connected.'],
  ['daily_limit: the operator allows at most {most} per day.', 'The operator allows at most {most} emails per day.'],
  [
    'email: The operator of this installation does not allow mail from this domain.',
    'The operator of this installation does not allow mail from this domain.',
  ],

  // Webhooks
  ['target_url must not point at a private address.', 'The target must not have a private address.'],
  [
    'target_url must use port 80, 443 or 8000 to 65535, or one the operator allows.',
    'The target must use port 80, 443, one from 8000 to 65535, or one the operator allows.',
  ],
  [
    'target_url must be an http or https URL of {least} to {most} characters, without credentials.',
    'The target is an http or https address of {least} to {most} characters, without credentials.',
  ],
  [
    'target_url is already used by a webhook with the same event and filter.',
    'There is already a webhook with this target, event and filter.',
  ],
]
