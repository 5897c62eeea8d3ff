/** Sentences for people that replace those for programs. */
export const englishErrors = {
  role: 'Your role does not allow that.',
  not_found: 'There is nothing here, or it is not yours.',
  service_unavailable: 'The database is not answering. Quarry keeps trying.',
  invalid_full_name: 'Enter a first and a last name, such as Jane Rivers.',
  sign_in_busy: 'Too many people are signing in right now. Try again in a moment.',
  made_and_deleted: 'This was already done, and has been deleted since. To do it again, open the page again.',
  no_address_column: 'Choose "Address" for the column that contains the email addresses.',
  oidc_unreachable: 'The provider cannot be reached right now. Sign in another way.',
}
