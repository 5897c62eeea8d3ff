import type { Step, Story } from './upgrade-stories.ts'

export interface UpgradePhase {
  name: string
  requests: number
  failed: number
  /** Events promised to a webhook. */
  promised: number
  /** Samples of what failed, without the requests. */
  said: Set<string>
}

interface LoadOptions {
  key: string
  stories: readonly Story[]
  /** Routes that the previous release has, as named in its OpenAPI document. */
  routes: ReadonlySet<string>
  /** Where webhooks are delivered, and the one that all stories share. */
  hook: { url: string; id: number }
  /** How many stories run at a time. */
  callers: number
}

interface PhaseOptions {
  name: string
  servers: readonly { origin: string }[]
  /** Stories begin until this has ended; those that have begun run to their end. */
  during: Promise<unknown>
  /** Whether failures of the previous release alone are being recorded: later, no others may occur. */
  learns?: true
}

export interface UpgradeLoad {
  run: (options: PhaseOptions) => Promise<UpgradePhase>
  /** Returns the steps that failed with the previous release alone, and how. */
  refused: () => string[]
}

interface Asked {
  status: number
  body: { data?: { id?: number; status?: string }; errors?: { details?: string }[] }
}

const WAIT_MS = 250
/** A job that takes more tries than this has been lost. */
const TRIES = 240
const ENDED = /^(?:finished|completed|done|cancelled|failed)$/

/**
 * Callers that run stories on whichever server is next. An answer other than 2xx is a failure, unless the previous
 * release alone gave it too; a 5xx from the current one always is.
 */
export function createUpgradeLoad({ key, stories, routes, hook, callers }: LoadOptions): UpgradeLoad {
  /** The statuses that the previous release alone gave, by step, and where it is. */
  const usual = new Map<string, Map<number, string>>()
  let last = ''
  let free = Promise.resolve()
  let told = 0
  let asked = 0

  async function ask(origin: string, { method, route, query, body }: Step, id: number): Promise<Asked> {
    const path = route.replace('{id}', String(id)) + (query ? `?${query}` : '')
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const text = body === undefined ? undefined : JSON.stringify(body).replace('HOOK', hook.url)
    try {
      const response = await fetch(origin + path, { method, headers, ...(text !== undefined && { body: text }) })
      const answer = await response.text()
      return { status: response.status, body: answer.startsWith('{') ? (JSON.parse(answer) as Asked['body']) : {} }
    } catch {
      return { status: 0, body: {} }
    }
  }

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = free.then(work)
    free = done.then(
      () => {},
      () => {},
    )
    return done
  }

  async function tell(story: Story, { servers, learns }: PhaseOptions, phase: UpgradePhase): Promise<void> {
    let id = 0
    for (const step of story(told++)) {
      const name = `${step.method.toLowerCase()} ${step.route}`
      if (!routes.has(name)) continue
      let answer: Asked
      let origin: string
      for (let tries = 1; ; tries += 1) {
        phase.requests += 1
        const at = servers[asked++ % servers.length]?.origin ?? ''
        origin = at
        answer = await (step.alone === true
          ? inTurn(() => ask(at, step, step.ofHook === true ? hook.id : id))
          : ask(at, step, step.ofHook === true ? hook.id : id))
        const waits = step.ends === true && answer.status === 200 && !ENDED.test(answer.body.data?.status ?? '')
        if (!waits) break
        if (tries === TRIES) {
          phase.failed += 1
          phase.said.add(`${name} never ended`)
          return
        }
        await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
      }
      const { status, body } = answer
      if (step.makes === true) id = body.data?.id ?? 0
      if (step.ofHook === true && status === 202) phase.promised += 1
      if (status >= 200 && status < 300) continue
      const known = usual.get(name) ?? new Map<number, string>()
      if (learns === true) {
        last = origin
        usual.set(name, known.set(status, body.errors?.[0]?.details ?? ''))
      } else if (!known.has(status) || (status >= 500 && origin !== last)) {
        phase.failed += 1
        phase.said.add(`${status} ${name}: ${body.errors?.[0]?.details ?? ''}`)
      }
      if (step.makes === true) return
    }
  }

  return {
    refused: () =>
      [...usual].flatMap(([name, by]) => [...by].map(([status, details]) => `${status} ${name}: ${details}`)),
    run: async (options) => {
      const phase: UpgradePhase = { name: options.name, requests: 0, failed: 0, promised: 0, said: new Set() }
      const over = new AbortController()
      void options.during.catch(() => {}).finally(() => over.abort())
      const caller = async (_: unknown, at: number): Promise<void> => {
        for (let n = at; !over.signal.aborted; n += 1) {
          const story = stories[n % stories.length]
          if (story !== undefined) await tell(story, options, phase)
        }
      }
      await Promise.all([...Array.from({ length: callers }, caller), options.during])
      return phase
    },
  }
}
