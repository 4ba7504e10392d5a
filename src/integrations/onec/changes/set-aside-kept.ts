import type { Connection } from '../connection.ts';
import type { Staged } from '../staging.ts';
import { type ImportSummary, note } from '../summary.ts';

/** What the owner keeps of an approved package from being taken. */
export type Reserve = {
  /** Nothing is switched off, neither what the package marks as deleted nor what it leaves out. */
  keeps_on: boolean;
  /** Ids of 1C's groups that stay as they are. */
  groups: ReadonlySet<string>;
  /** The temporary table `kept_goods` names goods and offers that stay as they are. */
  has_goods: boolean;
};

export function nothingReserved(): Reserve {
  return { keeps_on: false, groups: new Set(), has_goods: false };
}

/**
 * Takes out of the staged package what the owner kept out by hand, and deletion marks where nothing shall be switched
 * off: as if 1C had not sent it. The answer is for whoever switches off what the package leaves out.
 */
export async function setAsideKept(
  client: Connection,
  { package_id, keeps_on }: { package_id: number; keeps_on: boolean },
  staged: Staged,
  summary: ImportSummary,
): Promise<Reserve> {
  await client.query(
    'create temp table kept_goods (id text collate "C", good_id text collate "C", part text) on commit drop',
  );
  await client.query(
    `insert into kept_goods (id, good_id, part)
     select p.id_1c, split_part(p.id_1c, '#', 1), k.part
     from onec_kept_out k join products p on p.id = k.record
     where k.package_id = $1 and k.part <> 'group' and p.id_1c is not null`,
    [package_id],
  );
  const kept = await client.query<{ part: string; count: number }>(
    'select part, count(*) as count from kept_goods group by part',
  );
  const has_goods = kept.rows.some(({ part }) => part === 'good');
  if (kept.rows.length > 0) {
    await client.query(
      `update staged_goods s set refused = true
       where split_part(s.id, '#', 1) in (select good_id from kept_goods where part = 'good')`,
    );
    await client.query(
      `update staged_offers s set data = null, hash = null, deleted = null
       where s.id in (select id from kept_goods where part = 'good')`,
    );
    await forgetBlock(client, 'prices');
    await forgetBlock(client, 'rests');
  }
  const { rows: groups } = await client.query<{ id_1c: string }>(
    `select g.id_1c from onec_kept_out k join onec_groups g on g.category_id = k.record
     where k.package_id = $1 and k.part = 'group'`,
    [package_id],
  );
  const keptGroups = new Set(groups.map(({ id_1c }) => id_1c));
  if (keeps_on) await forgetDeletions(client, summary);
  staged.classifiers = staged.classifiers.map(({ container, groups }) => ({
    container,
    groups: groups.filter(({ id, deleted }) => !keptGroups.has(id) && !(keeps_on && deleted)),
  }));
  const count = kept.rows.reduce((sum, { count }) => sum + count, keptGroups.size);
  if (count > 0) note(summary, `По решению магазина не приняты отдельные изменения: ${count}`);
  return { keeps_on, groups: keptGroups, has_goods };
}

/** Prices or rests of goods that were kept out count as not sent. */
async function forgetBlock(client: Connection, block: 'prices' | 'rests'): Promise<void> {
  await client.query(
    `update staged_offers s set ${block} = null, ${block}_hash = null, ${block}_count = null
     where s.id in (select id from kept_goods where part = $1)`,
    [block === 'prices' ? 'prices' : 'stock'],
  );
}

/** Deletion marks count as not sent. */
async function forgetDeletions(client: Connection, summary: ImportSummary): Promise<void> {
  await client.query('update staged_goods set refused = true where deleted');
  await client.query(
    `update staged_offers set data = null, hash = null, deleted = null, prices = null, prices_hash = null, prices_count = null,
       rests = null, rests_hash = null, rests_count = null
     where deleted`,
  );
  note(summary, 'По решению магазина пакет принят без выключения');
}

/** Condition on a row `o` of goods or offers: it may be switched off because the package leaves it out. */
export function mayGoOff({ has_goods }: Reserve): string {
  if (!has_goods) return 'true';
  return `not exists (select from kept_goods k where k.part = 'good' and o.id_1c in (k.id, k.good_id))`;
}
