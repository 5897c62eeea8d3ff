import type { RequestHandler } from 'express'

/** What is loaded with the first request for it. */
export interface OpenedLater<Part> {
  /** Null until it has been opened. */
  now: () => Part | null
  /** Opens it, unless that has been done; rejects with what kept it shut, and the next request tries again. */
  open: () => Promise<Part>
}

/**
 * A part of the surface whose modules are hundreds of files: a process that starts has not to read them before it listens, and
 * many a process is never asked for them.
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

/** Hands requests on to a router that is opened later. */
export const routeLater =
  ({ now, open }: OpenedLater<RequestHandler>): RequestHandler =>
  async (request, response, next) => {
    const router = now() ?? (await open())
    await router(request, response, next)
  }
