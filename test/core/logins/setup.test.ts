import { describe, expect, test } from 'vitest'
import { isSetUp, makeSetUpLink, setUpOwner } from '../../../src/core/logins/setup.ts'
import { readSession } from '../../../src/core/logins/sessions.ts'
import { AppError } from '../../../src/errors.ts'
import { DAY_MS } from '../../../src/lib/process/clock.ts'
import { startApp } from '../../support/app.ts'
import { frontDoor, visitor } from '../../support/records/signed-in.ts'

const OLGA = {
  name: 'Olga de la Cruz',
  email: 'Olga@Elm.example',
  password: 'seven blue umbrellas',
  language: 'de',
}

const sentence = async (refused: Promise<unknown>): Promise<string> => {
  const error: unknown = await refused.catch((thrown: unknown) => thrown)
  if (!(error instanceof AppError)) throw error
  return `${error.status} ${error.errors.map(({ field, details }) => `${field}: ${details}`).join(' | ')}`
}

describe('the set-up', () => {
  test('creates the owner of the first account, who runs the installation, and signs them in', async () => {
    await using here = await frontDoor()
    expect(await isSetUp(here)).toBe(false)
    const made = await makeSetUpLink(here)
    expect(made?.link).toBe(`http://localhost:3000/app/setup#${made?.code}`)
    const { token } = await setUpOwner(here, { ...OLGA, code: ` ${made?.code} ` }, visitor())
    const owner = await readSession(here, token)
    expect(owner?.login).toMatchObject({
      email: 'olga@elm.example',
      firstName: 'Olga de la',
      lastName: 'Cruz',
      operator: true,
      language: 'de',
    })
    expect([...(owner?.principal.scopes ?? [])]).toEqual(['read', 'write', 'send', 'team', 'operator'])
    expect(await isSetUp(here)).toBe(true)
    expect(await makeSetUpLink(here)).toBeNull()
    const { rows } = await here.database.pool.query('select action, actor from audit_events order by id')
    expect(rows).toEqual([
      { action: 'set_up', actor: 'olga@elm.example' },
      { action: 'sign_in', actor: 'olga@elm.example' },
    ])
  })

  test('accepts a code for 7 days, and says what to do about a wrong one', async () => {
    await using here = await frontDoor()
    const made = await makeSetUpLink(here)
    const wrong = /^422 code: .*quarry users setup-link/
    expect(await sentence(setUpOwner(here, { ...OLGA, code: 'qs_wrong' }, visitor()))).toMatch(wrong)
    here.clock.pass(7 * DAY_MS)
    expect(await sentence(setUpOwner(here, { ...OLGA, code: made?.code ?? '' }, visitor()))).toMatch(wrong)
    const later = await makeSetUpLink(here)
    await setUpOwner(here, { ...OLGA, code: later?.code ?? '' }, visitor())
    expect(await sentence(setUpOwner(here, { ...OLGA, code: later?.code ?? '' }, visitor()))).toMatch(/^404/)
  })

  test('reports everything that is wrong at once, and keeps the code', async () => {
    await using here = await frontDoor()
    const made = await makeSetUpLink(here)
    const given = { name: ' ', email: 'olga', password: 'Password1234', language: 'xx', code: made?.code ?? '' }
    expect(await sentence(setUpOwner(here, given, visitor()))).toMatch(/name: .* \| email: .* \| password: /)
    await setUpOwner(here, { ...OLGA, code: made?.code ?? '' }, visitor())
  })

  test('creates one owner from a hundred simultaneous attempts, on two servers', async () => {
    await using app = await startApp()
    await using other = await startApp({ database: app.database })
    const codes = await Promise.all([makeSetUpLink(app.context), makeSetUpLink(other.context)])
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        setUpOwner(
          (n % 2 === 0 ? app : other).context,
          { ...OLGA, email: `olga${n}@elm.example`, code: codes[n % 2]?.code ?? '' },
          visitor({ ip: `10.0.${n}.1` }),
        ).then(
          () => 'owner',
          (error: unknown) => (error instanceof AppError ? error.id : String(error)),
        ),
      ),
    )
    expect(outcomes.filter((each) => each === 'owner')).toHaveLength(1)
    // The others are told that there is an owner, or that there are too many attempts.
    const expected = new Set(['owner', 'not_found', 'service_unavailable', 'validation_failed'])
    expect(outcomes.filter((each) => !expected.has(each))).toEqual([])
    const { pool } = app.database
    expect((await pool.query('select 1 from logins')).rowCount).toBe(1)
    expect((await pool.query('select 1 from users where login_id is not null')).rowCount).toBe(1)
    // The key of the first start stays valid: it is the owner's.
    expect((await app.get('/v2/account')).status).toBe(200)
    expect((await app.get('/v2/account')).body.data).toMatchObject({ last_name: 'Cruz' })
  })
})
