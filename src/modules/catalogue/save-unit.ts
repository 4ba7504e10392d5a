import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';

const word = z.string().trim().min(1, 'Пустое слово').max(50, 'Не длиннее 50 знаков');

/** A row of `units`. `forms`: 1 пара, 2 пары, 5 пар, за пару, от 1 пары, от 5 пар. */
export const UnitInput = z.object({
  name: word,
  short: word.max(20, 'Сокращение не длиннее 20 знаков'),
  parts: z
    .int('Целое число')
    .refine((parts) => parts > 0 && 1000 % parts === 0, 'Делитель 1000: тогда в количестве не больше трёх знаков'),
  is_counted_short: z.boolean(),
  forms: z.tuple([word, word, word, word, word, word]).nullable(),
});
export type UnitInput = z.infer<typeof UnitInput>;

/** How people read a unit from now on, in lists, on pages and in emails; papers stay as they were issued. */
export async function saveUnit(db: Db, { name, short, parts, is_counted_short, forms }: UnitInput): Promise<void> {
  const [one, two, five, accusative, genitive, genitive_many] = forms ?? [];
  const values = {
    short,
    parts,
    is_counted_short: is_counted_short || forms === null,
    one,
    two,
    five,
    accusative,
    genitive,
    genitive_many,
  };
  await db
    .insertInto('units')
    .values({ name, ...values })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute();
  await invalidate(db, ['catalogue']);
}

export type UnitInUse = {
  name: string;
  products: number;
  short: string | null;
  parts: number | null;
  is_counted_short: boolean | null;
  forms: string[] | null;
};

/** Units that goods are sold by, measured in, or that are described; those nobody described have no short form. */
export async function listUnits(db: Db): Promise<UnitInUse[]> {
  const { rows } = await sql<UnitInUse>`
    select name, coalesce(p.products, 0)::int as products, u.short, u.parts, u.is_counted_short,
      case when u.one is not null
        then array[u.one, u.two, u.five, u.accusative, u.genitive, u.genitive_many] end as forms
    from units u full join (select unit as name, count(*) as products from products group by unit) p using (name)
    order by (u.short is null) desc, products desc, name`.execute(db);
  return rows;
}

/** null: no goods are sold by it, and nobody described it. */
export async function readUnit(db: Db, name: string): Promise<UnitInUse | null> {
  return (await listUnits(db)).find((unit) => unit.name === name) ?? null;
}
