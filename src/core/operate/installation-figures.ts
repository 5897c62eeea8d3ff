import { z } from 'zod'
import { capability } from '../capability/capability.ts'

/** Counts in tables that may be large: sites, verdicts, messages, deliveries, and waiting jobs. */
export const GetInstallationFigures = capability({
  name: 'get_installation_figures',
  group: 'others',
  scope: 'operator',
  input: z.object({}),
  output: z.object({
    data: z.array(z.object({ name: z.string(), label: z.string(), value: z.number() })),
    meta: z.object({}),
  }),
  run: async ({ store }) => ({ data: await store.figures.read(), meta: {} }),
})
