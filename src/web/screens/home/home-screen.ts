import { html } from '../../page/html.ts'
import { screen } from '../../page/screen.ts'

/** Where everybody begins. */
export const HomeScreen = screen({
  scope: 'read',
  title: ({ words }) => words.general.home,
  page: (_, { words }) => html`<h1>${words.general.home}</h1>`,
})
