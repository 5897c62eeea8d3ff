import type { RequestHandler } from 'express'

/** A part that is loaded with its first request. */
export interface OpenedLater<Part> {
  /** Null until it is loaded. */
  now: () => Part | null
  /** Loads it unless it is loaded already; rejects with the error, and the next request tries again. */
  open: () => Promise<Part>
}

/**
 * Defers a part of the surface whose modules are hundreds of files: a process need not read them before it listens, and many a
 * process never needs them.
 */
export function openedLater<Part>(load: () => Promise<Part>): OpenedLater<Part> {
  let part: Part | null = null
  let opening: Promise<Part> | null = null
  const loading = async (): Promise<Part> => {
    try {
      return (part = await load())
    } finally {
      opening = null
    }
  }
  return {
    now: () => part,
    open: async () => part ?? (opening ??= loading()),
  }
}

/** Passes requests to a router that is loaded later. */
export const routeLater =
  ({ now, open }: OpenedLater<RequestHandler>): RequestHandler =>
  async (request, response, next) => {
    const router = now() ?? (await open())
    await router(request, response, next)
  }
