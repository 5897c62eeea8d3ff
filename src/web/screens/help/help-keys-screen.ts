import { html } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { screen } from '../../page/screen.ts'
import type { Words } from '../../words/words.ts'

type KeyWord = keyof Words['help']['keys']

/** After `g`. */
const GO_TO: readonly (readonly [word: KeyWord, key: string])[] = [
  ['home', 'h'],
  ['companies', 'c'],
  ['verify', 'v'],
  ['discover', 'd'],
  ['leads', 'l'],
  ['campaigns', 'm'],
  ['answers', 'a'],
]
const ON_PAGE: readonly (readonly [word: KeyWord, key: string])[] = [
  ['search', '/'],
  ['next', 'j'],
  ['previous', 'k'],
  ['tick', 'x'],
  ['open', 'Enter'],
  ['close', 'Esc'],
  ['notice', 'u'],
  ['submit', 'Ctrl Enter / ⌘ Enter'],
  ['help', '?'],
]

/** All keyboard shortcuts. */
export const HelpKeysScreen = screen({
  scope: 'anyone',
  title: ({ words }) => words.help.title,
  page: (_, { words: { help } }) =>
    html`<h1>${help.title}</h1>
      <p>${help.intro}</p>
      <h2>${help.goTo}</h2>
      <dl class="facts">
        ${GO_TO.map(([word, key]) => line(help.keys[word], html`<kbd>g</kbd> ${help.andThen} <kbd>${key}</kbd>`))}
      </dl>
      <h2>${help.onPage}</h2>
      <dl class="facts">
        ${ON_PAGE.map(([word, key]) => line(help.keys[word], html`<kbd>${key}</kbd>`))}
      </dl>`,
})

const line = (word: string, keys: Html): Html =>
  html`<dt>${word}</dt>
    <dd>${keys}</dd>`
