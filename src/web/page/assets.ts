import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { RequestHandler } from 'express'

const { resolve } = createRequire(import.meta.url)
const own = (name: string): URL => new URL(`../assets/${name}`, import.meta.url)
/** A file next to the one that a package resolves to. */
const beside = (entry: string, name: string): URL => new URL(name, `file://${resolve(entry)}`)

/** Styles, scripts and pictures of the screens: their names in a page, and the files they are made from. */
const FILES = {
  'chart.js': [beside('uplot', 'uPlot.iife.min.js'), own('chart.js')],
  'chart.css': beside('uplot', 'uPlot.min.css'),
  'oat.css': beside('@knadh/oat', 'oat.min.css'),
  'oat.js': beside('@knadh/oat', 'oat.min.js'),
  'htmx.js': beside('htmx.org', 'htmx.min.js'),
  'passkey.js': own('passkey.js'),
  'webauthn.js': beside('@simplewebauthn/browser', '../dist/bundle/index.umd.min.js'),
  'quarry.css': own('quarry.css'),
  'quarry.js': own('quarry.js'),
  'icon.svg': own('icon.svg'),
} as const

export type AssetName = keyof typeof FILES

const TYPES: ReadonlyMap<string, string> = new Map([
  ['css', 'text/css; charset=utf-8'],
  ['js', 'text/javascript; charset=utf-8'],
  ['svg', 'image/svg+xml'],
])

interface Asset {
  bytes: Buffer
  type: string
  /** `/app/assets/quarry.1a2b3c4d5e.css` */
  path: string
  /** Made on first request. */
  encoded: Map<string, Promise<Buffer>>
}

/** Read at start; a changed file gets another address. */
const ASSETS: ReadonlyMap<string, Asset> = new Map(
  Object.entries(FILES).map(([name, urls]) => {
    const bytes = Buffer.concat([urls].flat().flatMap((url) => [readFileSync(url), Buffer.from('\n')]))
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 10)
    const [stem = '', extension = ''] = name.split('.')
    const path = `/app/assets/${stem}.${hash}.${extension}`
    return [name, { bytes, type: TYPES.get(extension) ?? '', path, encoded: new Map() }]
  }),
)
const BY_PATH = new Map([...ASSETS.values()].map((asset) => [asset.path, asset]))

/** The address of an asset, with the hash of its content. */
export const assetPath = (name: AssetName): string => ASSETS.get(name)?.path ?? ''

const ENCODERS: readonly (readonly [name: string, encode: (bytes: Buffer) => Promise<Buffer>])[] = [
  ['br', promisify(brotliCompress)],
  ['gzip', promisify(gzip)],
]

/** `/app/assets/NAME.HASH.css`: cached by browsers for good; other hashes do not exist. */
export const assetRoute: RequestHandler = async (request, response, next) => {
  const asset = BY_PATH.get(request.baseUrl + request.path)
  if (asset === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return next()
  response.setHeader('Content-Type', asset.type)
  response.setHeader('Cache-Control', 'public, max-age=31536000, immutable')
  response.setHeader('Vary', 'Accept-Encoding')
  const encoder = ENCODERS.find(([name]) => request.acceptsEncodings(name) === name)
  if (encoder === undefined) return void response.end(asset.bytes)
  const [name, encode] = encoder
  const encoded = asset.encoded.get(name) ?? encode(asset.bytes)
  asset.encoded.set(name, encoded)
  response.setHeader('Content-Encoding', name)
  response.end(await encoded)
}
