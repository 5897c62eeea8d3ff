export interface RobotsRule {
  allow: boolean
  /** Normalised pattern with `*` and `$`. */
  pattern: string
}

export interface RobotsGroup {
  /** Lower-case product tokens, or `*`. */
  agents: string[]
  rules: RobotsRule[]
  /** Seconds. */
  crawlDelay: number | null
}

export interface Robots {
  groups: RobotsGroup[]
  /** As written, absolute URLs. */
  sitemaps: string[]
}
