import type { Connection } from '../connection.ts';
import type { Exchange } from '../listed.ts';
import type { Staged } from '../staging.ts';
import { type ImportSummary, note } from '../summary.ts';

/**
 * A package that waited for the owner is older than what its node has sent meanwhile: the goods and offers of later
 * exchanges stay as those said, and so do groups. They count as listed: what came later is not switched off for it.
 */
export async function setAsideLater(
  client: Connection,
  { package_id, session_id, node_id }: { package_id: number } & Exchange,
  staged: Staged,
  summary: ImportSummary,
): Promise<void> {
  const { rowCount: packages } = await client.query(
    `select from onec_packages where node_id = $1 and id > $2 and state = 'imported' limit 1`,
    [node_id, package_id],
  );
  if (!packages) return;
  const later = (kind: 'good' | 'offer') => `
    s.id in (
      select l.id_1c from onec_listed l join onec_packages p on p.session_id = l.session_id
      where l.kind = '${kind}' and p.node_id = $1 and p.id > $2 and p.state = 'imported')`;
  const goods = await client.query(`update staged_goods s set refused = true where ${later('good')}`, [
    node_id,
    package_id,
  ]);
  const offers = await client.query(
    `update staged_offers s set data = null, hash = null, deleted = null, prices = null, prices_hash = null, prices_count = null,
       rests = null, rests_hash = null, rests_count = null
     where ${later('offer')}`,
    [node_id, package_id],
  );
  await client.query(
    `insert into onec_listed (session_id, kind, id_1c, is_full)
     select distinct $3::uuid, l.kind, l.id_1c, false from onec_listed l join onec_packages p on p.session_id = l.session_id
     where p.node_id = $1 and p.id > $2 and p.state = 'imported'
     on conflict do nothing`,
    [node_id, package_id, session_id],
  );
  staged.classifiers = [];
  note(
    summary,
    `После этого пакета 1С прислала новые: группы и то, что в них названо (товаров: ${goods.rowCount ?? 0}, предложений: ${offers.rowCount ?? 0}), осталось как в них`,
  );
}
