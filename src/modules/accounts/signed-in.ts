import { readSetting } from '#modules/settings/read-setting.ts';
import { type Db, preparedStatement } from '#platform/database.ts';

export type CompanyRole = 'owner' | 'purchaser' | 'accountant';
export type StaffRole =
  | 'owner'
  | 'content'
  | 'orders'
  | 'support'
  | 'pickup'
  | 'marketing'
  | 'accounting'
  | 'login_by_user';

/** The firm a signed-in person buys for now. */
export type SignedInCompany = {
  id: number;
  inn: string;
  name: string;
  role: CompanyRole;
  /** A manager has opened the business prices. */
  is_active: boolean;
  /** The firm's own column; null: each branch's business column. */
  price_column: string | null;
};

/**
 * Who a living session speaks for. While a member of staff acts as a customer, `user_id`, name and company are the
 * customer's and `acting` tells who really sits there.
 */
export type SignedIn = {
  session_id: string;
  user_id: string;
  full_name: string;
  company: SignedInCompany | null;
  /**
   * Rights of the person who signed in, whoever they act as; null: no staff. `second_factor_until`: so long the code
   * that was shown in this session holds (S6-05); null: none was.
   */
  staff: { user_id: string; roles: StaffRole[]; departments: string[]; second_factor_until: Date | null } | null;
  acting: { id: string; staff_name: string; expires_at: Date } | null;
};

/** What a left join gives: all of it or nothing. */
type Joined<Columns> = Columns | { [Name in keyof Columns]: null };

type Row = {
  session_id: string;
  user_id: string;
  full_name: string;
  company_is_active: boolean;
  company_price_column: string | null;
  second_factor_at: Date | null;
  staff_name: string;
} & Joined<{ company_id: number; inn: string; company_name: string; company_role: CompanyRole }> &
  Joined<{ staff_user_id: string; staff_roles: StaffRole[]; staff_departments: string[] }> &
  Joined<{ acting_id: string; acting_expires_at: Date }>;

/**
 * The session's person at `now`, or null when it is over. One statement; asked for every request of a signed-in
 * visitor.
 */
export async function readSignedIn(db: Db, session_id: string, now: Date): Promise<SignedIn | null> {
  const [row] = await selectSignedIn(db, [session_id, now]);
  if (!row) return null;
  return {
    session_id: row.session_id,
    user_id: row.user_id,
    full_name: row.full_name,
    company:
      row.company_id === null
        ? null
        : {
            id: row.company_id,
            inn: row.inn,
            name: row.company_name,
            role: row.company_role,
            is_active: row.company_is_active,
            price_column: row.company_price_column,
          },
    staff:
      row.staff_user_id === null
        ? null
        : {
            user_id: row.staff_user_id,
            roles: row.staff_roles,
            departments: row.staff_departments,
            second_factor_until: await secondFactorUntil(db, row.second_factor_at),
          },
    acting:
      row.acting_id === null
        ? null
        : { id: row.acting_id, staff_name: row.staff_name, expires_at: row.acting_expires_at },
  };
}

async function secondFactorUntil(db: Db, shown_at: Date | null): Promise<Date | null> {
  if (!shown_at) return null;
  const { second_factor_hours } = await readSetting(db, 'security');
  return new Date(shown_at.getTime() + second_factor_hours * 3_600_000);
}

const selectSignedIn = preparedStatement<Row>(
  'signed_in',
  `select s.id as session_id, u.id as user_id, u.full_name,
    c.id as company_id, c.inn, c.name as company_name, m.role as company_role,
    c.activated_at is not null as company_is_active, c.price_column as company_price_column,
    st.user_id as staff_user_id, st.roles as staff_roles, st.departments as staff_departments, s.second_factor_at,
    a.id as acting_id, a.expires_at as acting_expires_at, own.full_name as staff_name
  from sessions s
  join users own on own.id = s.user_id
  left join acting_sessions a on a.session_id = s.id and a.ended_at is null and a.expires_at > $2::timestamptz
  join users u on u.id = coalesce(a.user_id, s.user_id)
  left join company_members m on m.company_id = u.company_id and m.user_id = u.id
  left join companies c on c.id = m.company_id
  left join staff st on st.user_id = s.user_id and st.dismissed_at is null
  where s.id = $1::uuid and s.ended_at is null and s.expires_at > $2::timestamptz
    and own.deleted_at is null and u.deleted_at is null`,
);
