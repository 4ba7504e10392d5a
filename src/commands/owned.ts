import { FileRefusal } from '#integrations/onec/file-refusal.ts';
import { ownField, returnField, unpinPrice } from '#integrations/onec/own-fields.ts';
import type { FieldValues } from '#integrations/onec/owned-values.ts';
import { listFieldOwners, type OwnedGoods } from '#modules/catalogue/field-owners.ts';
import { listPricePins, pinPrice } from '#modules/catalogue/price-pins.ts';
import { findGoods } from '#modules/exchange/find-goods.ts';
import type { Db } from '#platform/database.ts';
import { formatDate } from '#shared/dates.ts';
import { formatPrice } from '#shared/money.ts';
import { type OwnedField, ownedFields } from '#shared/product-fields.ts';
import { type Command, CommandFailure, json, limit, readLimit, textOf } from './command.ts';

const product = { name: 'ТОВАР', summary: 'код, Ид 1С, артикул или штрихкод' };
const everyProduct = { name: 'ТОВАР', summary: 'код, Ид 1С, артикул или штрихкод; all — все товары из 1С' };
const field = { name: 'ПОЛЕ', summary: ownedFields.join(', ') };
const column = { name: 'КОЛОНКА', summary: 'колонка цен магазина' };
const node = {
  type: 'string',
  value: 'ИМЯ',
  summary: 'вместе с all: только товары этого узла обмена',
} as const;
const until = {
  type: 'string',
  value: 'ГГГГ-ММ-ДД',
  summary: 'последний день, потом снова как говорит 1С; без него — навсегда',
} as const;

/** What of the goods belongs to the shop, and is left alone by 1C and other programs. */
export const commands: Command[] = [
  {
    name: 'onec own',
    summary: 'поля товаров, которые ведёт магазин, а не 1С',
    options: { limit, json },
    async run({ db, args: { values }, out }) {
      const owners = await listFieldOwners(db, { limit: readLimit(values.limit) });
      if (values.json) return out.json(owners);
      for (const { idcode, node, name, field, until } of owners) {
        const whose = idcode ?? (node === null ? 'все товары' : `все товары узла «${node}»`);
        out.line([whose, name, field, endWords(until)].filter(Boolean).join('  '));
      }
      if (owners.length === 0) out.line('Все поля ведёт 1С.');
    },
  },
  {
    name: 'onec own take',
    changes: 'products',
    summary: 'взять поле товара себе: обмен с 1С его больше не меняет',
    parameters: [everyProduct, field],
    options: {
      value: {
        type: 'string',
        value: 'ЗНАЧЕНИЕ',
        summary: 'что записать сразу (name, description, article, barcode, weight в граммах); без него — как есть',
      },
      until,
      node,
    },
    async run({ db, url, args: { positionals, values }, out }) {
      const field = readField(positionals[1]);
      const goods = await readOwnedGoods(db, positionals[0], textOf(values.node));
      const value = textOf(values.value);
      if (value !== undefined && goods.product_id === null)
        throw new CommandFailure('--value: только для одного товара');
      const given = { ...goods, field, until: readUntil(values.until) };
      const own = value === undefined ? {} : { values: readValue(field, value) };
      await refusalsAsFailures(() => ownField(url, { ...given, ...own }, out.progress));
      out.line(`Поле ${field} ведёт магазин, ${endWords(given.until)}.`);
    },
  },
  {
    name: 'onec own return',
    changes: 'products',
    summary: 'вернуть поле 1С: в нём сразу то, что она прислала последним',
    parameters: [everyProduct, field],
    options: { node },
    async run({ db, url, args: { positionals, values }, out }) {
      const field = readField(positionals[1]);
      const goods = await readOwnedGoods(db, positionals[0], textOf(values.node));
      await refusalsAsFailures(() => returnField(url, { ...goods, field }, out.progress));
      out.line(`Поле ${field} снова ведёт 1С.`);
    },
  },
  {
    name: 'prices pins',
    summary: 'закреплённые цены: обмен их не меняет',
    options: { limit, json },
    async run({ db, args: { values }, out }) {
      const pins = await listPricePins(db, { limit: readLimit(values.limit) });
      if (values.json) return out.json(pins);
      for (const { idcode, name, price_column, price, until } of pins)
        out.line(
          [idcode, name, price_column, price === null ? 'по запросу' : formatPrice(price), endWords(until)].join('  '),
        );
      if (pins.length === 0) out.line('Закреплённых цен нет.');
    },
  },
  {
    name: 'prices pin',
    changes: 'prices',
    summary: 'закрепить цену товара: 1С и другие программы её не меняют',
    parameters: [product, column],
    options: {
      price: { type: 'string', value: 'РУБЛИ', summary: 'новая цена, 489,50; none — по запросу; без неё — как есть' },
      until,
    },
    async run({ db, args: { positionals, values }, out }) {
      const [word = '', price_column = ''] = positionals;
      const known = await db
        .selectFrom('price_columns')
        .select('price_column')
        .where('price_column', '=', price_column)
        .executeTakeFirst();
      if (!known) throw new CommandFailure(`Колонки цен «${price_column}» нет`);
      const product_id = await findProduct(db, word);
      const pin = { product_id, price_column, price: readPrice(values.price), until: readUntil(values.until) };
      await db.transaction().execute((db) => pinPrice(db, pin));
      out.line(`Цена закреплена, ${endWords(pin.until)}.`);
    },
  },
  {
    name: 'prices unpin',
    changes: 'prices',
    summary: 'снять закрепление: цена сразу та, что 1С прислала последней',
    parameters: [product, column],
    async run({ db, url, args: { positionals }, out }) {
      const [word = '', price_column = ''] = positionals;
      const product_id = await findProduct(db, word);
      await refusalsAsFailures(() => unpinPrice(url, { product_id, price_column }, out.progress));
      out.line('Цену снова ведёт 1С.');
    },
  },
];

/** «all», of one node where one is named, or a product. */
async function readOwnedGoods(db: Db, word = '', login: string | undefined): Promise<OwnedGoods> {
  if (word !== 'all') {
    if (login !== undefined) throw new CommandFailure('--node: только вместе с all');
    return { product_id: await findProduct(db, word) };
  }
  if (login === undefined) return { product_id: null };
  const row = await db.selectFrom('onec_nodes').select('id').where('login', '=', login).executeTakeFirst();
  if (!row) throw new CommandFailure(`Узла обмена ${login} нет`);
  return { product_id: null, node_id: row.id };
}

async function findProduct(db: Db, word: string): Promise<number> {
  const found = await findGoods(db, [{ idcode: word }, { id_1c: word }, { article: word }, { barcode: word }]);
  for (const one of found) if ('product_id' in one) return one.product_id;
  throw new CommandFailure(`Товара «${word}» нет, или он не один: укажите код`);
}

function readField(typed: string | undefined): OwnedField {
  const field = ownedFields.find((one) => one === typed);
  if (!field) throw new CommandFailure(`Поля «${typed}» нет. Есть: ${ownedFields.join(', ')}`);
  return field;
}

/** Longest texts, as import takes them. */
const longest = { name: 1_000, description: 200_000, article: 250, barcode: 250 };

function readValue(field: OwnedField, typed: string): FieldValues {
  const text = typed.trim();
  if (field === 'weight') {
    if (!/^\d{1,9}$/.test(text)) throw new CommandFailure('--value: вес целым числом граммов');
    return { weight_grams: Number(text) };
  }
  if (field !== 'name' && field !== 'description' && field !== 'article' && field !== 'barcode')
    throw new CommandFailure(`--value: поле ${field} так не записать, его можно только взять как есть`);
  if (text === '') throw new CommandFailure('--value: пусто');
  if (text.length > longest[field])
    throw new CommandFailure(`--value: длиннее, чем помещается (знаков: ${longest[field]})`);
  return { [field]: text };
}

function readUntil(typed: string | boolean | undefined): Date | null {
  const day = textOf(typed);
  if (day === undefined) return null;
  const end = new Date(`${day}T23:59:59.999+03:00`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(end.getTime()))
    throw new CommandFailure('--until: нужна дата вида 2026-12-31');
  if (end.getTime() < Date.now()) throw new CommandFailure('--until: этот день уже прошёл');
  return end;
}

/** Kopecks; null: on request; undefined: as it is. */
function readPrice(typed: string | boolean | undefined): number | null | undefined {
  const text = textOf(typed);
  if (text === undefined) return undefined;
  if (text === 'none') return null;
  const [, whole, part = ''] = /^(\d{1,8})(?:[.,](\d{1,2}))?$/.exec(text) ?? [];
  const kopecks = Number(whole) * 100 + Number(part.padEnd(2, '0'));
  if (whole === undefined || kopecks < 1 || kopecks > 2_147_483_647)
    throw new CommandFailure('--price: рубли от 0,01 до 21474836,47, не больше двух знаков после запятой');
  return kopecks;
}

function endWords(until: Date | null): string {
  return until === null ? 'навсегда' : `до ${formatDate(until)}`;
}

async function refusalsAsFailures(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof FileRefusal) throw new CommandFailure(`Не сделано: ${error.message}`);
    throw error;
  }
}
