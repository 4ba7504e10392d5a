import type { Connection } from '../connection.ts';
import { type Exchange, listedParts } from '../listed.ts';
import type { Staged } from '../staging.ts';
import { type ImportSummary, note } from '../summary.ts';

/**
 * A package that waited for the owner is older than what its node has sent meanwhile: what later exchanges said of
 * goods and of parts of offers (description, prices, rests) stays, and so do the groups of classifiers that came since.
 * All of it counts as listed: what came later is not switched off for it.
 */
export async function setAsideLater(
  client: Connection,
  { package_id, session_id, node_id }: { package_id: number } & Exchange,
  staged: Staged,
  summary: ImportSummary,
): Promise<void> {
  await client.query(`create temp table listed_later (kind text, id_1c text collate "C", parts int) on commit drop`);
  await client.query(
    `insert into listed_later (kind, id_1c, parts)
     select l.kind, l.id_1c, bit_or(l.parts) from onec_listed l join onec_packages p on p.session_id = l.session_id
     where p.node_id = $1 and p.id > $2 and p.state = 'imported' group by l.kind, l.id_1c`,
    [node_id, package_id],
  );
  await client.query('analyze listed_later');
  const goods = await client.query(
    `update staged_goods s set refused = true from listed_later l where l.kind = 'good' and l.id_1c = s.id`,
  );
  const offers = await client.query(
    `update staged_offers s set
       data = case when not said.data then s.data end, hash = case when not said.data then s.hash end,
       deleted = case when not said.data then s.deleted end,
       prices = case when not said.prices then s.prices end,
       prices_hash = case when not said.prices then s.prices_hash end,
       prices_count = case when not said.prices then s.prices_count end,
       rests = case when not said.rests then s.rests end, rests_hash = case when not said.rests then s.rests_hash end,
       rests_count = case when not said.rests then s.rests_count end
     from (
       select id_1c, parts & ${listedParts.data} > 0 as data, parts & ${listedParts.prices} > 0 as prices,
         parts & ${listedParts.rests} > 0 as rests
       from listed_later where kind = 'offer'
     ) said where said.id_1c = s.id`,
  );
  const { rows } = await client.query<{ id_1c: string }>(`select id_1c from listed_later where kind = 'classifier'`);
  const newer = new Set(rows.map(({ id_1c }) => id_1c));
  const kept = staged.classifiers.filter(({ container }) => !newer.has(container.id));
  const hasNewerGroups = kept.length < staged.classifiers.length;
  staged.classifiers = kept;
  await client.query(
    `insert into onec_listed (session_id, kind, id_1c, is_full, parts)
     select $1::uuid, kind, id_1c, false, parts from listed_later where kind <> 'classifier'
     on conflict do nothing`,
    [session_id],
  );
  if (!goods.rowCount && !offers.rowCount && !hasNewerGroups) return;
  note(
    summary,
    `После этого пакета 1С прислала новые: ${hasNewerGroups ? 'группы и ' : ''}то, что в них названо (товаров: ${goods.rowCount ?? 0}, предложений: ${offers.rowCount ?? 0}), осталось как в них`,
  );
}
