import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import type { OwnedField } from '#shared/product-fields.ts';
import type { PackageChanges } from '../changes/compare.ts';
import type { Finding } from '../changes/guards.ts';
import type { RollbackResult } from '../changes/rollback.ts';
import type { Sight } from '../changes/rows.ts';
import type { ImportSummary } from '../summary.ts';
import type { Node } from './nodes.ts';
import type { PackageState } from './packages.ts';

export type NodeView = Omit<Node, 'password_hash'> & {
  /** The node of ONEC_LOGIN, whose password stands in the settings. */
  is_default: boolean;
  signed_in_at: Date | null;
  packages: number;
  /** What the shop leads of all goods that the node feeds, by name. */
  own_fields: OwnedField[];
};

/** Every node of the exchange with 1C, the oldest first. */
export async function listNodes(db: Db): Promise<NodeView[]> {
  const rows = await db
    .selectFrom('onec_nodes as n')
    .select([
      ...(['n.id', 'n.name', 'n.login', 'n.networks', 'n.encoding', 'n.file_limit', 'n.takes_zip'] as const),
      ...(['n.is_on', 'n.is_default', 'n.signed_in_at'] as const),
      ...(['n.stock_excludes_reserves', 'n.day_pays_whole'] as const),
    ])
    .select(({ selectFrom }) =>
      selectFrom('onec_packages as p')
        .whereRef('p.node_id', '=', 'n.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('packages'),
    )
    .select(
      sql<OwnedField[]>`array(select o.field from field_owners o
        where o.node_id = n.id and (o.until is null or o.until > now()) order by o.field)`.as('own_fields'),
    )
    .orderBy('n.id')
    .execute();
  return rows as NodeView[];
}

export type SessionView = {
  id: string;
  node: string;
  type: string;
  version: string | null;
  address: string;
  started_at: Date;
  seen_at: Date;
  ended_at: Date | null;
  ended_by: string | null;
  files: number;
  bytes: number;
};

/** What people read of `SessionView.ended_by`. */
export const sessionEndWords: Record<string, string> = {
  complete: 'завершён',
  replaced: 'прерван следующим',
  silent: 'прерван: 1С замолчала',
  unasked: '1С прислала файлы и не попросила их принять',
};

/** The last exchanges of all nodes, or of the one with this login. */
export function listSessions(db: Db, { login, limit }: { login?: string; limit: number }): Promise<SessionView[]> {
  return db
    .selectFrom('onec_sessions as s')
    .innerJoin('onec_nodes as n', 'n.id', 's.node_id')
    .select([
      ...(['s.id', 'n.name as node', 's.type', 's.version', 's.address', 's.started_at', 's.seen_at'] as const),
      ...(['s.ended_at', 's.ended_by', 's.files', 's.bytes'] as const),
    ])
    .$if(login !== undefined, (query) => query.where('n.login', '=', login ?? ''))
    .orderBy('s.started_at', 'desc')
    .limit(limit)
    .execute();
}

export type PackageListed = {
  id: number;
  /** null: given to a command. */
  node: string | null;
  source: string;
  state: PackageState;
  kind: 'files' | 'deactivate';
  received_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  /** When somebody of the shop said yes or no. */
  decided_at: Date | null;
  /** Whose word that was: a name, or «команда»; null: nobody's. */
  decided_by: string | null;
  /** Who took it back; when is said by `rollback`. */
  rolled_back_by: string | null;
  progress: string;
  contents: { name: string; bytes: number }[];
  files_removed_at: Date | null;
  summary: ImportSummary | null;
  /** What it changed in the shop, or would change; null: nothing was compared. */
  changes: PackageChanges | null;
  /** Why it was held. */
  guards: Finding[] | null;
  /** Approved so that nothing was switched off. */
  keeps_on: boolean;
  rollback: RollbackResult | null;
  changes_forgotten_at: Date | null;
  session_id: string | null;
  batch: number | null;
};

/** The last packages, those that a command was given too; `id`: that one alone, `state`: those in one of these. */
export async function listPackages(
  db: Db,
  given: { id?: number; state?: PackageState[] | undefined; limit: number; offset?: number },
): Promise<PackageListed[]> {
  const { id, state, limit, offset = 0 } = given;
  const rows = await db
    .selectFrom('onec_packages as p')
    .leftJoin('onec_nodes as n', 'n.id', 'p.node_id')
    .select([
      ...(['p.id', 'n.name as node', 'p.source', 'p.state', 'p.kind', 'p.received_at', 'p.started_at'] as const),
      ...(['p.finished_at', 'p.decided_at', 'p.progress', 'p.contents', 'p.files_removed_at', 'p.summary'] as const),
      ...([
        'p.session_id',
        'p.batch',
        'p.changes',
        'p.guards',
        'p.rollback',
        'p.changes_forgotten_at',
        'p.keeps_on',
        'p.decided_by',
        'p.rolled_back_by',
      ] as const),
    ])
    .$if(id !== undefined, (query) => query.where('p.id', '=', id ?? 0))
    .$if(state !== undefined, (query) => query.where('p.state', 'in', state ?? []))
    .orderBy('p.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows as unknown as PackageListed[]; // jsonb columns hold what the import writes
}

export type PackageBrief = Pick<
  PackageListed,
  'id' | 'source' | 'kind' | 'state' | 'progress' | 'changes' | 'finished_at' | 'changes_forgotten_at'
> & {
  /** Why it was not taken, or is held. */
  reason: string | null;
};

/** Those of these numbers that there are, without their rows and counts. */
export async function packagesOf(db: Db, ids: number[]): Promise<PackageBrief[]> {
  const { rows } = await sql<PackageBrief>`
    select id, source, kind, state, progress, changes, finished_at, changes_forgotten_at, summary ->> 'reason' as reason
    from onec_packages where id = any(${ids}::bigint[])`.execute(db);
  return rows;
}

/** How many packages there are in each state. */
export async function countPackages(db: Db): Promise<Partial<Record<PackageState, number>>> {
  const rows = await db
    .selectFrom('onec_packages')
    .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

/** When a package of 1C last filled each store, by store. */
export async function lastImports(db: Db): Promise<Map<string, Date>> {
  const { rows } = await sql<{ store: string; at: Date }>`
    select w.store, max(p.at) as at from onec_warehouses w
    join (select node_id, max(finished_at) as at from onec_packages where state = 'imported' group by node_id) p
      on p.node_id is not distinct from w.node_id
    where w.store is not null and p.at is not null group by w.store`.execute(db);
  return new Map(rows.map(({ store, at }) => [store, at]));
}

/**
 * Names of price types and warehouses of 1C of which this reader is shown nothing, for what was refused of them names
 * prices and stock: purchase prices are shown by right, and what feeds no branch of theirs, or nothing yet, to whoever
 * works in all.
 */
export async function namesOutOfSight(db: Db, { isCostShown, branches }: Sight): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(nullif(t.name, ''), t.id_1c) as name from onec_price_types t
    left join price_columns c on c.price_column = t.price_column
    where not case when c.is_cost then ${isCostShown} else ${branches}::text[] is null or exists (
      select from departments d
      where d.id_1c = any(${branches}::text[]) and t.price_column in (d.base_price, d.b2b_price)) end
    union
    select unnest(array[coalesce(nullif(w.name, ''), w.id_1c), w.store]) from onec_warehouses w
    where ${branches}::text[] is not null and not exists (
      select from departments d
      where coalesce(d.branch_id_1c, d.id_1c) = any(${branches}::text[]) and d.store = w.store)`.execute(db);
  return rows.flatMap(({ name }) => (name ? [name] : []));
}
