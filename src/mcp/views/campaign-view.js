// @ts-check
/// <reference path="./view-host.js" />
/** A campaign as it would be sent: each mail word for word, who gets none, what is missing; and a button to start it. */
;(() => {
  /** The states that start_campaign changes. */
  const STARTS = new Set(['draft', 'paused'])
  let mayCall = false

  host.hear('tool-result', (result) => showResult(result, draw))
  host.hear('tool-cancelled', () => tell('It was cancelled.'))
  void host.greet('quarry-campaign').then((hello) => {
    mayCall = facts(hello['hostCapabilities'])['serverTools'] !== undefined
    return hello
  })

  /** @param {Facts} answer */
  function draw({ data, meta }) {
    const { campaign, messages } = facts(data)
    const about = facts(campaign)
    const missing = rowsOf(facts(meta)['missing'])
    const skipped = rowsOf(facts(meta)['skipped'])
    const mailboxes = Array.isArray(about['mailboxes']) ? about['mailboxes'].map(words).join(', ') : ''
    const waiting = about['waiting']
    show(
      make('h1', {}, words(about['name']) || 'Campaign'),
      make(
        'p',
        { class: 'quiet' },
        [words(about['status']), typeof waiting === 'number' ? `${waiting} waiting` : '', mailboxes]
          .filter(Boolean)
          .join(' · '),
      ),
      ...(missing.length === 0
        ? []
        : [
            make('h2', {}, 'Missing'),
            listed(missing.map((each) => words(each['details']) || words(each['argument']))),
          ]),
      ...rowsOf(messages).map(mailFor),
      ...(skipped.length === 0
        ? []
        : [
            make('h2', {}, 'Gets no mail'),
            listed(skipped.map(({ email, reason }) => `${words(email)}: ${words(reason)}`)),
          ]),
      ...(mayCall && missing.length === 0 && STARTS.has(words(about['status'])) ? [starter(about['id'])] : []),
    )
  }

  /** @param {string[]} lines */
  const listed = (lines) => make('ul', {}, ...lines.map((line) => make('li', {}, line)))

  /** @param {Facts} message */
  const mailFor = ({ email, step, subject, body, problem, unresolved }) =>
    make(
      'article',
      { label: `Mail to ${words(email)}` },
      make('p', { class: 'quiet' }, `${words(email)}, step ${words(step)}`),
      make('h2', {}, words(subject)),
      make('p', { class: 'body' }, words(body)),
      ...[
        words(problem),
        Array.isArray(unresolved) && unresolved.length > 0 ? `No value for: ${unresolved.map(words).join(', ')}` : '',
      ]
        .filter(Boolean)
        .map((line) => make('p', { class: 'chip bad' }, line)),
    )

  /** Previews first; only a second press acts, and only on the same numbers. @param {unknown} id */
  function starter(id) {
    /** @type {Facts | null} */
    let previewed = null
    return button('Start …', '', async (pressed) => {
      const confirmed = previewed === null ? {} : { confirm: true, expected_recipients: previewed['recipients'] }
      const { meta } = await host.call('start_campaign', { campaign_id: id, ...confirmed })
      const { effect, confirmed: acted } = facts(meta)
      previewed = acted === true ? null : facts(effect)
      pressed.textContent = acted === true ? 'Started' : 'Yes, start it'
      tell(acted === true ? 'The campaign runs.' : sentence(facts(effect)))
    })
  }

  /** @param {Facts} effect */
  const sentence = (effect) =>
    `This would happen: ${Object.entries(effect)
      .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
      .map(([name, value]) => `${name.replaceAll('_', ' ')} ${words(value)}`)
      .join(', ')}. Press again to do it.`
})()
