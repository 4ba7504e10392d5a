import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';

/**
 * What the demo shop replaces: the goods and where they are sold. All other tables belong to people and to the shop's
 * own work.
 */
const shopTables = [
  ...['loyalty_programmes', 'loyalty_levels', 'loyalty_closed_categories', 'credit_programs', 'qr_codes'],
  ...['departments', 'department_hours', 'department_hour_exceptions', 'delivery_zones', 'delivery_zone_rates'],
  ...['carrying_rates', 'branch_transfers'],
  ...['price_columns', 'stores', 'prices', 'price_tiers', 'price_changes', 'stock'],
  ...['categories', 'category_former_codes', 'dynamic_menus', 'brands', 'attributes', 'attribute_values', 'models'],
  ...['attribute_type_changes', 'attribute_former_values'],
  ...['product_quality', 'product_quality_state', 'usual_attributes', 'action_conditions_state'],
  ...['products', 'product_categories', 'product_documents', 'product_media', 'product_former_slugs', 'product_links'],
  ...[
    'coupons',
    'actions',
    'action_products',
    'action_conditions',
    'action_condition_attributes',
    'wobblers',
    'banners',
    'home_layouts',
    'seo_texts',
    'shorts',
  ],
  ...['vacancies', 'blog_topics', 'articles', 'article_former_slugs', 'department_details'],
  ...['department_outlines', 'department_outline_lines'],
  ...['search_synonyms', 'search_redirects', 'search_stop_words', 'search_misses', 'search_finds'],
  ...[
    'search_decisions',
    'search_pins',
    'judged_queries',
    'judged_goods',
    'missing_paths',
    'unwanted_shorts',
    'landing_days',
    'text_findings',
    'text_checks',
    'feed_looks',
  ],
  ...['visit_days', 'wanted_days', 'stock_checks', 'stock_outs', 'demand_losses', 'loss_measures'],
  // What was found for a list of materials was found in the old shop.
  ...['estimates', 'estimate_lines'],
  ...[
    'landings',
    'landing_pages',
    'fortune_campaigns',
    'fortune_prizes',
    'fortune_spins',
    'ready_sets',
    'ready_set_goods',
  ],
  ...[
    'onec_groups',
    'onec_group_rules',
    'onec_price_types',
    'onec_properties',
    'onec_property_values',
    'onec_warehouses',
  ],
];

/** Their keys are words that mean the same in the next shop; the others' are numbers given again. */
const keptKeys = ['departments', 'price_columns', 'stores', 'loyalty_programmes'];

type Reference = {
  child: string;
  parent: string;
  name: string;
  definition: string;
  columns: string[];
  parent_columns: string[];
  /** A row whose target is gone goes with it; else the columns are emptied. */
  goes: boolean;
};

/**
 * Empties the shop's tables and leaves everybody's own: rows that point to goods of the old shop go, or lose the
 * pointer, as their foreign keys say. Returns what must be called when the new shop stands: it does the same for
 * branches, columns and stores that are not in the new one. `truncate … cascade` would empty the tables of people too.
 */
export async function clearShop(db: Db): Promise<() => Promise<void>> {
  const references = await readReferences(db);
  for (const reference of references) {
    const { child, name, parent } = reference;
    await sql`alter table ${sql.raw(child)} drop constraint ${sql.ref(name)}`.execute(db);
    if (!keptKeys.includes(parent)) await letGo(db, reference, sql<boolean>`true`);
  }
  await sql`truncate ${sql.raw(shopTables.join(', '))} restart identity`.execute(db);
  return async () => {
    for (const reference of references) {
      const { child, name, parent, definition, columns, parent_columns } = reference;
      const pairs = columns.map((column, at) => sql`p.${sql.ref(ensure(parent_columns[at]))} = c.${sql.ref(column)}`);
      const isGone = sql<boolean>`not exists (select from ${sql.raw(parent)} p where ${sql.join(pairs, sql` and `)})`;
      if (keptKeys.includes(parent)) await letGo(db, reference, isGone);
      await sql`alter table ${sql.raw(child)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(db);
    }
  };
}

async function letGo(db: Db, { child, columns, goes }: Reference, which: ReturnType<typeof sql<boolean>>) {
  const points = sql.join(
    columns.map((column) => sql`c.${sql.ref(column)} is not null`),
    sql` and `,
  );
  if (goes) await sql`delete from ${sql.raw(child)} c where ${points} and ${which}`.execute(db);
  else {
    const emptied = sql.join(columns.map((column) => sql`${sql.ref(column)} = null`));
    await sql`update ${sql.raw(child)} c set ${emptied} where ${points} and ${which}`.execute(db);
  }
}

/** Foreign keys that lead from other tables into the shop's. */
async function readReferences(db: Db): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent, c.conname as name,
      pg_get_constraintdef(c.oid) as definition,
      array(select a.attname::text from unnest(c.conkey) with ordinality k(n, at)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.n order by at) as columns,
      array(select a.attname::text from unnest(c.confkey) with ordinality k(n, at)
        join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.n order by at) as parent_columns,
      c.confdeltype = 'c' or exists (select from pg_attribute a
        where a.attrelid = c.conrelid and a.attnum = any(c.conkey) and a.attnotnull) as goes
    from pg_constraint c join pg_class r on r.oid = c.conrelid
    where c.contype = 'f' and c.conparentid = 0 and not r.relispartition
      and c.confrelid = any(${shopTables}::text[]::regclass[]) and c.conrelid <> all(${shopTables}::text[]::regclass[])
    order by 1, 3`.execute(db);
  return rows;
}
