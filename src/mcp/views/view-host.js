// @ts-check
/* oxlint-disable no-unused-vars -- the script of the view follows in the same page */
/** The messages between a view and its host (MCP Apps, 2026-01-26): JSON-RPC between windows, nothing else. */

/** @typedef {Record<string, unknown>} Facts */

const host = (() => {
  /** @type {Map<number, { resolve: (result: Facts) => void, reject: (error: Error) => void }>} */
  const waiting = new Map()
  /** @type {Map<string, (params: Facts) => void>} */
  const hearing = new Map()
  let count = 0

  /** @param {Facts} message */
  const post = (message) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*')

  /** @param {string} method @param {Facts} params @returns {Promise<Facts>} */
  const ask = (method, params) =>
    new Promise((resolve, reject) => {
      const id = ++count
      waiting.set(id, { resolve, reject })
      post({ id, method, params })
    })

  window.addEventListener('message', ({ source, data }) => {
    if (source !== window.parent || facts(data)['jsonrpc'] !== '2.0') return
    const { id, method, params, result, error } = facts(data)
    if (typeof method === 'string') {
      hearing.get(method)?.(facts(params))
      if (id !== undefined) post({ id, result: {} })
      return
    }
    const asked = waiting.get(Number(id))
    waiting.delete(Number(id))
    if (error === undefined) asked?.resolve(facts(result))
    else asked?.reject(new Error(words(facts(error)['message'])))
  })

  return {
    ask,
    /** @param {string} method @param {(params: Facts) => void} listener */
    hear: (method, listener) => void hearing.set(`ui/notifications/${method}`, listener),
    /** Greets the host, and reports the height of the view whenever it changes. @param {string} name @returns {Promise<Facts>} */
    greet: async (name) => {
      const hello = await ask('ui/initialize', {
        appInfo: { name, version: '1' },
        appCapabilities: { availableDisplayModes: ['inline'] },
        protocolVersion: '2026-01-26',
      })
      dress(facts(hello['hostContext']))
      hearing.set('ui/notifications/host-context-changed', dress)
      post({ method: 'ui/notifications/initialized', params: {} })
      new ResizeObserver(() => {
        const { scrollWidth: width, scrollHeight: height } = document.documentElement
        post({ method: 'ui/notifications/size-changed', params: { width, height } })
      }).observe(document.body)
      return hello
    },
    /**
     * Calls a tool through the host, which asks for approval as it does for a model.
     * @param {string} name @param {Facts} args @returns {Promise<Facts>} its structured content
     */
    call: async (name, args) => {
      const result = await ask('tools/call', { name, arguments: args })
      const [first] = /** @type {unknown[]} */ (Array.isArray(result['content']) ? result['content'] : [])
      if (result['isError'] === true) throw new Error(words(facts(first)['text']))
      return facts(result['structuredContent'])
    },
  }

  /** @param {Facts} context */
  function dress({ theme }) {
    if (theme === 'light' || theme === 'dark') document.documentElement.style.colorScheme = theme
  }
})()

/** @param {unknown} value @returns {Facts} */
function facts(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? /** @type {Facts} */ (value) : {}
}

/** @param {unknown} value @returns {Facts[]} */
function rowsOf(value) {
  return Array.isArray(value) ? value.map(facts) : []
}

/** @param {unknown} value */
function words(value) {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/**
 * An element. Its content is set as text, so that nothing a stranger wrote becomes markup.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {{ class?: string, label?: string }} looks @param {(Node | string)[]} content
 * @returns {HTMLElementTagNameMap[Tag]}
 */
function make(tag, looks, ...content) {
  const made = document.createElement(tag)
  if (looks.class !== undefined) made.className = looks.class
  if (looks.label !== undefined) made.setAttribute('aria-label', looks.label)
  made.append(...content)
  return made
}

/** @param {string} label @param {string} about what a screen reader says after it @param {(button: HTMLButtonElement) => Promise<void>} act */
function button(label, about, act) {
  const made = make('button', about === '' ? {} : { label: `${label}: ${about}` }, label)
  made.type = 'button'
  made.addEventListener('click', async () => {
    made.disabled = true
    try {
      await act(made)
    } catch (error) {
      tell(error instanceof Error ? error.message : 'It did not work.')
    } finally {
      made.disabled = false
    }
  })
  return made
}

/** @param {string} sentence */
function tell(sentence) {
  const place = document.querySelector('#said')
  if (place !== null) place.textContent = sentence.slice(0, 600)
}

/**
 * Draws the data of a result. One without data was refused, or only told its price: its first line says so.
 * @param {Facts} result @param {(answer: Facts) => void} draw
 */
function showResult(result, draw) {
  const answer = facts(result['structuredContent'])
  const [first] = /** @type {unknown[]} */ (Array.isArray(result['content']) ? result['content'] : [])
  const [line = ''] = words(facts(first)['text']).split('\n')
  tell('')
  if (result['isError'] !== true && Object.keys(facts(answer['data'])).length > 0) draw(answer)
  else show(make('p', {}, line === '' ? 'There is nothing to show.' : line))
}

/** @param {(Node | string)[]} content */
function show(...content) {
  document.querySelector('#shown')?.replaceChildren(...content)
}
