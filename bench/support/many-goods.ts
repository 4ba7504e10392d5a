import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { barcodeOf } from '#demo/barcodes.ts';
import { ensure } from '#shared/ensure.ts';
import { slugOf } from '#shared/transliterate.ts';
import { chanceOf, inventedWord, modelCode } from './words.ts';

export type Progress = (text: string) => void;

/**
 * Multiplies the goods of the demo shop behind `url` to `products`, in one transaction: all of it or nothing. A copy of
 * a model gets a brand, a series, sizes, articles, barcodes, prices, stock and places in the tree of its own, so that
 * words, filter values and ranges grow as they would in a real assortment; each copy is sold in the retail column of
 * every branch (the main one's business column too) and lies in the stores of the branches. Everything holds that the
 * shop itself would hold: triggers are off only because their work is done here for all rows at once. The same shop and
 * number give the same goods.
 */
export async function multiplyGoods(url: string, products: number, progress: Progress = () => {}): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(`set local session_replication_role = replica`);
    await client.query(`set local maintenance_work_mem = '512MB'`);
    await client.query(`set local work_mem = '128MB'`);
    // Steps are those of the demo shop's prices: 96,5 ₽, 489 ₽, 3 290 ₽, 12 900 ₽.
    await client.query(`create function pg_temp.nice(kopecks bigint) returns int language sql immutable as $$
      select (case when kopecks < 1000 then greatest(1, (kopecks + 5) / 10) * 10 when kopecks < 10000 then (kopecks + 25) / 50 * 50
        when kopecks < 100000 then (kopecks + 50) / 100 * 100 when kopecks < 1000000 then (kopecks + 500) / 1000 * 1000
        else (kopecks + 5000) / 10000 * 10000 end)::int $$`);
    const base = await readBase(client);
    const copies = Math.ceil((products - base.goods.length) / base.lastGood);
    if (copies > 0) {
      const restore = await dropIndexes(client);
      const values = new ValueShelf(base.values);
      await makeBrands(client, base, products);
      progress('Товары…');
      await copyGoods(client, base, { products, copies, values, progress });
      await values.insertInto(client);
      for (const { name, statement } of wholeSets(base, products, copies)) {
        progress(`${name}…`);
        await client.query(statement);
      }
      for (const { name, statement } of restore) {
        progress(`Индекс ${name}…`);
        await client.query(statement);
      }
      for (const table of ['products', 'models', 'brands', 'attribute_values'])
        await client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`);
      await client.query('update catalogue_version set version = version + 1');
      await client.query('select rebuild_catalogue_index()');
    }
    await client.query('commit');
    progress('Статистика…');
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

type Good = {
  id: number;
  model_id: number;
  name: string;
  specs: Record<string, unknown>;
  facets: number[];
  brand: string;
  category_id: number;
  /** Leaves beside the main category: a copy may stand in one of them too. */
  siblings: number[];
  /** Every stored column as PostgreSQL writes it. */
  row: Record<string, string | null>;
  numbers: { code: string; value: number; pattern: RegExp; attribute_id: number; facet: number | null }[];
};

type Base = {
  columns: string[];
  goods: Good[];
  models: Map<number, { name: string; variant_name: string | null }>;
  brands: { id: number; name: string }[];
  values: { id: number; attribute_id: number; value: string }[];
  /** Greatest ids: a copy's id is the original's plus so many times this. */
  lastGood: number;
  lastModel: number;
  priceColumns: string[];
  stores: string[];
};

async function readBase(client: pg.Client): Promise<Base> {
  const rows = async <T extends pg.QueryResultRow>(text: string) => (await client.query<T>(text)).rows;
  const columns = (
    await rows<{ column_name: string }>(`select column_name from information_schema.columns
      where table_schema = 'public' and table_name = 'products' and is_generated = 'NEVER' and column_name <> 'changed_xid' order by ordinal_position`)
  ).map((row) => row.column_name);
  const attributes = await rows<{ id: number; code: string; filter: string | null }>(
    'select id, code, filter from attributes',
  );
  const values = await rows<Base['values'][number]>('select id, attribute_id, value from attribute_values order by id');
  const goods = await rows<Omit<Good, 'numbers' | 'row'> & { row: string[] }>(`
    select p.id, p.model_id, p.name, p.specs, p.facets, b.name as brand, pc.category_id,
      array(select s.id from categories c join categories s on s.parent_id = c.parent_id and s.id <> c.id
        where c.id = pc.category_id and not exists (select from categories below where below.parent_id = s.id)) as siblings,
      array[${columns.map((column) => `p.${column}::text`).join(', ')}] as row
    from products p join brands b on b.id = p.brand_id join product_categories pc on pc.product_id = p.id and pc.is_main order by p.id`);
  const models = await rows<{ id: number; name: string; variant_name: string | null }>(
    'select id, name, variant_name from models',
  );
  const columnsOfBranches = await rows<{
    base_price: string;
    b2b_price: string | null;
    store: string;
    is_main: boolean;
  }>(`
    select base_price, b2b_price, store, is_main from departments where not is_pick_up_point and domain <> '' and parent = (select parent from departments where is_main)`);
  const codes = new Map(attributes.map((attribute) => [attribute.code, attribute]));
  const facets = new Map(values.map((value) => [`${value.attribute_id}=${value.value}`, value.id]));
  return {
    columns,
    goods: goods.map((good) => ({
      ...good,
      row: Object.fromEntries(columns.map((column, index) => [column, good.row[index] ?? null])),
      numbers: numbersOf(good),
    })),
    models: new Map(models.map((model) => [model.id, model])),
    brands: await rows('select id, name from brands order by id'),
    values,
    lastGood: Math.max(...goods.map((good) => good.id)),
    lastModel: Math.max(...models.map((model) => model.id)),
    priceColumns: columnsOfBranches.flatMap((row) =>
      row.is_main && row.b2b_price ? [row.base_price, row.b2b_price] : [row.base_price],
    ),
    stores: columnsOfBranches.map((row) => row.store),
  };

  /**
   * Sizes that stand in the name once, so that a copy can have others; not where the size is what the price per base
   * unit is counted by.
   */
  function numbersOf(good: { name: string; specs: Record<string, unknown>; row: string[] }): Good['numbers'] {
    const column = (name: string) => good.row[columns.indexOf(name)];
    if (column('factor_base') !== '1' || column('factor_sales') !== '1') return [];
    return Object.entries(good.specs).flatMap(([code, value]) => {
      const attribute = codes.get(code);
      if (typeof value !== 'number' || !attribute || value <= 0) return [];
      const text = textOf(value);
      const pattern = new RegExp(`(?<![\\d,×/])${text}(?![\\d,]| ×)`, 'g');
      if ((good.name.match(pattern) ?? []).length !== 1) return [];
      const facet = attribute.filter === 'values' ? (facets.get(`${attribute.id}=${text}`) ?? null) : null;
      return [{ code, value, pattern, attribute_id: attribute.id, facet }];
    });
  }
}

/** 2.5 → '2,5' */
function textOf(value: number): string {
  return String(value).replace('.', ',');
}

/** Filter values of the shop and those that copies need besides. */
class ValueShelf {
  readonly #ids: Map<string, number>;
  readonly #fresh: { id: number; attribute_id: number; value: string; number: number }[] = [];
  #last: number;

  constructor(values: Base['values']) {
    this.#ids = new Map(values.map((value) => [`${value.attribute_id}=${value.value}`, value.id]));
    this.#last = Math.max(0, ...values.map((value) => value.id));
  }

  idOf(attribute_id: number, number: number): number {
    const value = textOf(number);
    const key = `${attribute_id}=${value}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    this.#ids.set(key, ++this.#last);
    this.#fresh.push({ id: this.#last, attribute_id, value, number });
    return this.#last;
  }

  async insertInto(client: pg.Client) {
    await client.query(
      `insert into attribute_values (id, attribute_id, value, number) overriding system value
      select id, attribute_id, value, number from jsonb_to_recordset($1) as v (id int, attribute_id int, value text, number numeric)`,
      [JSON.stringify(this.#fresh)],
    );
    await client.query(`update attribute_values v set position = o.position
      from (select id, row_number() over (partition by attribute_id order by number nulls last, value) as position from attribute_values) o
      where o.id = v.id`);
  }
}

/** Brands grow with the root of the assortment: 61 at 3,000 goods, about 1,100 at a million. */
async function makeBrands(client: pg.Client, base: Base, products: number) {
  const wanted = Math.round(base.brands.length * Math.sqrt(products / base.goods.length));
  const first = Math.max(...base.brands.map((brand) => brand.id)) + 1;
  const fresh = Array.from({ length: Math.max(0, wanted - base.brands.length) }, (_, index) => {
    const name = inventedWord(1_000_003 + index).toUpperCase();
    return { id: first + index, name, slug: `${slugOf(name)}-${first + index}` };
  });
  await client.query(
    `insert into brands (id, name, slug, country) overriding system value
    select id, name, slug, 'Россия' from jsonb_to_recordset($1) as b (id int, name text, slug text)`,
    [JSON.stringify(fresh)],
  );
  base.brands.push(...fresh);
}

type Making = { products: number; copies: number; values: ValueShelf; progress: Progress };

/** The words and numbers of one copy of a model: all its variants share them. */
type Style = { brand: { id: number; name: string }; series: string; code: string; copy: number; model: number };

async function copyGoods(client: pg.Client, base: Base, { products, copies, values, progress }: Making) {
  const rows: Record<'models' | 'products' | 'product_categories', string[]> = {
    models: [],
    products: [],
    product_categories: [],
  };
  const names = {
    models: ['id', 'name', 'variant_name'],
    products: base.columns,
    product_categories: ['product_id', 'category_id', 'is_main'],
  };
  for (let copy = 1; copy <= copies; copy++) {
    let style: Style | null = null;
    for (const good of base.goods) {
      const id = good.id + copy * base.lastGood;
      if (id > products) break;
      if (style?.model !== good.model_id) {
        style = styleOf(base, good, copy);
        const model = ensure(base.models.get(good.model_id));
        rows.models.push(
          line([good.model_id + copy * base.lastModel, restyled(model.name, good, style), model.variant_name]),
        );
      }
      const made = productOf(base, good, style, values);
      rows.products.push(line(base.columns.map((column) => made[column] ?? null)));
      rows.product_categories.push(line([id, good.category_id, 't']));
      const chance = chanceOf(id, 5);
      const sibling = good.siblings[(chance >>> 8) % (good.siblings.length || 1)];
      if (chance % 100 < 8 && sibling) rows.product_categories.push(line([id, sibling, 'f']));
    }
    if (rows.products.length < 20_000 && copy < copies) continue;
    for (const table of ['models', 'products', 'product_categories'] as const) {
      await copyRows(client, table, names[table], rows[table]);
      rows[table] = [];
    }
    progress(`Товары: ${Math.min(products, copy * base.lastGood + base.lastGood)} из ${products}`);
  }
}

function styleOf(base: Base, good: Good, copy: number): Style {
  const chance = chanceOf(good.model_id, copy, 1);
  // Two models of three keep to the brands of the demo shop, as in a real one, where a few makers have most of the
  // goods.
  const own = ensure(base.brands.find((brand) => brand.name === good.brand));
  const brand = chance % 3 < 2 ? own : ensure(base.brands[(chance >>> 4) % base.brands.length]);
  return {
    brand,
    // Four models share a series.
    series: inventedWord(Math.floor((good.model_id + copy * base.lastModel) / 4)),
    code: chance % 10 < 5 ? modelCode(chanceOf(good.model_id, copy, 2)) : '',
    copy,
    model: good.model_id,
  };
}

const factors = [0.5, 0.75, 0.8, 0.9, 1, 1, 1.1, 1.2, 1.25, 1.5];

function scaled(number: Good['numbers'][number], style: Style): number {
  const { value, attribute_id } = number;
  const scaled = value * ensure(factors[chanceOf(style.model, style.copy, attribute_id) % factors.length]);
  if (!Number.isInteger(value)) return Math.max(0.1, Math.round(scaled * 10) / 10);
  const step = value >= 100 && value % 10 === 0 ? 10 : 1;
  return Math.max(step, Math.round(scaled / step) * step);
}

/** A text of the original with the copy's brand, series, code and sizes. */
function restyled(text: string, good: Good, style: Style): string {
  let styled = text.replace(good.brand, style.code ? `${style.brand.name} ${style.code}` : style.brand.name);
  if (typeof good.specs.seriya === 'string') styled = styled.replace(good.specs.seriya, style.series);
  for (const number of good.numbers) styled = styled.replace(number.pattern, textOf(scaled(number, style)));
  return styled;
}

function productOf(base: Base, good: Good, style: Style, values: ValueShelf): Record<string, string | number | null> {
  const { copy } = style;
  const id = good.id + copy * base.lastGood;
  const chance = chanceOf(id, 3);
  const name = restyled(good.name, good, style);
  const sizes = new Map(good.numbers.map((number) => [number, scaled(number, style)]));
  const specs = {
    ...good.specs,
    ...(typeof good.specs.seriya === 'string' && { seriya: style.series }),
    ...Object.fromEntries([...sizes].map(([number, value]) => [number.code, value])),
  };
  const replaced = new Map(
    [...sizes].flatMap(([number, value]) =>
      number.facet === null ? [] : [[number.facet, values.idOf(number.attribute_id, value)] as const],
    ),
  );
  const number = 1_000_000 + id;
  const article = style.code && chance % 3 === 0 ? `${style.code}/${id % 1_000}-${copy}` : String(number);
  const barcode = barcodeOf(number);
  const [article_before, barcode_before] = [good.row.article ?? '', good.row.barcode ?? ''];
  const search_text = (good.row.search_text ?? '')
    .replace(good.brand, style.brand.name)
    .replace(article_before, article)
    .replace(barcode_before, barcode);
  const sizesOnly = (text: string | null | undefined) =>
    [...sizes].reduce((text, [number, value]) => text?.replace(number.pattern, textOf(value)), text ?? undefined) ??
    null;
  const share = (chance >>> 8) / 2 ** 24;
  return {
    ...good.row,
    id,
    idcode: String(number),
    id_1c: null,
    model_id: good.model_id + copy * base.lastModel,
    variant_label: sizesOnly(good.row.variant_label),
    slug: `${slugOf(name)}-${id}`,
    name,
    article,
    barcode,
    brand_id: style.brand.id,
    specs: JSON.stringify(specs),
    facets: `{${good.facets.map((facet) => replaced.get(facet) ?? facet).join(',')}}`,
    highlights: sizesOnly(good.row.highlights),
    popularity: Math.floor(share ** 4 * 800),
    successor_id: null,
    switched_off_at: chance % 250 === 0 ? (good.row.created_at ?? null) : null,
    rating_count: 0,
    rating_sum: 0,
    demo_rating_count: 0,
    demo_rating_sum: 0,
    search_text,
  };
}

/** One line of COPY's text format. */
function line(cells: (string | number | null)[]): string {
  return `${cells.map((cell) => (cell === null ? '\\N' : String(cell).replace(/[\\\t\n\r]/g, escaped))).join('\t')}\n`;
}

function escaped(character: string): string {
  return { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }[character] ?? character;
}

async function copyRows(client: pg.Client, table: string, columns: string[], lines: string[]) {
  const stream: Writable = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`));
  const done = finished(stream);
  for (let at = 0; at < lines.length; at += 500) {
    if (!stream.write(lines.slice(at, at + 500).join(''))) await once(stream, 'drain');
  }
  stream.end();
  await done;
}

/**
 * What is made by one statement for all copies: rows of the originals times copies, with chances counted from their
 * numbers.
 */
function wholeSets(base: Base, products: number, copies: number): { name: string; statement: string }[] {
  const quoted = (list: string[]) => list.map((item) => `'${item}'`).join(', ');
  const id = `o.product_id + g.copy * ${base.lastGood}`;
  const times = `generate_series(1, ${copies}) as g (copy)`;
  const mixed = (a: string, b: number, c: number) => `((${a} * ${b}::bigint + g.copy * ${c}::bigint) % 1009)`;
  // 60 to 180 percent of the original, the same for a model everywhere.
  const priced = (price: string) =>
    `pg_temp.nice(${price}::bigint * (600 + ${mixed('o.model_id', 7919, 10_007)} * 1200 / 1009) / 1000)`;
  return [
    ...base.priceColumns.map((column) => ({
      name: `Цены: ${column}`,
      statement: `
        insert into prices (price_column, product_id, price, old_price)
        select '${column}', id, price, case when old_price > price then old_price end
        from (select ${id} as id, ${priced('o.price')} as price, ${priced('o.old_price')} as old_price
          from ${times}, lateral (select r.product_id, r.price, r.old_price, p.model_id from prices r join products p on p.id = r.product_id
            where r.price_column = '${column}' and p.id <= ${base.lastGood} order by r.product_id offset 0) o
          where ${id} <= ${products} and ${mixed('o.product_id', 131, 7_001)} % 33 > 0) made`,
    })),
    ...base.priceColumns.map((column) => ({
      name: `История цен: ${column}`,
      statement: `
        insert into price_changes (price_column, product_id, changed_at, price)
        select '${column}', o.product_id, date_trunc('day', now()) - days * interval '1 day', h.price
        from prices o, lateral (values (60 + o.product_id % 140, coalesce(o.old_price, o.price)), (2 + o.product_id % 22, case when o.old_price is not null then o.price end)) as h (days, price)
        where o.price_column = '${column}' and o.product_id > ${base.lastGood} and h.price is not null`,
    })),
    {
      name: 'Цены от количества',
      statement: `
        insert into price_tiers (price_column, product_id, from_count, price)
        select c.price_column, c.product_id, o.from_count, (c.price::bigint * o.share / 1000)::int
        from (select t.price_column, t.product_id, t.from_count, t.price * 1000::bigint / r.price as share
            from price_tiers t join prices r using (price_column, product_id)
            where t.price_column in (${quoted(base.priceColumns)}) and t.price < r.price and t.product_id <= ${base.lastGood}) o
          cross join ${times}
          join prices c on c.price_column = o.price_column and c.product_id = ${id} and c.price > 100`,
    },
    ...base.stores.map((store) => ({
      name: `Остатки: ${store}`,
      statement: `
        insert into stock (store, product_id, on_hand_base, on_hand, shelf)
        select '${store}', ${id}, o.on_hand_base * times.n, o.on_hand * times.n, case when times.n > 0 then o.shelf end
        from ${times}, lateral (select s.product_id, s.on_hand_base, s.on_hand, s.shelf from stock s join products p on p.id = s.product_id
            where s.store = '${store}' and p.id <= ${base.lastGood} order by s.product_id offset 0) o,
          lateral (select case when chance % 11 = 0 then 0 else 1 + chance % 3 end as n from (select ${mixed('o.product_id', 17, 401)} as chance) c) times
        where ${id} <= ${products}`,
    })),
    {
      name: 'Аналоги и сопутствующие товары',
      statement: `
        insert into product_links (product_id, linked_product_id, kind, position)
        select ${id}, o.linked_product_id + g.copy * ${base.lastGood}, o.kind, o.position from ${times} cross join product_links o
        where ${id} <= ${products} and o.linked_product_id + g.copy * ${base.lastGood} <= ${products}`,
    },
    {
      name: 'Документы',
      statement: `
        insert into product_documents (product_id, position, name, kind, file, size_bytes, issued_on)
        select ${id}, position, name, kind, file, size_bytes, issued_on from ${times} cross join product_documents o where ${id} <= ${products}`,
    },
    {
      name: 'Акции',
      statement: `
        insert into action_products (action_id, product_id)
        select o.action_id, ${id} from ${times} cross join action_products o where ${id} <= ${products}`,
    },
  ];
}

const filled = [
  'products',
  'prices',
  'price_changes',
  'price_tiers',
  'stock',
  'product_categories',
  'product_links',
  'product_documents',
  'action_products',
];

/**
 * Takes the indexes of the filled tables away, those apart that foreign keys lean on; returns what makes them again.
 */
async function dropIndexes(client: pg.Client): Promise<{ name: string; statement: string }[]> {
  const { rows } = await client.query<{ table: string; name: string; is_constraint: boolean; definition: string }>(
    `select t.relname as table, i.relname as name, c.oid is not null as is_constraint,
      coalesce(pg_get_constraintdef(c.oid), pg_get_indexdef(i.oid)) as definition
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
      left join pg_constraint c on c.conindid = i.oid and c.contype in ('p', 'u')
    where t.relname = any($1) and t.relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint f where f.contype = 'f' and f.conindid = i.oid)
    order by t.relname, is_constraint desc, i.relname`,
    [filled],
  );
  for (const { table, name, is_constraint } of rows)
    await client.query(is_constraint ? `alter table ${table} drop constraint ${name}` : `drop index ${name}`);
  return rows.map(({ table, name, is_constraint, definition }) => ({
    name,
    // A definition of a partitioned table's index says ON ONLY, which would leave the partitions without.
    statement: is_constraint
      ? `alter table ${table} add constraint ${name} ${definition}`
      : definition.replace(' ON ONLY ', ' ON '),
  }));
}
