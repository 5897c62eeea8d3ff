/** The few pages that recipients of mail see: no scripts, nothing fetched, no other words. */

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="robots" content="noindex">
  <title>${title}</title>
  <style>
    body { font: 18px/1.5 system-ui, sans-serif; max-width: 32em; margin: 20vh auto 0; padding: 0 1em; }
    button { font: inherit; padding: 0.5em 1.5em; }
  </style>
</head>
<body>
<main>
  <h1>${title}</h1>
  ${body}
</main>
</body>
</html>
`

/** Asks first: programs that visit every link of an email must not act. */
export const UNSUBSCRIBE_PAGE = page(
  'Unsubscribe',
  `<p>You will not receive any more of these emails.</p>
  <form method="post" action="?by=link"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>Unsubscribe</button></form>`,
)

export const UNSUBSCRIBED_PAGE = page(
  'You are unsubscribed',
  '<p>You will not receive any more of these emails. You can close this page.</p>',
)

export const WRONG_LINK_PAGE = page(
  'This link does not work',
  '<p>It may be incomplete. Open it from the email again.</p>',
)
