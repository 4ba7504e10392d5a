import { rowsOf } from './database.ts';
import { type Delivery, readDelivery } from './delivery.ts';
import { perMinute } from './per-minute.ts';
import { readUnits, type Units } from './units.ts';

export type Branch = {
  id_1c: string;
  city: string;
  address: string;
  email: string | null;
  phones: Record<string, string>;
  prepositional: string;
  price_column: string;
  store: string;
  time_zone: string;
};
export type Category = { id: number; code: string; name: string; parent_id: number | null; children: Category[] };
export type Attribute = {
  id: number;
  code: string;
  name: string;
  type: 'text' | 'number' | 'enum' | 'boolean';
  unit: string | null;
  filter: 'values' | 'range' | null;
  card_position: number | null;
};
/** `place`: where it stands among all values. */
export type Value = { id: number; attribute_id: number; value: string; place: number };
export type Named = { id: number; slug: string; name: string };
/** `place`: where it stands among all brands. */
export type Brand = Named & { place: number };
/** A point of the branch, and whether it still hands goods over today and opens tomorrow. */
export type Point = { store: string; is_today: boolean; is_tomorrow: boolean };
export type FooterLink = { column_title: string; name: string; url: string };

/** What all pages know of the branch and the catalogue's names: small, and read again each minute. */
export type ShopFacts = {
  branch: Branch;
  byCode: Map<string, Category>;
  byId: Map<number, Category>;
  menu: Category[];
  attributes: Attribute[];
  values: Map<number, Value>;
  brands: Map<number, Brand>;
  actions: Named[];
  units: Units;
  points: Point[];
  delivery: Delivery | null;
  footer: FooterLink[];
  /** From this popularity on a product carries «Хит». */
  hits: number;
};

export const shopFacts = perMinute(async (): Promise<ShopFacts> => {
  const [branch] = await rowsOf<Branch>('branch', branchText);
  if (!branch) throw new Error('The shop has no main branch');
  const own = [branch.id_1c];
  const [categories, menu, attributes, values, brands, actions, units, points, delivery, footer, hits] =
    await Promise.all([
      rowsOf<Omit<Category, 'children'>>('categories', categoriesText),
      rowsOf<{ category_id: number }>('menu', menuText, own),
      rowsOf<Attribute>('attributes', attributesText),
      rowsOf<ValueRow>('values', valuesText),
      rowsOf<Named>('brands', 'select id, slug, name from brands'),
      rowsOf<Named>('actions', actionsText, own),
      readUnits(),
      rowsOf<Point>('points', pointsText, own),
      readDelivery(branch.id_1c),
      rowsOf<FooterLink>('footer', footerText, own),
      rowsOf<{ popularity: number }>('hits', hitsText),
    ]);
  const { byId, byCode, roots } = treeOf(categories);
  const inMenu = new Set(menu.map((row) => row.category_id));
  return {
    branch,
    byId,
    byCode,
    menu: roots.filter(({ id }) => inMenu.has(id)),
    attributes,
    values: placed(values, byPlace),
    brands: placed(brands, (a, b) => russian.compare(a.name, b.name) || a.id - b.id),
    actions,
    units,
    points,
    delivery,
    footer,
    hits: hits[0]?.popularity ?? Number.POSITIVE_INFINITY,
  };
});

type ValueRow = Omit<Value, 'place'> & { number: number | null; position: number };

const russian = new Intl.Collator('ru', { numeric: true });

/** By place, then as numbers, then in Russian order. */
function byPlace(a: ValueRow, b: ValueRow): number {
  const [one, other] = [a.number ?? Number.MAX_VALUE, b.number ?? Number.MAX_VALUE];
  return a.position - b.position || one - other || russian.compare(a.value, b.value) || a.id - b.id;
}

function placed<Row extends { id: number }>(rows: Row[], compare: (a: Row, b: Row) => number) {
  return new Map(rows.sort(compare).map((row, place) => [row.id, { ...row, place }]));
}

/** Only what hangs on a visible root. */
function treeOf(rows: Omit<Category, 'children'>[]) {
  const all = new Map(rows.map((row): [number, Category] => [row.id, { ...row, children: [] }]));
  const roots: Category[] = [];
  for (const category of all.values()) {
    if (category.parent_id === null) roots.push(category);
    else all.get(category.parent_id)?.children.push(category);
  }
  const byId = new Map(roots.flatMap(subtreeOf).map((category) => [category.id, category]));
  return { roots, byId, byCode: new Map([...byId.values()].map((category) => [category.code, category])) };
}

/** The category and all below it. */
export function subtreeOf(category: Category): Category[] {
  return [category, ...category.children.flatMap(subtreeOf)];
}

/** From the root down to the parent. */
export function ancestorsOf({ byId }: ShopFacts, category: Category): Category[] {
  const path: Category[] = [];
  for (let at = category.parent_id; at !== null; ) {
    const parent = byId.get(at);
    if (!parent) break;
    path.unshift(parent);
    at = parent.parent_id;
  }
  return path;
}

const branchText = `
  select id_1c, city, address, email, phones, names_cases ->> 'prepositional' as prepositional,
    base_price as price_column, store, time_zone
  from departments where is_main`;

const categoriesText = `
  select id, code, name, parent_id from categories where switched_off_at is null order by position, name, id`;

const menuText = 'select category_id from dynamic_menus where department_id_1c = $1::text';

const attributesText = `
  select id, code, name, type, unit, filter, card_position from attributes order by position, name`;

const valuesText = 'select id, attribute_id, value, number::float8 as number, position from attribute_values';

const actionsText = `
  select id, slug, name from actions
  where not is_draft and starts_at <= now() and ends_at > now()
    and (department_id_1c is null or department_id_1c = $1::text)
  order by ends_at, id`;

const footerText = `
  select column_title, name, url from menu_links
  where place = 'footer' and not is_draft and (department_id_1c is null or department_id_1c = $1::text)
    and coalesce(starts_at <= now(), true) and coalesce(ends_at > now(), true)
  order by position, id`;

const hitsText = `
  select popularity from products where switched_off_at is null and popularity > 0 order by popularity desc
  offset (select count(*) / 20 from products where switched_off_at is null and popularity > 0) limit 1`;

// An hour to gather the goods, rounded up to ten minutes; an exception of the day goes before the weekday's hours.
const pointsText = `
  select d.store, coalesce(greatest(today.opens_minute, local.ready) <= today.closes_minute, false) as is_today,
    tomorrow.opens_minute is not null as is_tomorrow
  from departments d
  cross join lateral (select now() at time zone d.time_zone as now) clock
  cross join lateral (
    select clock.now::date as day,
      ceil((extract(hour from clock.now) * 60 + extract(minute from clock.now) + 60) / 10) * 10 as ready) local
  left join lateral (${hoursText('local.day')}) today on true
  left join lateral (${hoursText('local.day + 1')}) tomorrow on true
  where d.id_1c = $1::text or d.branch_id_1c = $1::text
  order by d.id_1c`;

function hoursText(day: string): string {
  return `
    select case when e.date is null then h.opens_minute else e.opens_minute end as opens_minute,
      case when e.date is null then h.closes_minute else e.closes_minute end as closes_minute
    from (select ${day} as date) asked
    left join department_hour_exceptions e on e.department_id_1c = d.id_1c and e.date = asked.date
    left join department_hours h on h.department_id_1c = d.id_1c and h.weekday = extract(isodow from asked.date)`;
}
