'use strict'
// Loaded before anything else, in a language that every Node speaks: an older one gets a sentence, no stack trace.

const NEEDED = 24
const root = require('node:path').dirname(__dirname)

if (Number.parseInt(process.versions.node, 10) < NEEDED) {
  process.stderr.write(
    `quarry: Quarry runs on Node.js ${NEEDED}, this is ${process.versions.node}. ` +
      `The right one comes with it, if npm may run install scripts: cd ${root} && npm ci --ignore-scripts=false\n`,
  )
  process.exit(1)
}
if (!require('node:fs').existsSync(`${root}/node_modules/express`)) {
  process.stderr.write(`quarry: What Quarry is built on is not installed yet. Run: cd ${root} && npm ci\n`)
  process.exit(1)
}
