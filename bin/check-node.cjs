'use strict'
// Loaded first, in syntax that every Node understands, so that an older one gets a sentence and no stack trace.

const NEEDED = 24
const root = require('node:path').dirname(__dirname)

if (Number.parseInt(process.versions.node, 10) < NEEDED) {
  process.stderr.write(
    `quarry: Quarry needs Node.js ${NEEDED}, but this is ${process.versions.node}. ` +
      `npm installs the right one if install scripts are allowed: cd ${root} && npm ci --ignore-scripts=false\n`,
  )
  process.exit(1)
}
if (!require('node:fs').existsSync(`${root}/node_modules/express`)) {
  process.stderr.write(`quarry: The dependencies are not installed. Run: cd ${root} && npm ci\n`)
  process.exit(1)
}
// Before the first file of ours: one alone that is read without it loads the reader of TypeScript, here and in every thread.
require('node:module').enableCompileCache(`${root}/node_modules/.cache/quarry`)
require('./own-imports.cjs')
