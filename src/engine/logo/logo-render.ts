import decodeIco from 'decode-ico'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { imageKind, isSelfContainedSvg, MAX_SIDE } from './image-kind.ts'

/** A logo as it is stored: PNG, at most 512 pixels a side, without metadata. */
export interface RenderedLogo {
  png: Buffer
  width: number
  height: number
}

export type LogoFormat = 'png' | 'webp' | 'avif'

/** For a decoded image before resizing: 25 megapixels take 100 MB. */
const MAX_PIXELS = 25_000_000
const MAX_SVG_BYTES = 1_000_000
const MAX_ICO_SIDE = 512
/** Standard deviation of every channel up to which an image counts as blank. */
const MAX_BLANK_DEVIATION = 2

/** One libvips thread per picture: a logo must not take every core from searches. */
sharp.concurrency(1)
sharp.cache(false)

/**
 * Decodes an image from a stranger; only in a separate process, see `logo-process.ts`. Null if it is not an image, is too
 * large, loads other files, or is blank.
 */
export async function renderLogo(bytes: Buffer): Promise<RenderedLogo | null> {
  try {
    const input = sourceOf(bytes)
    if (input === null) return null
    const { data, info } = await input
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true })
    return (await isBlank(data)) ? null : { png: data, width: info.width, height: info.height }
  } catch {
    return null // broken, too large, or not what it says it is: all treated alike
  }
}

/** The stored picture in another size and format. */
export async function convertLogo(png: Buffer, format: LogoFormat, size: number): Promise<Buffer> {
  const picture = sharp(png).resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
  if (format === 'webp') return picture.webp({ quality: 90 }).toBuffer()
  if (format === 'avif') return picture.avif({ quality: 70, effort: 2 }).toBuffer()
  return picture.png({ compressionLevel: 9 }).toBuffer()
}

function sourceOf(bytes: Buffer): Sharp | null {
  const kind = imageKind(bytes)
  if (kind === null) return null
  if (kind === 'ico') return icoSource(bytes)
  if (kind === 'svg') return svgSource(bytes)
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, pages: 1, failOn: 'error' }).rotate()
}

/** Vectors are drawn at the stored size: their own is often 24 pixels. */
function svgSource(bytes: Buffer): Sharp | null {
  if (bytes.length > MAX_SVG_BYTES || !isSelfContainedSvg(bytes.toString('utf8'))) return null
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, density: SVG_DENSITY }).resize({
    width: MAX_SIDE,
    height: MAX_SIDE,
    fit: 'inside',
  })
}

/** 72 draws one pixel per unit; four times that keeps small drawings sharp. */
const SVG_DENSITY = 288

/** The largest picture in an icon file. */
function icoSource(bytes: Buffer): Sharp | null {
  const pictures = decodeIco(bytes).filter(
    ({ width, height }) => width > 0 && height > 0 && width <= MAX_ICO_SIDE && height <= MAX_ICO_SIDE,
  )
  const best = pictures.sort((a, b) => b.width - a.width)[0]
  if (best === undefined) return null
  if (best.type === 'png') return sharp(Buffer.from(best.data), { limitInputPixels: MAX_PIXELS })
  if (best.data.length < best.width * best.height * 4) return null
  return sharp(Buffer.from(best.data), { raw: { width: best.width, height: best.height, channels: 4 } })
}

/** Whether it is a single colour all over, or fully transparent. */
async function isBlank(png: Buffer): Promise<boolean> {
  const { channels, isOpaque } = await sharp(png).stats()
  const alpha = isOpaque ? null : channels.at(-1)
  if (alpha !== null && alpha !== undefined && alpha.max === 0) return true
  return channels.every(({ stdev }) => stdev <= MAX_BLANK_DEVIATION)
}
