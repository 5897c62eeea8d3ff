import type { Pool } from 'pg'

/** The parts of `npm run eval:hostile`: kinds of attacks, each with its own server. */

export interface HostileKind {
  /** Its name on the command line. */
  name: string
  /** What the attacks need besides the server: its environment, and how to clean up. */
  prepare?: () => Promise<Prepared>
  /** What makes the server load everything for the first honest use of this kind. */
  warmUp?: (house: HostileHouse) => Promise<unknown>
  attacks: readonly Attack[]
  /** The most memory the server may gain over all attacks of the kind, in MB; 100 by default. */
  maxGrowthMb?: number
  /** The most that any single attack may make it gain, in addition. */
  maxAttackGrowthMb?: number
}

export interface Prepared extends AsyncDisposable {
  env: Record<string, string>
}

export interface Attack {
  name: string
  /** The name of a figure that also counts its wrong outcomes; there may be none. */
  wrongFigure?: string
  /** Attacks, and returns what came back. */
  run: (house: HostileHouse) => Promise<readonly Outcome[]>
}

/** One answer, or whatever else an attack checks afterwards. */
export interface Outcome {
  what: string
  /** An HTTP status (0: no answer), or any other word. */
  got: number | string
  /** The allowed values. */
  wanted: readonly (number | string)[]
}

/** A running server and a key for it. */
export interface HostileHouse {
  origin: string
  /** The key of an account without credit limits; rate limits are off. */
  key: string
  pid: number
  /** The pool of the server's database. */
  pool: Pool
  connectionString: string
  /** Returns the key of a new account with these scopes. */
  newKey: (scopes?: readonly string[]) => Promise<string>
  /** Sends a request; `status` is 0 if the connection broke without an answer. */
  send: (path: string, init?: RequestInit) => Promise<{ status: number; text: string }>
}
