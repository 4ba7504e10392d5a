import { sql } from 'kysely';
import { type Attribute, loadTree, pathOf, type Tree } from '#modules/catalogue/categories.ts';
import { availableSql, isOnSale, offerJoins, oldPriceSql } from '#modules/catalogue/offers.ts';
import { specificationGroups } from '#modules/catalogue/specifications.ts';
import type { Units } from '#modules/catalogue/units.ts';
import { type Department, priceContextOf } from '#modules/departments/queries.ts';
import { type DeliveryZone, listDeliveryZones, quoteDelivery } from '#modules/orders/delivery.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import type { FileMaker } from '#platform/cached-files.ts';
import type { Db } from '#platform/database.ts';
import { readCursor } from '#platform/read-cursor.ts';
import { currency } from '#shared/constants.ts';
import { ensure } from '#shared/ensure.ts';
import { imageUrl } from '#shared/image-url.ts';
import { perUnit, shownAmount, shownPrice } from '#shared/unit-words.ts';
import { homeUrl, productUrl } from '#shared/urls.ts';
import { attributesText, element, withoutIllegal } from './xml.ts';

export type FeedProduct = {
  id: number;
  slug: string;
  name: string;
  article: string | null;
  barcode: string | null;
  description: string;
  images: string[];
  specs: Record<string, unknown>;
  weight_grams: number | null;
  /** As products name the sales unit. */
  unit: string;
  min_count: number;
  /** The model, where it has other variants on sale. */
  group_id: number | null;
  brand: string | null;
  /** Kopecks per sales unit, of the branch's own column. The feed says the price of the page, per shown unit. */
  price: number;
  /** Only when it was really charged within 30 days. */
  old_price: number | null;
  available: number | null;
  /** The main category first. */
  category_ids: number[];
};

/** What a product's lines need besides its row. */
export type FeedContext = {
  origin: string;
  attributes: Attribute[];
  units: Units;
  isShownCategory: (id: number) => boolean;
  /** Whole roubles and days of delivering one piece in the branch's own city; null where only an operator can say. */
  deliveryOf: (weight_grams: number | null) => { cost: number; days: string } | null;
};

/** Limits of Yandex for a feed. */
const longestDescription = 3_000;
const mostPictures = 10;

/**
 * The feed of a branch in YML, simplified type: every product of this branch that has a price and a picture, with this
 * branch's price, stock and address. Sold-out goods stay with available="false". `origin`: scheme and host of the
 * branch.
 */
export function ymlMaker(db: Db, department: Department, origin: string, now = new Date()): FileMaker {
  return async (open) => {
    const [tree, zones, company] = await Promise.all([
      loadTree(db),
      listDeliveryZones(db, department.id_1c),
      readSetting(db, 'company'),
    ]);
    const file = await open('yml.xml');
    await file.write(`<?xml version="1.0" encoding="UTF-8"?>
<yml_catalog date="${now.toISOString().slice(0, 16)}+00:00">
<shop>
${element('name', `ИДД ${department.city}`)}
${element('company', company.name)}
${element('url', origin + homeUrl())}
<currencies><currency id="${currency}" rate="1"/></currencies>
<categories>
`);
    for (const line of categoryLines(tree)) await file.write(line);
    await file.write('</categories>\n<offers>\n');
    const context: FeedContext = {
      origin,
      attributes: tree.attributes,
      units: tree.units,
      isShownCategory: (id) => tree.byId.has(id),
      deliveryOf: deliveryIn(zones, department.city),
    };
    const priceContext = priceContextOf(department);
    const batches = readCursor<FeedProduct>(db, productsText(offerJoins(priceContext)), []);
    for await (const products of batches) {
      for (const product of products) {
        const text = offerText(product, context);
        if (text) await file.write(text);
      }
    }
    await file.write('</offers>\n</shop>\n</yml_catalog>\n');
    await file.end();
  };
}

/** How many products have a price in some branch and stay out of its feed because they have no picture. */
export async function countWithoutPicture(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from products p
    where p.switched_off_at is null and cardinality(p.images) = 0
      and exists (select from prices s where s.product_id = p.id and s.price is not null)`.execute(db);
  return ensure(rows[0]).count;
}

const productsText = (joins: string) => `
  select p.id, p.slug, p.name, p.article, p.barcode, p.description, p.images, p.specs, p.weight_grams, p.unit, p.min_count,
    case when exists (
      select from products other where other.model_id = p.model_id and other.id <> p.id and other.switched_off_at is null
    ) then p.model_id end as group_id,
    b.name as brand, retail.price, ${oldPriceSql()} as old_price, ${availableSql} as available,
    (select coalesce(array_agg(pc.category_id order by pc.is_main desc, pc.category_id), '{}')
      from product_categories pc where pc.product_id = p.id) as category_ids
  from products p ${joins}
  left join brands b on b.id = p.brand_id
  where p.switched_off_at is null and retail.price is not null and cardinality(p.images) > 0
  order by p.id`;

function* categoryLines(tree: Tree): Generator<string> {
  // Parents stand before their children, as in Yandex's own samples.
  const inOrder = [...tree.byId.values()].sort((a, b) => pathOf(tree, a).length - pathOf(tree, b).length);
  for (const { id, parent_id, name } of inOrder) yield `${element('category', name, { id, parentId: parent_id })}\n`;
}

/**
 * One `<offer>`, or null for goods a feed may not hold: without a name, a picture, a price, a category that is shown.
 */
export function offerText(product: FeedProduct, context: FeedContext): string | null {
  const { origin } = context;
  const name = oneLine(product.name);
  const category_id = product.category_ids.find(context.isShownCategory);
  const pictures = product.images.slice(0, mostPictures);
  if (name === '' || category_id === undefined || pictures.length === 0 || product.price <= 0) return null;
  const isAvailable = isOnSale(product.price, { ...product, switched_off: false });
  const unit = context.units.shown(product.unit);
  const weight_grams = product.weight_grams && product.weight_grams * unit.parts;
  const delivery = context.deliveryOf(weight_grams);
  const lines = [
    element('name', name),
    element('url', origin + productUrl(product.slug)),
    element('price', roublesText(shownPrice(product.price, unit))),
    ...(product.old_price !== null && product.old_price > product.price
      ? [element('oldprice', roublesText(shownPrice(product.old_price, unit)))]
      : []),
    element('currencyId', currency),
    element('categoryId', category_id),
    element('vendor', oneLine(product.brand ?? '') || 'Нет бренда'),
    ...optional('vendorCode', oneLine(product.article ?? '')),
    ...pictures.map((path) => element('picture', origin + pictureUrl(path))),
    element('description', descriptionOf(product.description) || name),
    ...(delivery
      ? [
          element('delivery', 'true'),
          `<delivery-options><option${attributesText({ cost: delivery.cost, days: delivery.days })}/></delivery-options>`,
        ]
      : []),
    // At most 50 characters.
    ...(unit.parts > 1
      ? [element('sales_notes', oneLine(`Цена ${perUnit(unit)}, продаём по ${shownAmount(1, unit)}`).slice(0, 50))]
      : []),
    ...paramLines(product, context.attributes),
    ...(weight_grams ? [element('weight', String(weight_grams / 1000))] : []),
    ...(/^\d{8,14}$/.test(product.barcode ?? '') ? [element('barcode', ensure(product.barcode))] : []),
  ];
  const attributes = { id: product.id, available: String(isAvailable), group_id: product.group_id };
  return `<offer${attributesText(attributes)}>\n${lines.join('\n')}\n</offer>\n`;
}

/** Yandex takes JPEG and PNG; transparent drawings get a white ground. */
function pictureUrl(path: string): string {
  return imageUrl(path, { format: 'jpeg', width: 1280, height: 1280, fit: 'contain', background: 'ffffff' });
}

function paramLines({ specs }: FeedProduct, attributes: Attribute[]): string[] {
  const types = new Map(attributes.map(({ code, type }) => [code, type]));
  return specificationGroups(attributes, specs)
    .flatMap((group) => group.rows)
    .flatMap(({ code, name, value, unit }) => {
      const text = oneLine(types.get(code) === 'number' ? value.replace(',', '.') : value);
      const label = oneLine(name);
      return text === '' || label === '' ? [] : [element('param', text, { name: label, unit: unit || null })];
    });
}

function optional(name: string, text: string): string[] {
  return text === '' ? [] : [element(name, text)];
}

/** «489», «96.5» → «96.50»: a decimal point, no spaces. */
function roublesText(kopecks: number): string {
  return kopecks % 100 === 0 ? String(kopecks / 100) : (kopecks / 100).toFixed(2);
}

function oneLine(text: string): string {
  return withoutIllegal(text).replace(/\s+/g, ' ').trim();
}

function descriptionOf(text: string): string {
  const clean = withoutIllegal(text).trim();
  if (clean.length <= longestDescription) return clean;
  return clean
    .slice(0, longestDescription - 1)
    .replace(/\s+\S*$|[\uD800-\uDBFF]$/u, '')
    .concat('…');
}

/**
 * What delivering one piece costs in the branch's own city. Prices with kopecks have no place in a feed, so such goods,
 * those too heavy for the rates and those whose weight is not known go without.
 */
function deliveryIn(zones: DeliveryZone[], city: string): FeedContext['deliveryOf'] {
  return (weight_grams) => {
    if (weight_grams === null) return null;
    const { price, days_min, days_max } = quoteDelivery(zones, city, weight_grams);
    if (price === null || price % 100 !== 0 || days_min === null || days_max === null || days_max > 31) return null;
    return { cost: price / 100, days: days_min === days_max ? String(days_min) : `${days_min}-${days_max}` };
  };
}
