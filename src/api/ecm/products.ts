import { z } from 'zod';
import { type Api, type ApiContext, ErrorAnswer } from '#api/api.ts';
import { lookFrom, priceContextFor, priceContextQuery } from '#api/price-context-query.ts';
import { ProductCode } from '#api/product-code.ts';
import { getBrand } from '#modules/catalogue/brands.ts';
import type { CardFacts, ProductCard } from '#modules/catalogue/card.ts';
import { codeNow, loadTree } from '#modules/catalogue/categories.ts';
import { productCards } from '#modules/catalogue/product-card.ts';
import type { Listing } from '#modules/catalogue/schema.ts';
import { type ProductDetails as Details, getProduct, type ProductPage } from '#modules/catalogue-index/get-product.ts';
import { momentOf, type PriceContext } from '#modules/departments/queries.ts';
import { type Facet, idOf, type ListingResult, type NamedValue, queryAs, textOf } from '#modules/search/listing.ts';
import type { Db } from '#platform/database.ts';
import { flatBytes, jsonBytes, listBytes, wordBytes } from '#platform/json-bytes.ts';
import { Refusal } from '#platform/refusal.ts';
import { withoutMarks } from '#shared/campaign-marks.ts';
import { listingFromQuery, maxLimit, perSwitch, sorts, switchKeys } from '#shared/listing-query.ts';
import { roubles, roublesOrNull } from '#shared/money.ts';
import { perObject } from '#shared/per-object.ts';
import { ProductAnswer, productAnswer, productJson } from './product-answer.ts';

const ProductId = z.coerce.number().int().min(1).max(2_147_483_647);
const byProduct = z.object({ product: ProductCode });
const byId = z.object({ product: ProductCode, id: ProductId });
const refusals = { 404: ErrorAnswer, 422: ErrorAnswer };

const Idcode = z.union([z.string().max(100), z.number()]).transform(String);
const idcodePattern = /^[0-9A-Za-zА-Яа-яЁё._-]{1,40}$/;
/** As many as the longest list a visitor may have, twice. */
const maxIdcodes = 400;

const Point = z.object({
  department_id_1c: z.string(),
  name: z.string(),
  address: z.string(),
  available: z.int().nullable(),
  quantity_text: z.string(),
  hours_today: z.string().nullable(),
  is_open_now: z.boolean(),
  ready_text: z.string().nullable(),
});

export const ProductDetails = ProductAnswer.extend({
  description: z.string(),
  barcode: z.string().nullable(),
  vat_rate: z.int(),
  package_count: z.int().nullable(),
  pallet_count: z.int().nullable(),
  tiers: z.array(z.object({ from_count: z.int(), price: z.number() })),
  lowest_price_30_days: z.number().nullable(),
  breadcrumbs: z.array(z.object({ code: z.string(), name: z.string() })),
  variants: z.array(
    z.object({
      id: z.int(),
      slug: z.string(),
      label: z.string(),
      price: z.number().nullable(),
      is_on_sale_now: z.boolean(),
      is_current: z.boolean(),
    }),
  ),
  documents: z.array(
    z.object({
      name: z.string(),
      kind: z.string(),
      file: z.string(),
      size_bytes: z.int(),
      issued_on: z.string().nullable(),
    }),
  ),
  points: z.array(Point),
  analogues: z.array(ProductAnswer),
  for_job: z.array(ProductAnswer),
});

const Specifications = z.array(
  z.object({
    name: z.string(),
    rows: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        value: z.string(),
        unit: z.string().nullable(),
        text: z.string(),
      }),
    ),
  }),
);

const Features = z.object({
  highlights: z.array(z.string()),
  description: z.string(),
  facts: z.array(z.object({ name: z.string(), text: z.string() })),
});

const Price = z
  .string()
  .regex(/^\d{1,7}([.,]\d{1,2})?$/, 'Введите сумму в рублях')
  .optional();
const Switch = z.enum(['0', '1', 'true', 'false']).optional();

const ListQuery = z.looseObject({
  ...priceContextQuery,
  category: z.string().max(200).optional(),
  brand: z.union([z.string(), z.array(z.string())]).optional(),
  action: z.union([z.string().max(200), z.array(z.string().max(200))]).optional(),
  q: z.string().max(1000).optional(),
  price_from: Price.describe('Рубли за то, что показано людям: метр, а не 0,1 м'),
  price_to: Price.describe('Рубли за то, что показано людям'),
  base_price_from: Price.describe('Рубли за базовую единицу: килограмм, метр, литр'),
  base_price_to: Price.describe('Рубли за базовую единицу'),
  ...perSwitch(() => Switch),
  sort: z.enum(sorts).optional(),
  page: z.coerce.number().int().min(1).max(100_000).optional(),
  limit: z.coerce.number().int().min(1).max(maxLimit).optional(),
});

export const ListAnswer = z.object({
  items: z.array(ProductAnswer),
  total: z.int(),
  pages: z.int(),
  facets: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      unit: z.string().nullable(),
      kind: z.enum(['values', 'range']),
      values: z.array(z.object({ id: z.string(), value: z.string(), count: z.int(), selected: z.boolean() })),
      range: z
        .object({ min: z.number(), max: z.number(), from: z.string().nullable(), to: z.string().nullable() })
        .optional(),
    }),
  ),
  price_range: z
    .object({ min: z.number(), max: z.number() })
    .nullable()
    .describe('Рубли за то, что показано людям: метр, а не 0,1 м'),
  base_price_range: z
    .object({ unit: z.string(), min: z.number(), max: z.number() })
    .nullable()
    .describe('Цена базовой единицы, если она у всех товаров списка одна'),
  counts: z.object(perSwitch(() => z.int())),
  categories: z.array(z.object({ code: z.string(), name: z.string(), count: z.int() })),
  corrected_query: z.string().nullable(),
});

/**
 * S7-10 … S7-13 and S7-30: products by code, one product with its details, lists with facets. Money goes out in
 * roubles.
 */
export function productRoutes(api: Api, context: ApiContext): void {
  for (const route of [codesRoute, listRoute, detailsRoute, specificationsRoute, featuresRoute]) route(api, context);
}

function codesRoute(api: Api, { db }: ApiContext): void {
  api.post(
    '/api/ecm/:product/products/idcodes/',
    {
      schema: {
        summary: 'Товары по кодам',
        params: byProduct,
        querystring: z.looseObject({
          ...priceContextQuery,
          limit: z.coerce.number().int().min(1).max(maxIdcodes).optional(),
        }),
        body: z.array(Idcode).max(maxIdcodes),
        response: { 200: z.array(ProductAnswer), ...refusals },
      },
    },
    async (request) => {
      const priceContext = await priceContextFor(db, request.requestContext, request.query);
      const idcodes = request.body.filter((idcode) => idcodePattern.test(idcode));
      const cards = await productCards(db, priceContext, { idcodes });
      return cards
        .filter((card) => !card.switched_off)
        .slice(0, request.query.limit ?? maxIdcodes)
        .map((card) => productAnswer(card, priceContext.buyer_price_column !== null));
    },
  );
}

function listRoute(api: Api, { db, responses }: ApiContext): void {
  api.get(
    '/api/ecm/:product/products/',
    {
      schema: {
        summary: 'Список товаров с фильтрами и счётчиками',
        params: byProduct,
        querystring: ListQuery,
        response: { 200: ListAnswer, ...refusals },
      },
    },
    async (request, reply) => {
      const priceContext = await priceContextFor(db, request.requestContext, request.query);
      const asked = askedListing(request.url);
      const isBusiness = priceContext.buyer_price_column !== null;
      const work = async () => {
        const listing = await listingOf(db, asked);
        const card = (facts: CardFacts, own: ProductCard) => flatBytes(productJson(facts, own, isBusiness));
        const cards = () => responses.cardsOf(priceContext);
        const drafts = lookFrom(request.requestContext, priceContext.department_id_1c)?.drafts;
        const present = { card, value: valueJson, cards };
        return listJson(await queryAs(db, priceContext, listing, present, momentOf(priceContext), null, drafts));
      };
      return responses.respond(request, reply, priceContext, `list ${questionOf(asked)}`, work);
    },
  );
}

function detailsRoute(api: Api, { db, responses }: ApiContext): void {
  api.get(
    '/api/ecm/:product/products/:id/',
    {
      schema: {
        summary: 'Товар',
        params: byId,
        querystring: z.looseObject(priceContextQuery),
        response: { 200: ProductDetails, ...refusals },
      },
    },
    async (request, reply) => {
      const priceContext = await priceContextFor(db, request.requestContext, request.query);
      const { id } = request.params;
      const isBusiness = priceContext.buyer_price_column !== null;
      const work = async () => {
        const product = await getProduct(db, priceContext, { id }, 'details');
        if (!product) throw unknownProduct();
        return jsonBytes(detailsAnswer(product, isBusiness));
      };
      return responses.respond(request, reply, priceContext, `product ${id}`, work);
    },
  );
}

function specificationsRoute(api: Api, { db }: ApiContext): void {
  api.post(
    '/api/ecm/:product/products/:id/specifications/',
    {
      schema: {
        summary: 'Характеристики товара',
        params: byId,
        body: z
          .looseObject({
            distributor_id: z.union([z.string(), z.number()]).nullish(),
            direction_id: z.union([z.string(), z.number()]).nullish(),
          })
          .nullish(),
        response: { 200: Specifications, ...refusals },
      },
    },
    async (request) => {
      return (await productOf(db, request.requestContext.priceContext, request.params.id)).specifications;
    },
  );
}

function featuresRoute(api: Api, { db }: ApiContext): void {
  api.get(
    '/api/ecm/:product/products/:id/features/',
    { schema: { summary: 'Особенности товара', params: byId, response: { 200: Features, ...refusals } } },
    async (request) => {
      const product = await productOf(db, request.requestContext.priceContext, request.params.id);
      return {
        highlights: product.highlights,
        description: product.description,
        facts: product.key_specifications,
      };
    },
  );
}

async function productOf(db: Db, priceContext: PriceContext, id: number): Promise<ProductPage> {
  const product = await getProduct(db, priceContext, { id }, 'page');
  if (!product || 'moved_to' in product || product.switched_off) throw unknownProduct();
  return product;
}

function unknownProduct(): Refusal {
  return new Refusal('not_found', {}, 'Такого товара нет');
}

type AskedListing = ReturnType<typeof listingFromQuery>;

function askedListing(url: string): AskedListing {
  const asked = new URLSearchParams(url.slice(url.indexOf('?') + 1 || url.length));
  for (const key of Object.keys(priceContextQuery)) asked.delete(key);
  for (const key of switchKeys) if (asked.get(key) === 'true') asked.set(key, '1');
  return listingFromQuery(withoutMarks(asked));
}

/**
 * The same for one question in all its spellings: order of parameters and of values, and campaign marks, make no
 * difference.
 */
function questionOf(asked: AskedListing): string {
  const { category, q, exact, sort, page, limit } = asked;
  const scope = [isRefused(asked), category, q, exact, ...switchKeys.map((key) => asked[key]), sort, page, limit];
  const prices = [asked.price_from, asked.price_to, asked.base_price_from, asked.base_price_to];
  const filters = Object.entries(asked.filters).map(([code, values]) => `${code}=${values.toSorted().join()}`);
  // No line break comes through `listingFromQuery` into any of them.
  return [...scope, ...prices, ...filters.sort()].join('\n');
}

/** A category or a promotion that no address can have; what else makes no sense is left out. */
function isRefused({ ignored }: AskedListing): boolean {
  return ignored.includes('category') || ignored.includes('action');
}

/**
 * What is asked for, as a list; a category, brand or action that does not exist is refused, a former category followed.
 */
async function listingOf(db: Db, asked: AskedListing): Promise<Listing> {
  const { ignored: _, ...listing } = asked;
  for (const slug of listing.filters.brand ?? []) {
    if (!(await getBrand(db, slug))) throw new Refusal('not_found', {}, 'Такого бренда нет');
  }
  if (isRefused(asked)) throw new Refusal('not_found');
  for (const slug of listing.filters.action ?? []) {
    if (!(await isAction(db, slug))) throw new Refusal('not_found', {}, 'Такой акции нет');
  }
  if (listing.category === undefined) return listing;
  const category = codeNow(await loadTree(db), listing.category);
  if (category === null) throw new Refusal('not_found', {}, 'Такой категории нет');
  return { ...listing, category };
}

/** `ListAnswer` in bytes, its items and values being so already. */
function listJson(found: ListingResult<string, string>): string {
  const { total, pages, price_range, base_price_range, search } = found;
  const prices = price_range && `{${boundsJson(price_range)}}`;
  const basePrices = base_price_range && `{"unit":${wordBytes(base_price_range.unit)},${boundsJson(base_price_range)}}`;
  const corrected = search?.correction ? jsonBytes(search.used) : null;
  const categories = found.categories.map(
    ({ code, name, count }) => `{"code":${wordBytes(code)},"name":${wordBytes(name)},"count":${count}}`,
  );
  return `{"total":${total},"pages":${pages},"price_range":${prices},"base_price_range":${basePrices},"counts":${JSON.stringify(found.counts)},"corrected_query":${corrected},"items":${listBytes(found.items)},"facets":${listBytes(found.facets.map(facetJson))},"categories":${listBytes(categories)}}`;
}

function boundsJson({ min, max }: { min: number; max: number }): string {
  return `"min":${roubles(min)},"max":${roubles(max)}`;
}

function facetJson({ code, name, unit, kind, values, range }: Facet<string>): string {
  // Bounds are numbers and decimal texts.
  const bounds = range ? `,"range":${JSON.stringify(range)}` : '';
  return `{"code":${wordBytes(code)},"name":${wordBytes(name)},"unit":${unit === null ? null : wordBytes(unit)},"kind":"${kind}","values":${listBytes(values)}${bounds}}`;
}

/** The thousand values of a shop's filters are written once for all lists, up to their counts. */
const valueBeginning = perObject((named: NamedValue) =>
  jsonBytes({ id: idOf(named), value: textOf(named), count: 0 }).slice(0, -'0}'.length),
);

function valueJson(named: NamedValue, count: number, selected: boolean): string {
  return valueBeginning(named) + count + (selected ? ',"selected":true}' : ',"selected":false}');
}

async function isAction(db: Db, slug: string): Promise<boolean> {
  return (
    (await db
      .selectFrom('actions')
      .select('id')
      .where('slug', '=', slug)
      .where('is_draft', '=', false)
      .executeTakeFirst()) !== undefined
  );
}

function detailsAnswer(product: Details, isBusiness: boolean): z.infer<typeof ProductDetails> {
  return {
    ...productAnswer(product, isBusiness),
    description: product.description,
    barcode: product.barcode,
    vat_rate: product.vat_rate,
    package_count: product.package_count,
    pallet_count: product.pallet_count,
    tiers: product.tiers.map((tier) => ({ from_count: tier.from_count, price: roubles(tier.price) })),
    lowest_price_30_days: roublesOrNull(product.lowest_price_30_days),
    breadcrumbs: product.breadcrumbs,
    variants: product.variants.map(({ id, slug, label, price, is_on_sale_now, is_current }) => {
      return { id, slug, label, price: roublesOrNull(price), is_on_sale_now, is_current };
    }),
    documents: product.documents.map(({ name, kind, file, size_bytes, issued_on }) => {
      return { name, kind, file, size_bytes, issued_on };
    }),
    points: product.points.map((point) => ({
      department_id_1c: point.department_id_1c,
      name: point.name,
      address: point.address,
      available: point.available,
      quantity_text: point.quantity_text,
      hours_today: point.hours_today,
      is_open_now: point.is_open_now,
      ready_text: point.ready_text,
    })),
    analogues: product.analogues.map((card) => productAnswer(card, isBusiness)),
    for_job: product.for_job.map((card) => productAnswer(card, isBusiness)),
  };
}
