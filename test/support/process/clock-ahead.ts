/** `node --import clock-ahead.ts …`: a process on a machine whose clock is ahead by the seconds in `CLOCK_AHEAD_SECONDS`. */
const aheadMs = Number(process.env['CLOCK_AHEAD_SECONDS']) * 1_000
const { now } = Date

globalThis.Date = new Proxy(Date, {
  construct: (target, given: unknown[], self) =>
    Reflect.construct(target, given.length === 0 ? [now() + aheadMs] : given, self) as Date,
})
Date.now = () => now() + aheadMs
