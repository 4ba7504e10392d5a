import { ensure } from '#shared/ensure.ts';
import { slugOf } from '#shared/transliterate.ts';
import { brandOf } from '../brands.ts';
import { type Random, randomOf } from '../random.ts';

/** How a thing is sold: `base` base units are exactly `sales` sales units. */
export type Sold = {
  unit: string;
  base_unit: string;
  base: number;
  sales: number;
  step?: number;
  min?: number;
  max?: number;
  package?: number;
  pallet?: number;
  /** From how many sales units the price falls, and by what share. */
  tiers?: [from: number, share: number][];
};

export type Picture = { name: string; drawing: string; params: Record<string, string | number> };

export type Draft = {
  name: string;
  specs: Record<string, string | number | boolean>;
  /** Roubles per sales unit in Vologda. */
  price: number;
  weight_kg: number;
  sold: Sold;
  picture: Picture;
  /** Paragraphs of the description. */
  text: string[];
  highlights: string[];
};

export type Choices = Record<string, readonly unknown[]>;
export type Chosen<C extends Choices, V> = { [K in keyof C]: C[K][number] } & {
  brand: string;
  series: string;
  /** The variant: a size, a colour. */
  size: V;
  random: Random;
};

/** One family of goods: which leaf it fills, with what it multiplies, and how one product of it comes out. */
export type Kind = {
  category: string;
  also: string[];
  share: number;
  brands: string[];
  series: string[];
  axes: Choices;
  variant_name: string | null;
  sizes: readonly unknown[];
  sizeLabel: (size: never) => string;
  has_documents: boolean;
  lead_days: [number, number];
  make: (chosen: never) => Draft;
};

export type KindInput<C extends Choices, V> = {
  share?: number;
  also?: string[];
  brands: string[];
  series: string;
  axes?: C;
  /** What differs inside one model; the first one is the usual. */
  sizes?: { name: string; values: readonly V[]; label: (size: V) => string };
  has_documents?: boolean;
  lead_days?: [number, number];
  make: (chosen: Chosen<C, V>) => Draft;
};

export const kinds: Kind[] = [];

/**
 * Adds a family to the catalogue. `series` are words separated by spaces; brands share them out, so that no two brands
 * have the same.
 */
export function goods<const C extends Choices, const V>(category: string, input: KindInput<C, V>): void {
  kinds.push({
    category,
    also: input.also ?? [],
    share: input.share ?? 10,
    brands: input.brands,
    series: input.series.split(' ').map((word) => word.replaceAll('_', ' ')),
    axes: input.axes ?? {},
    variant_name: input.sizes?.name ?? null,
    sizes: input.sizes?.values ?? [null],
    sizeLabel: (input.sizes?.label ?? (() => '')) as Kind['sizeLabel'],
    has_documents: input.has_documents ?? false,
    lead_days: input.lead_days ?? [3, 5],
    make: input.make as Kind['make'],
  });
}

export const piece: Sold = { unit: 'шт.', base_unit: 'шт.', base: 1, sales: 1 };

/** '2.13', 'м²' → a pack of exactly 213/100 m². */
export function holding(amount: string | number, base_unit: string, unit = 'шт.', more: Partial<Sold> = {}): Sold {
  const [whole = '0', decimals = ''] = String(amount).split('.');
  const scale = 10 ** decimals.length;
  const base = Number(whole) * scale + Number(decimals || 0);
  const divisor = greatestCommonDivisor(base, scale);
  return { unit, base_unit, base: base / divisor, sales: scale / divisor, ...more };
}

/** A bag or sack by weight, a pack where one hand carries it; whole pallets are cheaper. */
export function bag(kg: number): Sold {
  const pallet = kg >= 40 ? 35 : kg >= 25 ? 40 : kg >= 15 ? 56 : kg >= 10 ? 84 : 160;
  return holding(
    kg,
    'кг',
    kg < 10 ? 'упак.' : 'меш.',
    kg >= 10
      ? {
          pallet,
          tiers: [
            [Math.round(pallet / 2), 0.035],
            [pallet, 0.057],
          ],
        }
      : {},
  );
}

/** A picture of packaging in the brand's own colours. `shift` chooses another colour of the brand. */
export function packed(
  drawing: string,
  brand: string,
  title: string,
  size: string,
  shift = 0,
  more: Record<string, string | number> = {},
): Picture {
  const { colours, layout } = brandOf(brand);
  return picture(drawing, {
    accent: ensure(colours[shift % colours.length]),
    brand,
    title,
    size,
    layout: (layout + shift) % 4,
    ...more,
  });
}

/** A drawing with its parameters; equal parameters make one file. */
export function picture(drawing: string, params: Record<string, string | number>): Picture {
  const words = slugOf([drawing, params.brand, params.title, params.size].filter(Boolean).join(' ')).slice(0, 60);
  const mark = Math.floor(
    randomOf(JSON.stringify([drawing, Object.entries(params).sort()])).next() * 1_679_616,
  ).toString(36);
  return { name: `${words.replace(/-+$/, '')}-${mark.padStart(4, '0')}`, drawing, params };
}

/** 2.5 → «2,5»; never a dot in what people read. */
export function comma(value: number | string): string {
  return String(value).replace('.', ',');
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a || 1 : greatestCommonDivisor(b, a % b);
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
