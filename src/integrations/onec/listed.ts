import type { Connection } from './connection.ts';

/** An exchange of several packages: what one of them does not list may stand in another. */
export type Exchange = {
  session_id: string;
  node_id: number;
  /** The exchange is over: what it did not list at all is to go. */
  deactivates: boolean;
  /** Its base ends with `deactivate`: until then nothing goes for being absent from one portion of a full export. */
  waitsForDeactivate: boolean;
};

/** Writes down which goods and offers the exchange has listed with this package. */
export async function noteListed(client: Connection, { session_id }: Exchange): Promise<void> {
  await client.query(
    `insert into onec_listed as known (session_id, kind, id_1c, is_full)
     select $1::uuid, 'good', s.id, bool_or(c.is_full) from staged_goods s
     join staged_containers c on c.id = s.container and c.kind = 'catalog' group by s.id
     union all
     select $1::uuid, 'offer', s.id, bool_or(c.is_full and s.data is not null) from staged_offers s
     join staged_containers c on c.id = coalesce(s.data_container, s.container) and c.kind <> 'catalog' group by s.id
     on conflict (session_id, kind, id_1c) do update set is_full = true where excluded.is_full and not known.is_full`,
    [session_id],
  );
  // Many rows of one session at once: without this each row of goods is compared with all of them.
  await client.query('analyze onec_listed');
}

/** Catalogues of which the exchange has sent full files; of offers, those with an offer of a known good. */
export async function fullCatalogsOf(
  client: Connection,
  exchange: Exchange | null,
  kind: 'good' | 'offer',
): Promise<string[]> {
  if (!exchange?.deactivates) return [];
  const table = kind === 'good' ? 'onec_goods' : 'onec_offers';
  const fits = kind === 'good' ? 'true' : 'exists (select from onec_goods g where g.good_id = o.good_id)';
  const { rows } = await client.query<{ catalog_id: string }>(
    `select distinct o.catalog_id_1c as catalog_id from onec_listed l join ${table} o on o.id_1c = l.id_1c
     where l.session_id = $1 and l.kind = $2 and l.is_full and o.off is null and ${fits}`,
    [exchange.session_id, kind],
  );
  return rows.map(({ catalog_id }) => catalog_id);
}

/** Condition on a row `o` of goods or offers: nothing of the exchange `parameter` lists it. */
export function isUnlisted(kind: 'good' | 'offer', parameter: string): string {
  return `not exists (
    select from onec_listed l where l.session_id = ${parameter}::uuid and l.kind = '${kind}' and l.id_1c = o.id_1c)`;
}
