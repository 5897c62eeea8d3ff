// @ts-check
/// <reference path="./view-host.js" />
/** People of a company or of a job: address, verdict, sources; buttons to check and to save one. */
;(() => {
  const MAX_ROWS = 500
  let mayCall = false

  host.hear('tool-result', (result) => showResult(result, draw))
  host.hear('tool-cancelled', () => tell('It was cancelled.'))
  void host.greet('quarry-people').then((hello) => {
    mayCall = facts(hello['hostCapabilities'])['serverTools'] !== undefined
    return hello
  })

  /** The rows of domain_search, find_emails or research_company. @param {Facts} data @returns {Facts[]} */
  const peopleIn = (data) => {
    const departments = rowsOf(data['departments']).flatMap(({ people }) => rowsOf(people))
    return [rowsOf(data['emails']), rowsOf(data['rows']), departments].find((rows) => rows.length > 0) ?? []
  }

  /** @param {Facts} answer */
  function draw({ data, meta }) {
    const about = facts(data)
    const people = peopleIn(about)
    const title = words(facts(about['profile'])['name']) || words(about['organization']) || words(about['domain'])
    const total = facts(meta)['results'] ?? facts(meta)['total']
    const list = make('input', { class: 'list', label: 'Leads list to save to' })
    list.placeholder = 'Leads list'
    list.maxLength = 255
    const rows = people.slice(0, MAX_ROWS).map((person) => rowFor(person, list))
    show(
      make('h1', {}, title === '' ? 'People' : title),
      make('p', { class: 'quiet' }, typeof total === 'number' ? `${rows.length} of ${total}` : `${rows.length}`),
      ...(mayCall && rows.length > 0 ? [make('p', {}, list)] : []),
      rows.length === 0 ? make('p', {}, 'Nobody is known yet.') : make('ul', { class: 'people' }, ...rows),
    )
  }

  /** @param {Facts} person @param {HTMLInputElement} list */
  function rowFor(person, list) {
    const email = words(person['value']) || words(person['email'])
    const name =
      [person['first_name'], person['last_name']].map(words).filter(Boolean).join(' ') || words(person['full_name'])
    const chip = make('span', { class: 'chip' })
    const score = person['confidence'] ?? person['score']
    const sources = rowsOf(person['sources'])
    mark(chip, words(facts(person['verification'])['status']) || words(person['status']))
    return make(
      'li',
      {},
      make(
        'div',
        { class: 'who' },
        make('strong', {}, name || email || `Row ${words(person['ref'])}`),
        make('span', { class: 'quiet' }, words(person['position'])),
        ...(name === '' ? [] : [make('span', { class: 'mail' }, email)]),
        ...(sources.length === 0
          ? []
          : [make('details', {}, make('summary', {}, `${sources.length} sources`), ...sources.map(sourceLine))]),
      ),
      make(
        'div',
        { class: 'marks' },
        chip,
        make('span', { class: 'quiet' }, typeof score === 'number' ? `${score} %` : ''),
      ),
      ...(mayCall && email !== '' ? [actions({ person, email, list, chip })] : []),
    )
  }

  /** @param {Facts} source */
  const sourceLine = (source) =>
    make('div', { class: 'source' }, words(source['uri']), ' ', words(source['last_seen_on']))

  /** @param {{ person: Facts, email: string, list: HTMLInputElement, chip: HTMLElement }} row */
  function actions({ person, email, list, chip }) {
    const verify = button('Verify', email, async () => {
      const { data } = await host.call('verify_email', { email })
      mark(chip, words(facts(data)['status']))
      tell(`${email} was checked.`)
    })
    const save = button('Save to list', email, async () => {
      const known = ['first_name', 'last_name', 'position'].map((key) => [key, words(person[key])])
      const name = list.value.trim()
      const where = name === '' ? {} : { leads_list_name: name }
      await host.call('save_lead', {
        email,
        ...Object.fromEntries(known.filter(([, value]) => value !== '')),
        ...where,
      })
      tell(`${email} is saved.`)
    })
    return make('div', { class: 'acts' }, verify, save)
  }

  const KINDS = new Map([
    ['valid', 'good'],
    ['found', 'good'],
    ['invalid', 'bad'],
    ['disposable', 'bad'],
    ['accept_all', 'doubtful'],
    ['unknown', 'doubtful'],
  ])

  /** @param {HTMLElement} chip @param {string} status */
  function mark(chip, status) {
    chip.textContent = status === '' ? 'not checked' : status.replaceAll('_', ' ')
    chip.className = `chip ${KINDS.get(status) ?? ''}`
  }
})()
