/** Sentences for people in the place of those for programs. */
export const englishErrors = {
  forbidden: 'Your role does not allow that.',
  not_found: 'There is nothing here, or it is not yours.',
  service_unavailable: 'The database does not answer. Quarry tries again; this page reloads by itself.',
  sign_in_busy: 'Too many people sign in just now. Try again in a moment.',
  oidc_unreachable: 'The provider cannot be reached just now. Sign in another way.',
}
