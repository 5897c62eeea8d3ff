import type { Pool } from 'pg'

/** What `npm run eval:hostile` is made of: kinds of attacks, each with a server of its own. */

export interface HostileKind {
  /** Named on the command line. */
  name: string
  /** What the attacks need beside the server: its environment, and what ends it all. */
  prepare?: () => Promise<Prepared>
  /** What the server loads with the first honest use of this kind. */
  warmUp?: (house: HostileHouse) => Promise<unknown>
  attacks: readonly Attack[]
  /** Most memory the server may gain over all attacks of the kind, in MB; 100 unless told. */
  maxGrowthMb?: number
  /** Most that any of them alone may make it gain, beside that. */
  maxAttackGrowthMb?: number
}

export interface Prepared extends AsyncDisposable {
  env: Record<string, string>
}

export interface Attack {
  name: string
  /** Its wrong outcomes are counted under this name as well; none may be. */
  wrongFigure?: string
  /** Does its worst, and says what came back. */
  run: (house: HostileHouse) => Promise<readonly Outcome[]>
}

/** One answer, or whatever else an attack looks at afterwards. */
export interface Outcome {
  what: string
  /** A status of HTTP (0: no answer), or any other word. */
  got: number | string
  /** What it may be. */
  wanted: readonly (number | string)[]
}

/** A running server and a key for it. */
export interface HostileHouse {
  origin: string
  /** Of an account without limits of credits; rate limits are off. */
  key: string
  pid: number
  /** Of the server's database. */
  pool: Pool
  connectionString: string
  /** A key of a new account with these scopes. */
  newKey: (scopes?: readonly string[]) => Promise<string>
  /** Sends a request; `status` is 0 when the connection broke without an answer. */
  send: (path: string, init?: RequestInit) => Promise<{ status: number; text: string }>
}
