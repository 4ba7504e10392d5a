import type { Attribute } from '#modules/catalogue/categories.ts';
import { readDescriptions } from '#modules/catalogue/read-descriptions.ts';
import { readSpec, specWords } from '#modules/catalogue/read-spec.ts';
import { decimal, factorOf, normaliseNumber } from '#shared/decimal.ts';
import { vatRates } from '#shared/money.ts';
import { kilogramsOf } from '#shared/okei.ts';
import { longest } from './bounded-texts.ts';
import { foldSpaces } from './element.ts';
import type { GoodData } from './goods-and-offers.ts';
import { shortSlug } from './short-slug.ts';
import { isSoldBy, type UnitNames, unitNameOf } from './unit-rules.ts';

/** An attribute as import needs it. */
export type ImportAttribute = Pick<Attribute, 'id' | 'code' | 'name' | 'type' | 'unit' | 'filter'> & {
  /** What 1C calls the property's type. */
  sent_type: Attribute['type'];
  /** By the key of a value's text: what the owner shows instead; null: nothing. */
  shown: ReadonlyMap<string, string | null> | null;
};

/** What two spellings of a value have in common: «Гипс » and «гипс». */
export function valueKey(text: string): string {
  return foldSpaces(text).toLowerCase();
}

/** What a good's texts are resolved with. */
export type Dictionaries = {
  units: UnitNames;
  attribute(propertyId: string): ImportAttribute | undefined;
  /** Text of a dictionary value; undefined when it is no known id. */
  dictionaryValue(propertyId: string, valueId: string): string | undefined;
  picture(path: string): string | undefined;
  defaultVat: number;
  /** Told of what is not taken as it was sent. */
  doubt(field: string, reason: string): void;
};

/** Product columns that follow from what 1C said alone. */
export type DerivedProduct = {
  name: string;
  variant_label: string | null;
  variant_names: string[];
  article: string | null;
  barcode: string | null;
  code: string | null;
  brand: string | null;
  description: string;
  description_html: string | null;
  images: string[];
  /** Without `images`: none of them has ever come. */
  has_named_pictures: boolean;
  unit: string;
  base_unit: string;
  factor_base: number;
  factor_sales: number;
  weight_grams: number | null;
  vat_rate: number;
  specs: Record<string, string | number | boolean>;
  /** Values a filter can tick; their ids become products.facets. */
  ticks: { attribute: ImportAttribute; value: string }[];
  words: string[];
};

/** The key of a made-up property for a characteristic or another named field of a good. */
export function namedProperty(name: string): string {
  return `#${name}`;
}

/**
 * The product that a good, or one characteristic of it, becomes. Identity, prices and stock are not part of it.
 * `offer`: its own description where 1C sent one; `modelName`: what all variants of the good are called together.
 */
export function deriveProduct(
  {
    good,
    offer,
    isVariant,
    modelName,
    ownUnit,
  }: { good: GoodData; offer: GoodData | null; isVariant: boolean; modelName: string; ownUnit: OwnUnit | null },
  dictionaries: Dictionaries,
): DerivedProduct {
  const characteristics = offer?.characteristics ?? good.characteristics ?? [];
  const own = (isVariant && offer?.name) || good.name;
  const label = isVariant ? characteristics.map(([, value]) => value).join(', ') || labelFromName(modelName, own) : '';
  const name = label && own === modelName ? `${own} (${label})` : own;
  const factor = factorsOf(good, dictionaries.units, ownUnit);
  const brand = good.brand ?? offer?.brand ?? null;
  const { specs, ticks } = deriveSpecs(good, offer, characteristics, dictionaries);
  const [first, second] = isVariant ? [offer, good] : [good, offer];
  const article = first?.article ?? second?.article ?? null;
  const pictures = [...new Set([...(offer?.pictures ?? []), ...(good.pictures ?? [])])];
  const barcode = first?.barcode ?? second?.barcode ?? null;
  const derived = {
    name,
    variant_label: label || null,
    variant_names: isVariant ? characteristics.map(([name]) => name) : [],
    article,
    barcode,
    code: isVariant ? null : (good.code ?? null),
    brand,
    ...readDescriptions(good),
    images: [...new Set(pictures.flatMap((path) => dictionaries.picture(path) ?? []))],
    has_named_pictures: pictures.length > 0,
    ...factor,
    weight_grams: weightOf(good, factor),
    vat_rate: vatOf(good.vat) ?? dictionaries.defaultVat,
    specs,
    ticks,
  };
  return { ...derived, words: wordsOf(derived, modelName) };
}

/** What a product is found by besides its columns. */
export function wordsOf(
  { name, article, barcode, brand, specs }: Pick<DerivedProduct, 'name' | 'article' | 'barcode' | 'brand' | 'specs'>,
  modelName: string,
): string[] {
  return [...new Set([name, modelName, article, barcode, brand, ...Object.values(specs)])].filter(
    (word): word is string => typeof word === 'string' && word !== '',
  );
}

/** «Ботинки» and «Ботинки (39)» → «39»: some configurations name the characteristic nowhere else. */
export function labelFromName(goodName: string, name: string): string {
  if (name === goodName) return '';
  const rest = name.startsWith(goodName) ? name.slice(goodName.length) : (/\(([^()]+)\)\s*$/.exec(name)?.[1] ?? '');
  return rest.replace(/^[\s,;:(–—-]+|[\s)]+$/g, '');
}

/** The sales unit that the owner gave a good which 1C does not recount. */
export type OwnUnit = { unit: string; coefficient: string };

/**
 * The sales unit is the owner's for this good, else the first unit of recalculation that differs from the base unit and
 * goods may be sold by; without one goods are sold by the base unit.
 */
export function factorsOf(
  good: GoodData,
  units: UnitNames,
  own: OwnUnit | null,
): Pick<DerivedProduct, 'unit' | 'base_unit' | 'factor_base' | 'factor_sales'> {
  const base_unit = unitNameOf(good.unit?.code ?? '', good.unit?.name ?? '', units);
  const chosen = own && factorOf(own.coefficient);
  if (own && chosen) return { unit: own.unit, base_unit, ...chosen };
  for (const { unit, coefficient } of good.conversions ?? []) {
    const factor = factorOf(coefficient);
    const name = /^\d+$/.test(unit) ? '' : unit;
    if (factor && factor.factor_base !== factor.factor_sales && isSoldBy(unit, name, units)) {
      return { unit: unitNameOf(unit, name, units), base_unit, ...factor };
    }
  }
  return { unit: base_unit, base_unit, factor_base: 1, factor_sales: 1 };
}

function weightOf(
  good: GoodData,
  factor: { factor_base: number; factor_sales: number; base_unit: string },
): number | null {
  const kilograms =
    good.weight && good.weight !== '0' && !good.weight.startsWith('-')
      ? good.weight
      : kilogramsOf(good.unit?.code ?? '', factor.base_unit);
  if (kilograms === null) return null;
  const { digits, scale } = decimal(kilograms);
  const numerator = digits * 1000n * BigInt(factor.factor_base);
  const denominator = 10n ** BigInt(scale) * BigInt(factor.factor_sales);
  const grams = (2n * numerator + denominator) / (2n * denominator);
  return grams <= 2_147_483_647n ? Number(grams) : null;
}

/** null: not said or a rate that is no longer in force. */
function vatOf(text: string | undefined): number | null {
  if (!text) return null;
  if (/^без/i.test(text)) return 0;
  const rate = Number(/^(\d+)/.exec(text)?.[1] ?? Number.NaN);
  return vatRates.some((known) => known === rate) ? rate : null;
}

function deriveSpecs(
  good: GoodData,
  offer: GoodData | null,
  characteristics: [string, string][],
  dictionaries: Dictionaries,
): Pick<DerivedProduct, 'specs' | 'ticks'> {
  const specs: DerivedProduct['specs'] = {};
  const ticks: DerivedProduct['ticks'] = [];
  const rows: [id: string, values: string[]][] = [
    ...characteristics.map(([name, value]): [string, string[]] => [namedProperty(name), [value]]),
    ...(good.properties ?? []),
    ...(offer?.properties ?? []),
    ...(good.country ? [[namedProperty('Страна'), [good.country]] as [string, string[]]] : []),
  ];
  // Several properties may go into one attribute.
  const textsOf = new Map<number, { attribute: ImportAttribute; texts: string[] }>();
  for (const [id, values] of rows) {
    const attribute = dictionaries.attribute(id);
    if (!attribute) continue;
    const texts = values.flatMap((value) => resolveValue(id, value, attribute, dictionaries) ?? []);
    const known = textsOf.get(attribute.id);
    if (known) known.texts.push(...texts);
    else textsOf.set(attribute.id, { attribute, texts });
  }
  for (const { attribute, texts: all } of textsOf.values()) {
    const texts = [...new Set(all)];
    const spec = specOf(attribute, texts);
    if (spec === null) {
      if (texts.some(Boolean) && attribute.type !== attribute.sent_type)
        dictionaries.doubt(attribute.name, `«${texts.join(', ')}» ${unread[attribute.type]}, свойство не заполнено`);
      continue;
    }
    specs[attribute.code] = spec;
    if (attribute.filter === 'values') {
      const values =
        typeof spec === 'boolean' ? [spec ? 'Да' : 'Нет'] : isReadAgain(attribute, spec) ? [`${spec}`] : texts;
      const short = values.filter((value) => value.length <= longest.word);
      if (short.length < values.length)
        dictionaries.doubt(attribute.name, `длиннее ${longest.word} знаков, в фильтр не входит`);
      for (const value of short) ticks.push({ attribute, value });
    }
  }
  return { specs, ticks };
}

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * A value of a dictionary stands as its id; an id that leads nowhere is no text to show. The owner may show another
 * text, or none.
 */
function resolveValue(
  id: string,
  value: string,
  attribute: ImportAttribute,
  dictionaries: Dictionaries,
): string | null {
  const { sent_type, shown } = attribute;
  const known = dictionaries.dictionaryValue(id, value);
  if (known === undefined && sent_type === 'enum' && guid.test(value)) return null;
  const sent = foldSpaces(known ?? value);
  const text = attribute.type === 'text' || attribute.type === 'enum' ? wordsOfSent(sent, sent_type) : sent;
  const instead = shown?.get(valueKey(text));
  return instead === undefined ? text : instead;
}

/** A number or a yes of 1C, as an attribute of words says it. */
function wordsOfSent(sent: string, sent_type: Attribute['type']): string {
  const read =
    sent_type === 'number' || sent_type === 'boolean' ? readSpec(sent, { type: sent_type, unit: null }) : null;
  return read === null ? sent : specWords(read);
}

const unread = {
  number: 'не читается как число',
  boolean: 'не читается как да или нет',
  text: 'не читается',
  enum: 'не читается',
} as const;

/** The filter ticks the number, not the words in which 1C sent it. */
function isReadAgain({ type, sent_type }: ImportAttribute, spec: string | number): boolean {
  return type !== sent_type && typeof spec === 'number';
}

function specOf(attribute: ImportAttribute, texts: string[]): string | number | boolean | null {
  const first = texts[0];
  if (first === undefined) return null;
  // As a change of the type reads what the goods say today.
  if (attribute.type !== attribute.sent_type) return readSpec(texts.join(', '), attribute);
  if (attribute.type === 'number') {
    const number = normaliseNumber(first);
    return number === null ? null : Number(number);
  }
  if (attribute.type === 'boolean') return /^(true|да|1)$/i.test(first);
  return texts.join(', ');
}

/** Part of the address; products whose names have no letter or digit are called by their kind. */
export function productSlug(name: string): string {
  return shortSlug(name) || 'tovar';
}
