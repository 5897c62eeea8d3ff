'use strict'
// Our imports name a file to the letter (`../lib/clock.ts`), or a package that is the same for all of our files. Node by itself
// asks the disk for each of some four thousand imports whether the file is there, what it really is, and what its
// package.json says: a fifth of what a start costs.

const { registerHooks } = require('node:module')
const { dirname } = require('node:path')
const { pathToFileURL } = require('node:url')

const root = pathToFileURL(`${dirname(__dirname)}/`).href
const dependencies = `${root}node_modules/`
const packages = new Map()

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL, importAttributes, conditions } = context
    if (!parentURL?.startsWith(root) || parentURL.startsWith(dependencies)) return next(specifier, context)
    if (/^\.\.?\/.*\.ts$/.test(specifier))
      return {
        url: new URL(specifier, parentURL).href,
        format: 'module-typescript',
        importAttributes,
        shortCircuit: true,
      }
    const isPackage =
      /^[@\w]/.test(specifier) && conditions.includes('import') && Object.keys(importAttributes).length === 0
    if (!isPackage) return next(specifier, context)
    const known = packages.get(specifier) ?? { ...next(specifier, context), shortCircuit: true }
    packages.set(specifier, known)
    return known
  },
})
