import type { apiClient } from '../doors/api-client.ts'

/** What an account is filled with. */
export interface Filling {
  run: (text: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>
  send: ReturnType<typeof apiClient>['send']
  raw: ReturnType<typeof apiClient>['raw']
  /** This long before now. */
  ago: (ms: number) => Date
}
