import { styleText } from 'node:util'
import { findScene, searchScene, verifyScene } from './demo-lookups.ts'
import { answerScene, mailScene } from './demo-mails.ts'
import { startDemoWorld } from './demo-world.ts'
import type { DemoWorld } from './demo-world.ts'

const TITLES = [
  'Search: who can be reached at Lumenworks? Nobody has asked before, so Quarry visits the site first.',
  'Find: the address of somebody whom no page names.',
  'Verify: will mail arrive, and how is that known?',
  'Write: a lead is saved, a campaign of two emails is started, and the first one is received.',
  'Answer: she writes back, and the campaign stops for her.',
]

/** Plays to its end, or until the user stops it; nothing stays behind. */
export async function playDemo(): Promise<void> {
  const startedAt = performance.now()
  await using world = await startDemoWorld()
  await Promise.race([playScenes(world, startedAt), nobodyWatches()])
}

/** Resolves when the user ends the demo, or its output is closed, as `head` does. */
const nobodyWatches = () =>
  new Promise<void>((resolve) => {
    process.stdout.on('error', () => resolve())
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })

/** Plays five scenes, each based on what the one before found. */
async function playScenes(world: DemoWorld, startedAt: number): Promise<void> {
  const titles = TITLES.values()
  const scene = async <T>(number: number, play: () => Promise<T>): Promise<T> => {
    // Bold only on a terminal: `styleText` checks standard output.
    console.log(`\n${styleText('bold', `${number}. ${titles.next().value ?? ''}`)}\n`)
    return play()
  }
  await scene(1, () => searchScene(world))
  const email = await scene(2, () => findScene(world))
  await scene(3, () => verifyScene(world, email))
  const campaign = await scene(4, () => mailScene(world, email))
  await scene(5, () => answerScene(world, campaign))
  const seconds = Math.ceil((performance.now() - startedAt) / 1_000)
  console.log(
    `\nThat is all, in ${seconds} seconds. An MCP client can do the same at /mcp. To try Quarry on the real web: npm start\n`,
  )
}
