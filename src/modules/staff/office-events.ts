import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { type BulkKind, bulkKinds, type OfficeEvent, type OfficeTopic, officeTopics } from '#shared/office-events.ts';
import { type Permission, reachOf } from './permissions.ts';
import { type StaffMember, worksIn } from './require-staff.ts';

/** The channel on which every web process is notified; what triggers write comes there by `passOnMessages`. */
export const officeChannel = 'office';

/** Messages that nobody wanted for so long are of no use: whoever begins to listen asks for everything. */
const usefulSeconds = 60;
const mostAtOnce = 5_000;

/** Sends every process what triggers have written since, each thing once. */
export async function passOnMessages(db: Db): Promise<void> {
  await sql`
    with gone as (
      delete from office_messages where id in (
        select id from office_messages order by id limit ${mostAtOnce} for update skip locked)
      returning message, at
    )
    select pg_notify(${officeChannel}, message) from (
      select distinct message from gone where at > now() - make_interval(secs => ${usefulSeconds})) m`.execute(db);
}

/** Of a shop where nobody has the back office open nobody takes them. */
export async function forgetOfficeMessages(db: Db): Promise<void> {
  await sql`delete from office_messages where at < now() - make_interval(secs => ${usefulSeconds})`.execute(db);
}

/** What a trigger says of a change. */
export type OfficeMessage = Omit<OfficeEvent, 'branches' | 'record'> & {
  /** Of these branches alone; absent: common to all. */
  branches?: string[];
  /** The branch of the point where an active order is picked up. */
  point?: string | null;
  record?: string | null;
  /** It is of purchase prices. */
  is_cost?: boolean;
  /** Of presence: whom it concerns. */
  people?: string[];
};

/** Whose streams end: of one session, or of all sessions of a person. */
export type OfficeEnd = { ends_session: string } | { ends_person: string };

/** null: what another version of the program says and this one does not know. */
export function readOfficeMessage(payload: string): OfficeMessage | OfficeEnd | null {
  try {
    const message: unknown = JSON.parse(payload);
    if (typeof message !== 'object' || message === null) return null;
    const isKnown =
      'topic' in message ? isOfficeMessage(message) : 'ends_session' in message || 'ends_person' in message;
    return isKnown ? (message as OfficeMessage | OfficeEnd) : null;
  } catch {
    return null;
  }
}

function isOfficeMessage({ topic, kind }: { topic: unknown; kind?: unknown }): boolean {
  const isKind = kind === undefined || bulkKinds.some((known) => known === kind);
  return isKind && officeTopics.some((known) => known === topic);
}

const permissionsOfTopic = {
  orders: ['orders.read'],
  payments: ['payments.read'],
  requests: ['tickets.write', 'moderation.write'],
  customers: ['companies.manage'],
  onec: ['exchange.read'],
} as const satisfies Partial<Record<OfficeTopic, Permission[]>>;

/** Who learns of work on many records, and sees it in the list of bulk jobs. */
export const permissionOfBulk = {
  'price-plans': 'prices.read',
  'goods-imports': 'catalogue.import',
  'file-imports': 'catalogue.import',
  onec: 'exchange.read',
  'coupon-batches': 'promo.write',
} as const satisfies Record<BulkKind, Permission>;

type Rights = Pick<StaffMember, 'user_id' | 'roles' | 'departments'>;

/** What this person learns of the change, in their own branches alone; null: it is nothing they may see. */
export function eventFor(staff: Rights, message: OfficeMessage): OfficeEvent | null {
  const { topic, kind, path } = message;
  if (topic === 'presence') return message.people?.includes(staff.user_id) && path ? { topic, path } : null;
  const reach = reachIn(staff, message);
  if (reach === null) return null;
  if (message.is_cost && reachOf(staff, 'prices.cost') === null) return null;
  const concerned = reach === 'points' ? [message.point ?? []].flat() : message.branches;
  // Twice of an order that is picked up where it was placed.
  const branches = concerned && [...new Set(concerned)].filter((id) => worksIn(staff, id));
  // A plan of purchase prices alone belongs to no branch.
  if (branches?.length === 0 && !(message.is_cost && concerned?.length === 0)) return null;
  return {
    topic,
    ...(branches && branches.length > 0 && { branches }),
    ...(message.record && { record: message.record }),
    ...(kind && { kind }),
  };
}

function reachIn(staff: Rights, { topic, kind }: OfficeMessage): 'all' | 'points' | null {
  const needed: readonly Permission[] =
    topic === 'jobs' ? (kind ? [permissionOfBulk[kind]] : []) : topic === 'presence' ? [] : permissionsOfTopic[topic];
  const reaches = needed.map((permission) => reachOf(staff, permission));
  return reaches.find((reach) => reach === 'all') ?? reaches.find((reach) => reach !== null) ?? null;
}

/** Notifies the people, some who have the page open, that others came or went. Call with the change. */
export async function publishPresence(db: Db, path: string, people: string[]): Promise<void> {
  if (people.length === 0) return;
  const message: OfficeMessage = { topic: 'presence', path, people };
  await sql`select pg_notify(${officeChannel}, ${JSON.stringify(message)})`.execute(db);
}

/** Those of the sessions that are over: ended, expired, or of nobody who works here. */
export async function sessionsThatEnded(db: Db, sessions: string[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from sessions s join staff t on t.user_id = s.user_id and t.dismissed_at is null
    where s.id = any(${sessions}::uuid[]) and s.ended_at is null and s.expires_at > ${now}
      and not exists (
        select from acting_sessions a where a.session_id = s.id and a.ended_at is null and a.expires_at > ${now})`.execute(
    db,
  );
  const living = new Set(rows.map(({ id }) => id));
  return sessions.filter((id) => !living.has(id));
}
