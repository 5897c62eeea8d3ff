import { html } from '../../html.ts'
import { screen } from '../../screen.ts'

/** Where everybody begins. */
export const HomeScreen = screen({
  scope: 'read',
  title: ({ words }) => words.general.home,
  page: (_, { words }) => html`<h1>${words.general.home}</h1>`,
})
