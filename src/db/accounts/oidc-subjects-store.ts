import type { Pool } from 'pg'

/** A person known to a provider: a subject, together with its issuer, permanently identifies one person. */
export interface OidcSubject {
  issuer: string
  subject: string
}

const FIND = `update oidc_subjects s set last_used_at = $3 from logins l
  where s.issuer = $1 and s.subject = $2 and l.id = s.login_id and l.disabled_at is null returning s.login_id as "loginId"`

const LINK = `insert into oidc_subjects (issuer, subject, login_id, created_at) values ($1, $2, $3, $4)
  on conflict (issuer, subject) do nothing`

/** A login keeps at least one way to sign in: a password, a passkey or another provider. */
const UNLINK = `delete from oidc_subjects s using logins l
  where s.login_id = $1 and s.issuer = $2 and l.id = $1 and (l.password_hash is not null
    or exists (select 1 from passkeys p where p.login_id = $1)
    or exists (select 1 from oidc_subjects o where o.login_id = $1 and o.issuer <> $2))`

export const createOidcSubjectsStore = (pool: Pool) => ({
  /** The login of a subject; null when there is none or it is disabled. */
  loginOf: async ({ issuer, subject }: OidcSubject, now: Date): Promise<number | null> =>
    (await pool.query<{ loginId: number }>(FIND, [issuer, subject, now])).rows[0]?.loginId ?? null,

  /** False when the subject already belongs to a login, disabled or not. */
  link: async ({ issuer, subject }: OidcSubject, loginId: number, now: Date): Promise<boolean> =>
    (await pool.query(LINK, [issuer, subject, loginId, now])).rowCount === 1,

  /** Whether a login can sign in through this issuer. */
  isLinked: async (loginId: number, issuer: string): Promise<boolean> => {
    const text = 'select 1 from oidc_subjects where login_id = $1 and issuer = $2 limit 1'
    return (await pool.query(text, [loginId, issuer])).rowCount === 1
  },

  /** False when there was nothing to unlink, or no other way to sign in would be left. */
  unlink: async (loginId: number, issuer: string): Promise<boolean> => {
    await pool.query('select 1 from logins where id = $1 for no key update', [loginId])
    return ((await pool.query(UNLINK, [loginId, issuer])).rowCount ?? 0) > 0
  },
})
