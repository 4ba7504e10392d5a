import { ensure } from '#shared/ensure.ts';
import { slugOf } from '#shared/transliterate.ts';
import { actionFor, type DemoAction, isRunning, runningAction } from './actions.ts';
import { attributes } from './attributes.ts';
import { articleOf, barcodeOf } from './barcodes.ts';
import { brandOf } from './brands.ts';
import { categories } from './categories.ts';
import { type Hero, heroes } from './heroes.ts';
import { kinds } from './kinds/all.ts';
import type { Draft, Kind, Picture } from './kinds/kind.ts';
import { statedSpecs } from './own-kinds.ts';
import { type ProductPicture, picturesOf } from './pictures.ts';
import { type DemoPrice, isLowered, nicePrice, pricesOf, tiersOf } from './prices.ts';
import { type Random, randomOf } from './random.ts';
import { type DemoStock, stockOf } from './stock.ts';
import type { PictureSubject } from './view-data.ts';

export type DemoProduct = {
  id: number;
  model_id: number;
  /** Set on the first product of a model. */
  model: { name: string; variant_name: string | null } | null;
  variant_label: string | null;
  variant_position: number;
  number: number;
  slug: string;
  name: string;
  barcode: string;
  brand: string;
  category: string;
  also: string[];
  description: string;
  /** What its pictures are drawn after, and which there are; the first one stands for it everywhere. */
  subject: PictureSubject;
  pictures: ProductPicture[];
  draft: Draft;
  /** null: it comes when the supplier sends it. */
  lead_days: [number, number] | null;
  popularity: number;
  /** Days before the load. */
  age_days: number;
  is_switched_off: boolean;
  has_documents: boolean;
  action: DemoAction | null;
  prices: DemoPrice[];
  tiers: { column: string; from_count: number; price: number }[];
  stock: DemoStock[];
  search_text: string;
};

const categoryOf = new Map(categories.map((category) => [category.code, category]));
const numberOf = new Set(heroes.flatMap((hero) => hero.products.flatMap(({ number }) => number ?? [])));
const attributeOf = new Map(attributes.map((attribute) => [attribute.code, attribute]));

/**
 * The catalogue, product by product in the same order and with the same numbers at every run; memory does not grow with
 * `count` beyond the slugs already given. Each family gets its share; a model's variants stand together.
 */
export function* productsOf(count: number): Generator<DemoProduct> {
  const total = kinds.reduce((sum, kind) => sum + kind.share, 0);
  const slugs = new Set<string>();
  let id = 0;
  let model_id = 0;
  let number = 10_000;
  let due = 0;
  for (const kind of kinds) {
    due += (kind.share * count) / total;
    const wanted = Math.min(Math.max(1, Math.round(due) - id), count - id);
    let made = 0;
    for (const model of modelsOf(kind)) {
      if (made >= wanted) break;
      model_id++;
      for (const [position, variant] of model.variants.slice(0, wanted - made).entries()) {
        made++;
        id++;
        const given = variant.hero?.number;
        if (given === undefined)
          do number++;
          while (numberOf.has(number));
        yield productOf(kind, model, variant, { id, model_id, position, number: given ?? number, slugs });
      }
    }
  }
}

/** The picture of the first thing in a leaf category. */
export function firstPicture(leaf: string): Picture | null {
  const kind = kinds.find((kind) => kind.category === leaf);
  if (!kind) return null;
  const { value } = modelsOf(kind).next();
  return value?.variants[0]?.draft.picture ?? null;
}

type Variant = { size: unknown; draft: Draft; hero: Hero['products'][number] | undefined };
type Model = { brand: string; series: string; variants: Variant[]; random: Random };

/**
 * Heroes first, then every combination of brand, series and axes once; after them the same with a longer series,
 * without end.
 */
function* modelsOf(kind: Kind): Generator<Model> {
  const seen = new Set<string>();
  const axes = Object.entries(kind.axes);
  for (const hero of heroes.filter((hero) => hero.category === kind.category)) {
    const chosen = Object.fromEntries(axes.map(([axis, values]) => [axis, values[hero.axes?.[axis] ?? 0]]));
    seen.add([hero.brand, hero.series, ...axes.map(([axis]) => hero.axes?.[axis] ?? 0)].join('|'));
    yield modelOf(kind, hero.brand, hero.series, chosen, hero);
  }
  const perBrand = Math.max(1, Math.floor(kind.series.length / kind.brands.length));
  const radices = [kind.brands.length, perBrand, ...axes.map(([, values]) => values.length)];
  const combinations = radices.reduce((product, radix) => product * radix, 1);
  const stride = strideOf(combinations);
  for (let n = 0; ; n++) {
    const generation = Math.floor(n / combinations);
    let rest = ((n % combinations) * stride) % combinations;
    const digits = radices.map((radix) => {
      const digit = rest % radix;
      rest = Math.floor(rest / radix);
      return digit;
    });
    const brand = ensure(kind.brands[ensure(digits[0])]);
    const word = ensure(kind.series[(ensure(digits[1]) * kind.brands.length + ensure(digits[0])) % kind.series.length]);
    const series = `${word}${lineWord(generation)}`;
    if (generation === 0 && seen.has([brand, series, ...digits.slice(2)].join('|'))) continue;
    const chosen = Object.fromEntries(axes.map(([axis, values], index) => [axis, values[ensure(digits[index + 2])]]));
    yield modelOf(kind, brand, series, chosen);
  }
}

const lineWords = [
  'Плюс',
  'Мастер',
  'Эконом',
  'Профи',
  'Экстра',
  'Оптима',
  'Актив',
  'Норд',
  'Формула',
  'Лайн',
  'Люкс',
  'Премьер',
];

/** When the words of a family are used up they come again as «Гладь Плюс», «Гладь Мастер» … «Гладь Плюс 2». */
function lineWord(generation: number): string {
  if (generation === 0) return '';
  const round = Math.floor((generation - 1) / lineWords.length);
  return ` ${lineWords[(generation - 1) % lineWords.length]}${round > 0 ? ` ${round + 1}` : ''}`;
}

function modelOf(kind: Kind, brand: string, series: string, chosen: Record<string, unknown>, hero?: Hero): Model {
  const key = JSON.stringify([kind.category, brand, series, chosen]);
  const sizes = hero
    ? kind.sizes.filter(
        (size, index) => (index < 3 && !hero.isAlone) || hero.products.some((product) => sameSize(product.size, size)),
      )
    : sizesOf(kind, key);
  const variants = sizes.map((size) => {
    // The same chances for every size of a model: a bag of 5 kg differs from one of 30 kg only in what the size
    // decides.
    const make = kind.make as unknown as (chosen: Record<string, unknown>) => Draft;
    const draft = make({ ...chosen, brand, series, size, random: randomOf(key) });
    const specs = { ...draft.specs, ...commonSpecs(draft, brand, series) };
    return {
      size,
      draft: { ...draft, specs },
      hero: hero?.products.find((product) => sameSize(product.size, size)),
    };
  });
  return { brand, series, variants, random: randomOf(`model ${key}`) };
}

/**
 * What every product says of itself: its series (where the name has one), weight with packaging and country. What is
 * cut to length has no packaging, and people count it in metres: it says what a metre weighs.
 */
function commonSpecs(draft: Draft, brand: string, series: string): Draft['specs'] {
  const isCut = draft.sold.unit === '0,1 м';
  return {
    ...(draft.name.includes(series) && { seriya: series }),
    ...(isCut
      ? { ves_metra: Math.round(draft.weight_kg * 1_000) / 100 }
      : { ves_s_upakovkoy: Math.max(0.01, Math.round(netWeight(draft) * 102) / 100) }),
    strana: brandOf(brand).country,
  };
}

/** Without packaging, in kg: a mass that the product states of itself is rounded, its packed weight never less. */
function netWeight({ specs, weight_kg }: Draft): number {
  return typeof specs.massa === 'number' ? Math.max(specs.massa, weight_kg) : weight_kg;
}

/**
 * Which variants a model has: the usual size and some of the others. Colours begin with another one at each model,
 * three at most, so that a list does not show the same red ball ten times.
 */
function sizesOf(kind: Kind, key: string): readonly unknown[] {
  const random = randomOf(`sizes ${key}`);
  if (kind.variant_name !== 'Цвет' && kind.variant_name !== 'Рисунок')
    return kind.sizes.filter((_, index) => index === 0 || random.chance(0.55));
  const first = random.int(0, kind.sizes.length - 1);
  const turned = [...kind.sizes.slice(first), ...kind.sizes.slice(0, first)];
  return turned.filter((_, index) => index === 0 || random.chance(0.4)).slice(0, 3);
}

function sameSize(asked: unknown, size: unknown): boolean {
  return asked === size || (Array.isArray(size) && size[0] === asked);
}

function productOf(
  kind: Kind,
  model: Model,
  variant: Variant,
  given: { id: number; model_id: number; position: number; number: number; slugs: Set<string> },
): DemoProduct {
  const { id, model_id, position, number, slugs } = given;
  const { hero } = variant;
  const draft = { ...variant.draft, specs: statedSpecs(kind.category, variant.draft.specs) };
  const category = categoryOf.get(kind.category);
  if (!category) throw new Error(`Нет категории ${kind.category}`);
  const random = randomOf(`product ${number}`);
  let slug = slugOf(draft.name);
  if (slugs.has(slug)) slug = `${slug}-${number}`;
  slugs.add(slug);

  const sale = hero ? null : actionFor(category.root, number);
  const action = hero?.old_price ? runningAction(category.root) : (sale?.action ?? null);
  const prices = pricesOf({
    number,
    root: category.root,
    roubles: draft.price,
    ...(hero && { exact: { price: hero.price, ...(hero.old_price && { old_price: hero.old_price }) } }),
    action_percent: hero?.old_price
      ? 100 - Math.round((hero.price * 100) / hero.old_price)
      : sale && isRunning(sale.action)
        ? sale.percent
        : null,
  });
  const isOrderedOnly = !hero && random.chance(0.05);
  const isSwitchedOff = !hero && position === 0 && random.chance(0.008);
  const popularity = hero ? 1_000 - heroRank(hero) : Math.floor(random.next() ** 4 * 800);
  const label = labelOf(kind, variant.size);
  const subject = subjectOf(kind, model, variant, { number, label });
  return {
    id,
    model_id,
    model:
      position === 0
        ? { name: modelName(draft.name, label), variant_name: model.variants.length > 1 ? kind.variant_name : null }
        : null,
    variant_label: label || null,
    variant_position: position,
    number,
    slug,
    name: draft.name,
    barcode: barcodeOf(number),
    brand: model.brand,
    category: kind.category,
    also: kind.also,
    description: draft.text.join('\n\n'),
    subject,
    pictures: picturesOf(subject),
    draft,
    lead_days: isOrderedOnly || randomOf(`lead ${number}`).chance(0.4) ? kind.lead_days : null,
    popularity,
    age_days: random.chance(0.05) ? random.int(1, 27) : random.int(31, 900),
    is_switched_off: isSwitchedOff,
    has_documents: kind.has_documents,
    // Its page says that the price is lower: goods whose old price may not be shown stay out of it.
    action: action && isRunning(action) && !prices.some(isLowered) ? null : action,
    prices,
    tiers: prices.flatMap((row) =>
      row.price === null
        ? []
        : tiersOf(row.price, draft.sold.tiers ?? []).map((tier) => ({ column: row.column, ...tier })),
    ),
    stock: isSwitchedOff
      ? []
      : stockOf({
          number,
          roubles: nicePrice(draft.price) / 100,
          min_count: draft.sold.min ?? 1,
          lot: draft.sold.package ?? 1,
          root: category.root,
          is_ordered_only: isOrderedOnly,
          is_kept: Boolean(hero),
        }),
    search_text: searchText(draft, category, model.brand, number),
  };
}

const labelOf = (kind: Kind, size: unknown): string =>
  kind.variant_name === null ? '' : (kind.sizeLabel as (size: unknown) => string)(size);

/** «Ель «Вологодская» ХВОЯ, зелёная, 180 см»: what the name says besides what it is, by its commas. */
function subjectOf(
  kind: Kind,
  { brand, series }: Model,
  { size, draft }: Variant,
  given: { number: number; label: string },
): PictureSubject {
  const { number, label } = given;
  const [head = '', ...rest] = draft.name.split(', ');
  const line = draft.name.includes(series) ? series : (/«(.+?)»/.exec(head)?.[1] ?? '');
  const { drawing, params } = draft.picture;
  const title = head.includes(brand) ? head.slice(0, head.indexOf(brand)).replace(/«.*»/, '').trim() : head;
  return {
    number,
    name: draft.name,
    brand,
    series: line,
    size: label,
    category: kind.category,
    drawing,
    note: rest.filter((part) => part !== label).join(', '),
    share: shareOf(kind, size),
    params: { ...params, ...(!params.title && { title }) },
    specs: draft.specs,
    texts: draft.text.slice(1),
  };
}

/** How large a variant is beside the largest of its family, by the numbers in its label; 1 where it has none. */
function shareOf(kind: Kind, size: unknown): number {
  const amounts = kind.sizes.map((size) => amountOf(labelOf(kind, size)));
  const own = amounts[kind.sizes.indexOf(size)];
  return own && amounts.every((amount) => amount > 0) ? Math.cbrt(own / Math.max(...amounts)) : 1;
}

/** «14 × 96 мм» → 1344, «1/2"» → 0.5, «500 мл» beside «1 л» → 0.5; 0 without a number. */
function amountOf(label: string): number {
  const fraction = /(\d+)\/(\d+)/.exec(label);
  if (fraction) return Number(fraction[1]) / Number(fraction[2]);
  const numbers = label.match(/\d+(,\d+)?/g)?.map((number) => Number(number.replace(',', '.'))) ?? [0];
  return numbers.reduce((product, number) => product * number, /(?<![а-яё])мл(?![а-яё])/.test(label) ? 0.001 : 1);
}

/** The first size of a hero sells best, the others follow all first ones. */
function heroRank(product: Hero['products'][number]): number {
  const index = heroes.findIndex((hero) => hero.products.includes(product));
  return index + ensure(heroes[index]).products.indexOf(product) * 100;
}

function modelName(name: string, label: string): string {
  return label && name.endsWith(`, ${label}`) ? name.slice(0, -label.length - 2) : name;
}

/**
 * Names of the categories above, text values of the specs, article and barcode: what a visitor may type besides the
 * name.
 */
function searchText(draft: Draft, category: (typeof categories)[number], brand: string, number: number): string {
  const above = [category.name];
  for (let at = category.parent; at; at = categoryOf.get(at)?.parent ?? null)
    above.push(categoryOf.get(at)?.name ?? '');
  const values = Object.entries(draft.specs).flatMap(([code, value]) => {
    const attribute = attributeOf.get(code);
    if (!attribute) throw new Error(`Нет атрибута ${code}: ${draft.name}`);
    if (typeof value === 'boolean') return value ? [attribute.name] : [];
    return attribute.type === 'enum' ? [String(value)] : [];
  });
  return [brand, ...above, ...values, articleOf(number), barcodeOf(number)].join(' ');
}

/**
 * A step near the golden section that has no divisor in common with `n`: neighbours differ in every choice, and nothing
 * repeats.
 */
function strideOf(n: number): number {
  for (let stride = Math.max(1, Math.round(n * 0.618)); ; stride++) {
    if (divisorOf(stride, n) === 1) return stride;
  }
}

function divisorOf(a: number, b: number): number {
  return b === 0 ? a : divisorOf(b, a % b);
}
