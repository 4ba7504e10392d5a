import { createCache } from '#platform/cache.ts';
import { ensure } from '#shared/ensure.ts';
import type { Connection } from './connection.ts';
import type { ImportAttribute } from './product-row.ts';

type Ticked = { derived: { ticks: { attribute: ImportAttribute; value: string }[] }; facets: number[] };

/** Memory stays flat: ids of values that have not been met for long are read again. */
const maxRemembered = 50_000;

/** Turns the values that filters tick into their ids (products.facets), making the ids that are not there yet. */
export function openTicks(client: Connection) {
  const remembered = createCache<string, number>({ name: 'ids of filter values', max: maxRemembered });
  const keyOf = (attributeId: number, value: string) => `${attributeId} ${value}`;
  return {
    async fill(drafts: Ticked[]): Promise<void> {
      // Of this round: what is remembered may be driven out before the round ends.
      const ids = new Map<string, number>();
      const missing = new Map<string, { attribute_id: number; value: string; number: string | null }>();
      for (const { derived } of drafts) {
        for (const { attribute, value } of derived.ticks) {
          const key = keyOf(attribute.id, value);
          const id = remembered.get(key);
          if (id !== undefined) ids.set(key, id);
          else missing.set(key, { attribute_id: attribute.id, value, number: leadingNumber(value) });
        }
      }
      if (missing.size > 0) {
        const wanted = JSON.stringify([...missing.values()]);
        await client.query(
          `insert into attribute_values (attribute_id, value, number)
           select w.attribute_id, w.value, w.number
           from jsonb_to_recordset($1::jsonb) as w (attribute_id int, value text, number numeric)
           where not exists (
             select from attribute_values v where v.attribute_id = w.attribute_id and v.value = w.value collate russian)`,
          [wanted],
        );
        const { rows } = await client.query<{ id: number; attribute_id: number; value: string }>(
          `select v.id, v.attribute_id, v.value
           from jsonb_to_recordset($1::jsonb) as w (attribute_id int, value text)
           join attribute_values v on v.attribute_id = w.attribute_id and v.value = w.value collate russian`,
          [wanted],
        );
        for (const { id, attribute_id, value } of rows) {
          const key = keyOf(attribute_id, value);
          ids.set(key, id);
          remembered.set(key, id);
        }
      }
      for (const draft of drafts) {
        const own = draft.derived.ticks.map(({ attribute, value }) => ensure(ids.get(keyOf(attribute.id, value))));
        draft.facets = [...new Set(own)].sort((a, b) => a - b);
      }
    },
  };
}

/** «30 кг» sorts among numbers as 30. */
function leadingNumber(value: string): string | null {
  return /^-?\d{1,12}(?:[.,]\d{1,6})?/.exec(value)?.[0].replace(',', '.') ?? null;
}
