import { html, NOTHING } from '../page/html.ts'
import type { Html } from '../page/html.ts'
import { to } from '../page/page-query.ts'
import type { View } from '../page/view.ts'
import { copyBox } from './copy-box.ts'

interface Client {
  name: string
  /** The file for the text; without it, the text is a command. */
  file?: string
  text: (url: string, key: string) => string
}

const json = (value: unknown): string => JSON.stringify(value, null, 2)

/** Clients that are given a key, as in their own documentation. */
const CLIENTS: readonly Client[] = [
  {
    name: 'Claude Code',
    text: (url, key) => `claude mcp add --transport http quarry ${url} --header "X-API-KEY: ${key}"`,
  },
  {
    name: 'Cursor',
    file: '.cursor/mcp.json',
    text: (url, key) => json({ mcpServers: { quarry: { url, headers: { 'X-API-KEY': key } } } }),
  },
  {
    name: 'VS Code',
    file: '.vscode/mcp.json',
    text: (url, key) => json({ servers: { quarry: { type: 'http', url, headers: { 'X-API-KEY': key } } } }),
  },
  {
    name: 'Claude Desktop',
    file: 'claude_desktop_config.json',
    text: (url, key) =>
      json({
        mcpServers: {
          quarry: {
            command: 'npx',
            args: ['-y', 'mcp-remote', url, '--transport', 'http-only', '--header', 'X-API-KEY:${QUARRY_KEY}'],
            env: { QUARRY_KEY: key },
          },
        },
      }),
  },
]

/** Clients on other people's servers: they need a public address, and sign in themselves. */
const HOSTED = ['Claude', 'ChatGPT'] as const

export interface ConnectOptions {
  /** A new key, shown in place of the placeholder. */
  key?: string
  /** Whom the key was made for: the name of a client opens its section, any other name the first. */
  client?: string
}

/** How to connect each assistant, ready to copy; one section is open at a time. */
export function connectCard(view: View, { key, client }: ConnectOptions = {}): Html {
  const { words, place, can } = view
  const { connect } = words.team
  const url = `${place.publicUrl}/mcp`
  const opened = key === undefined ? undefined : (CLIENTS.find(({ name }) => name === client) ?? CLIENTS[0])?.name
  const offersKey = key === undefined && can('write')
  return html`<section class="card stack" aria-labelledby="connect">
    <h2 id="connect">${connect.title}</h2>
    <p>${connect.intro}</p>
    ${copyBox(url, { words, label: connect.address })}
    <div>
      ${CLIENTS.map(
        ({ name, file, text }) =>
          html`<details name="client"${name === opened ? html` open` : NOTHING}>
            <summary>${name}</summary>
            <p>${file === undefined ? connect.inTerminal : connect.into(file)}</p>
            ${copyBox(text(url, key ?? connect.placeholder), { words, label: name, lines: true })}
            ${key === undefined ? html`<p class="muted">${connect.copyHint}</p>` : NOTHING}
            ${offersKey ? html`<a class="button outline small" href="${to('/settings/keys/new', { name })}">${connect.withKey}</a>` : NOTHING}
          </details>`,
      )}
      ${HOSTED.map(
        (name) =>
          html`<details name="client">
            <summary>${name}</summary>
            <p>${hostedAdvice(view, name)}</p>
          </details>`,
      )}
    </div>
  </section>`
}

function hostedAdvice({ words, place }: View, name: string): string {
  const { connect } = words.team
  if (!place.publicUrl.startsWith('https://')) return connect.needsHttps(name)
  return place.oauth ? connect.hosted(name) : connect.needsOauth(name)
}
