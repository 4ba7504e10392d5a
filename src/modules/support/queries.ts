import { type RawBuilder, sql } from 'kysely';
import type { EmailBranch } from '#modules/mail/email.ts';
import type { Db } from '#platform/database.ts';
import { inBranches } from '#platform/in-branches.ts';
import { isUuid } from '#shared/uuid.ts';
import type { TicketState, TicketTheme } from './schema.ts';

export type TicketFile = { id: string; name: string; type: string; size: number };

export type TicketMessage = {
  id: number;
  author: 'customer' | 'staff';
  author_name: string;
  text: string;
  created_at: Date;
  files: TicketFile[];
};

/** A request with its whole talk. */
export type TicketView = {
  id: string;
  number: number;
  user_id: string | null;
  theme: TicketTheme;
  state: TicketState;
  order_id: string | null;
  order_number: number | null;
  name: string;
  email: string;
  phone: string | null;
  origin: string | null;
  answer_due_at: Date;
  created_at: Date;
  changed_at: Date;
  branch: EmailBranch & { id_1c: string; time_zone: string };
  messages: TicketMessage[];
};

/** A line of a list, the latest change first. */
export type TicketSummary = Pick<
  TicketView,
  'id' | 'number' | 'theme' | 'state' | 'order_number' | 'name' | 'answer_due_at' | 'created_at' | 'changed_at'
> & { city: string; time_zone: string; last_text: string };

/** The ticket by its id, for emails and staff; `branches`: id_1c of those whose tickets are seen, null: of all. */
export async function getTicket(db: Db, id: string, branches: string[] | null = null): Promise<TicketView | null> {
  return isUuid(id) ? readTicket(db, sql`t.id = ${id}::uuid and ${inBranches('t', branches)}`) : null;
}

/** The ticket if it is this person's; a stranger's is null, as one that does not exist. */
export async function getTicketForOwner(db: Db, id: string, user_id: string): Promise<TicketView | null> {
  return isUuid(id) ? readTicket(db, sql`t.id = ${id}::uuid and t.user_id = ${user_id}::uuid`) : null;
}

/** By its number or id as typed, for staff. */
export async function findTicket(db: Db, typed: string): Promise<TicketView | null> {
  return /^[0-9]{1,15}$/.test(typed) ? readTicket(db, sql`t.number = ${Number(typed)}`) : getTicket(db, typed);
}

/** A file of this person's own ticket, or null. */
export async function getFileForOwner(
  db: Db,
  ticket_id: string,
  file_id: string,
  user_id: string,
): Promise<TicketFile | null> {
  if (!isUuid(ticket_id) || !isUuid(file_id)) return null;
  const { rows } = await sql<TicketFile>`
    select f.id, f.name, f.type, f.size
    from ticket_files f join ticket_messages m on m.id = f.message_id join tickets t on t.id = m.ticket_id
    where f.id = ${file_id}::uuid and t.id = ${ticket_id}::uuid and t.user_id = ${user_id}::uuid`.execute(db);
  return rows[0] ?? null;
}

/** This person's requests. */
export async function listOwnTickets(db: Db, user_id: string, limit = 50): Promise<TicketSummary[]> {
  return list(db, sql`t.user_id = ${user_id}::uuid`, sql`t.changed_at desc`, limit);
}

/** The staff's list: those that wait for an answer first, by the promised time. */
export async function listTickets(
  db: Db,
  given: {
    state?: TicketState[] | undefined;
    department_id_1c?: string;
    branches?: string[] | null;
    /** Whose. */
    user_id?: string;
    /** The number of the request or of its order, or the beginning of the name or the email. */
    q?: string | undefined;
    limit: number;
    offset?: number;
  },
): Promise<TicketSummary[]> {
  const { state, department_id_1c, branches = null, user_id, q = '', limit, offset } = given;
  const conditions: RawBuilder<unknown>[] = [inBranches('t', branches)];
  if (state) conditions.push(sql`t.state = any(${state}::text[])`);
  if (department_id_1c) conditions.push(sql`t.department_id_1c = ${department_id_1c}`);
  if (user_id) conditions.push(sql`t.user_id = ${user_id}::uuid`);
  if (q.trim()) conditions.push(searched(q.trim()));
  const order = sql`t.state = 'open' desc, case when t.state = 'open' then t.answer_due_at end, t.changed_at desc`;
  return list(db, sql.join(conditions, sql` and `), order, limit, offset);
}

function searched(typed: string): RawBuilder<unknown> {
  if (/^\d{1,15}$/.test(typed)) return sql`(t.number = ${Number(typed)} or o.number = ${Number(typed)})`;
  const start = `${typed.replace(/[\\%_]/g, '\\$&')}%`;
  return sql`(t.name ilike ${start} or t.email ilike ${start})`;
}

async function list(db: Db, where: RawBuilder<unknown>, order: RawBuilder<unknown>, limit: number, offset = 0) {
  const { rows } = await sql<TicketSummary>`
    select t.id, t.number, t.theme, t.state, o.number as order_number, t.name, t.answer_due_at, t.created_at, t.changed_at,
      d.city, d.time_zone,
      coalesce((select m.text from ticket_messages m where m.ticket_id = t.id order by m.id desc limit 1), '') as last_text
    from tickets t join departments d on d.id_1c = t.department_id_1c left join orders o on o.id = t.order_id
    where ${where} order by ${order}, t.number desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** How many wait for an answer, and how many of them longer than was promised. */
export async function countOpenTickets(
  db: Db,
  branches: string[] | null,
  now: Date,
): Promise<{ open: number; late: number }> {
  const { rows } = await sql<{ open: number; late: number }>`
    select count(*)::int as open, (count(*) filter (where answer_due_at < ${now}))::int as late
    from tickets where state = 'open' and ${inBranches('tickets', branches)}`.execute(db);
  return rows[0] ?? { open: 0, late: 0 };
}

type Row = Omit<TicketView, 'messages'> & {
  messages: (Omit<TicketMessage, 'created_at'> & { created_at: string })[];
};

async function readTicket(db: Db, where: RawBuilder<unknown>): Promise<TicketView | null> {
  const { rows } = await sql<Row>`
    select t.id, t.number, t.user_id, t.theme, t.state, t.order_id, o.number as order_number, t.name, t.email, t.phone, t.origin,
      t.answer_due_at, t.created_at, t.changed_at,
      json_build_object('id_1c', d.id_1c, 'name_for_site', d.name_for_site, 'city', d.city, 'address', d.address, 'phones', d.phones,
        'work_time', d.work_time, 'email', d.email, 'time_zone', d.time_zone) as branch,
      (select coalesce(json_agg(json_build_object('id', m.id, 'author', m.author, 'author_name', m.author_name, 'text', m.text,
          'created_at', m.created_at, 'files', (
            select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'type', f.type, 'size', f.size) order by f.name), '[]'::json)
            from ticket_files f where f.message_id = m.id)) order by m.id), '[]'::json)
        from ticket_messages m where m.ticket_id = t.id) as messages
    from tickets t join departments d on d.id_1c = t.department_id_1c left join orders o on o.id = t.order_id
    where ${where}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  return { ...row, messages: row.messages.map((m) => ({ ...m, created_at: new Date(m.created_at) })) };
}
