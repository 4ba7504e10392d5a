import { calculatedProduct } from '#modules/catalogue/calculated-product.ts';
import { productCards } from '#modules/catalogue/product-card.ts';
import type { Block } from '#modules/content/blocks-schema.ts';
import { departmentDirectory, pointsOf } from '#modules/departments/directory.ts';
import { outlineAround } from '#modules/departments/draw-outline.ts';
import type { Department } from '#modules/departments/queries.ts';
import { latestReviews } from '#modules/reviews/queries.ts';
import { query } from '#modules/search/listing.ts';
import { orNothing, quietly } from '#platform/failures.ts';
import { listingToQuery } from '#shared/listing-query.ts';
import { phoneList } from '#shared/phone.ts';
import { countOf } from '#shared/plurals.ts';
import { zonedDayWords } from '#shared/until-words.ts';
import { actionUrl, brandUrl, catalogUrl, categoryUrl } from '#shared/urls.ts';
import { clock, openState, wholeHours, workTimeLines } from '#shared/work-time.ts';
import { isMidnight, lastMoment, localTime } from '#shared/zoned-time.ts';
import { readFormView } from '#web/parts/forms/read-form-view.server.ts';
import { listed } from '#web/parts/goods/listed-card.ts';
import { mapMarks } from '#web/parts/maps/map-marks.ts';
import type { Shop } from '#web/parts/request/context.ts';
import type { ShownBlock } from './shown-blocks.ts';

/** `about`: what a form of the page is about (`kind:id`), where it says so. */
type Reading = Shop & { now?: Date; about?: string };

/**
 * Written blocks with what they show in this branch now. A product that is gone is skipped, a block with nothing left
 * to show too; a block whose reading fails is logged and left out, the rest of the page stands (S8-08).
 */
export async function readBlocks(reading: Reading, blocks: Block[]): Promise<ShownBlock[]> {
  return (await readPlacedBlocks(reading, blocks)).map(({ block }) => block);
}

/** The same, each with its place among the written ones, from 0. */
export async function readPlacedBlocks(
  reading: Reading,
  blocks: Block[],
): Promise<{ block: ShownBlock; place: number }[]> {
  const shown = await Promise.all(
    blocks.map((block) =>
      orNothing(
        readBlock(reading, block),
        null,
        quietly(reading.log, block.type === 'products' ? 'product' : 'content', 'a block of a page failed', {
          block: block.type,
        }),
      ),
    ),
  );
  return shown.flatMap((block, place) => (block === null ? [] : [{ block, place }]));
}

async function readBlock(reading: Reading, block: Block): Promise<ShownBlock | null> {
  switch (block.type) {
    case 'html':
      return block.html.trim() ? block : null;
    case 'hero':
      return { ...block, link: block.link ?? null };
    case 'products':
      return readProducts(reading, block);
    case 'list':
      return readList(reading, block);
    case 'calculator':
      return readCalculator(reading, block);
    case 'timer':
      return readTimer(reading, block);
    case 'map':
      return readPoints(reading, block);
    case 'faq':
    case 'video':
      return block;
    case 'form':
      return readForm(reading, block);
    case 'reviews':
      return readReviews(reading, block);
  }
}

async function readProducts(
  { db, requestContext, now }: Reading,
  block: Extract<Block, { type: 'products' }>,
): Promise<ShownBlock | null> {
  const cards = await productCards(db, requestContext.priceContext, { idcodes: block.idcodes }, now);
  const items = cards.filter((card) => !card.switched_off).map(listed);
  if (items.length === 0) return null;
  const { title, text, alternatives, counts, counts_for } = block;
  return { type: 'goods', title, text, items, more: null, alternatives, counts, counts_for };
}

async function readList(
  { db, requestContext }: Reading,
  block: Extract<Block, { type: 'list' }>,
): Promise<ShownBlock | null> {
  const { listing, limit, title, text } = block;
  const found = await query(db, requestContext.priceContext, { ...listing, page: 1, limit });
  if (found.items.length === 0) return null;
  const more =
    found.total > found.items.length
      ? { url: listUrl(listing), text: `Все ${countOf(found.total, 'товар', 'товара', 'товаров')}` }
      : null;
  const items = found.items.map(listed);
  return { type: 'goods', title, text, items, more, alternatives: [], counts: [], counts_for: '' };
}

/** The page that shows the whole list. */
function listUrl(listing: Extract<Block, { type: 'list' }>['listing']): string {
  const path = listing.category
    ? categoryUrl(listing.category)
    : listing.brand
      ? brandUrl(listing.brand)
      : listing.action
        ? actionUrl(listing.action)
        : catalogUrl();
  const search = listingToQuery(listing).toString();
  return search ? `${path}?${search}` : path;
}

async function readCalculator({ db, requestContext, now }: Reading, block: Extract<Block, { type: 'calculator' }>) {
  const [card] = await productCards(db, requestContext.priceContext, { idcodes: [block.idcode] }, now);
  if (!card?.is_on_sale_now) return null;
  const found = await calculatedProduct(db, requestContext.priceContext, card);
  if (!found) return null;
  const { id, idcode, slug, name, shown_unit, images } = card;
  const price = card.buyer_price ?? card.price;
  const { area, layer_mm, coats } = block;
  const example = Object.fromEntries(Object.entries({ area, layer_mm, coats }).filter(([, typed]) => typed));
  const calculator = { ...found.calculator, defaults: { ...found.calculator.defaults, ...example } };
  const product = { id, idcode, slug, name, price, shown_unit, images: images.slice(0, 1), ...found, calculator };
  return { type: 'calculator', title: block.title, text: block.text, product } as const;
}

/** Until when, in the branch's own zone, and how long that is in days or hours: words, nothing that ticks. */
async function readTimer({ requestContext, now = new Date() }: Reading, block: Extract<Block, { type: 'timer' }>) {
  const ends = new Date(block.ends_at);
  const hours = Math.floor((ends.getTime() - now.getTime()) / 3_600_000);
  if (ends <= now) return null;
  const left =
    hours >= 48
      ? `ещё ${countOf(Math.floor(hours / 24), 'день', 'дня', 'дней')}`
      : hours >= 1
        ? `ещё ${countOf(hours, 'час', 'часа', 'часов')}`
        : 'меньше часа';
  const until = endWords(ends, requestContext.department.time_zone, now);
  return { type: 'timer', text: block.text, until, left } as const;
}

/** «31 декабря включительно» for what lasts to the end of a day, else «31 декабря, 21:00». */
function endWords(ends: Date, zone: string, now: Date): string {
  const { minute } = localTime(ends, zone);
  if (!isMidnight(ends, zone) && minute !== 24 * 60 - 1) return `${zonedDayWords(ends, zone, now)}, ${clock(minute)}`;
  return `${zonedDayWords(lastMoment(ends, zone), zone, now)} включительно`;
}

async function readPoints(
  { db, requestContext, partners, now = new Date() }: Reading,
  block: Extract<Block, { type: 'map' }>,
) {
  const departments = pointsOf(await departmentDirectory(db), requestContext.department);
  const points = departments.map((point) => {
    const open = openState(point.hours, point.hour_exceptions, point.time_zone, now);
    return {
      id_1c: point.id_1c,
      name: pointName(point, requestContext.department.id_1c),
      address: point.address,
      hours: wholeHours(workTimeLines(point.work_time)),
      is_open: open.is_open,
      open_words: open.words,
      phone: phoneList(point.phones)[0] ?? null,
      map: point.yandex_map_link,
    };
  });
  const marks = mapMarks(departments, ({ id_1c }) => `#place-${id_1c}`);
  const map_script = partners.maps?.script ?? null;
  const outline = partners.maps ? null : await outlineAround(db, requestContext.department.id_1c, departments);
  return { type: 'map', title: block.title, text: block.text, points, marks, outline, map_script } as const;
}

/** A point that has no name but its address is not called by it twice. */
function pointName({ id_1c, city, name_for_site, address }: Department, branch: string): string {
  if (id_1c === branch) return `Магазин, ${city}`;
  return name_for_site === address ? 'Пункт выдачи' : name_for_site;
}

/** The form's own engine hands it out; a form that is no more leaves no hole. */
async function readForm({ about = '', ...site }: Reading, block: Extract<Block, { type: 'form' }>) {
  const form = await readFormView(site, block.code, { about });
  return form && ({ type: 'form', title: block.title || form.schema.name, text: block.text, form } as const);
}

/** Approved reviews of real buyers only: of these goods, else the newest of the shop. */
async function readReviews({ db, requestContext, now }: Reading, block: Extract<Block, { type: 'reviews' }>) {
  const reviews = await latestReviews(db, block.idcodes, block.limit);
  if (reviews.length === 0) return null;
  return {
    type: 'reviews',
    title: block.title,
    items: reviews.map(({ created_at, ...review }) => ({
      ...review,
      date: zonedDayWords(created_at, requestContext.department.time_zone, now),
    })),
  } as const;
}
