import { HomeScreen } from './screens/home/home-screen.ts'
import { page } from './web-route.ts'
import type { WebRoute } from './web-route.ts'

/** The whole web door, below `/app`. Screens with an entry in the navigation stand there in this order. */
export const WEB_ROUTES: readonly WebRoute[] = [page('/', HomeScreen, { word: 'home', icon: 'home' })]
