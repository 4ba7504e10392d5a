import type { Shelf } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import type { CalculatorInputs } from '#shared/calculators.ts';
import type { Tier } from './offers.ts';
import type { ProductCard } from './product-card.ts';
import type { SpecificationGroup } from './specifications.ts';

/** A point of the branch where the product can be taken, its showroom first (0.7 of pages.md). */
export type PointAvailability = {
  department_id_1c: string;
  name: string;
  address: string;
  latitude: string | null;
  longitude: string | null;
  yandex_map_link: string | null;
  /** Whole sales units on this point's own shelf; null = its stock was never sent. */
  available: number | null;
  /** «8 меш.», «более 10 меш.», «Нет». */
  quantity_text: string;
  shelf: string | null;
  /** Hours of today in the point's own zone; null = closed today. */
  hours_today: string | null;
  is_open_now: boolean;
  /** When it can be taken: «Сегодня с 15:40», «Завтра с 09:00»; null = not at all. */
  ready_text: string | null;
  is_today: boolean;
};

export type ProductDocument = {
  name: string;
  kind: 'passport' | 'certificate' | 'instruction' | 'safety';
  file: string;
  size_bytes: number;
  issued_on: string | null;
};

export type ProductVariant = {
  id: number;
  slug: string;
  label: string;
  price: number | null;
  image: string | null;
  is_on_sale_now: boolean;
  is_current: boolean;
};

export type ProductPage = ProductCard & {
  description: string;
  highlights: string[];
  vat_rate: number;
  package_count: number | null;
  pallet_count: number | null;
  breadcrumbs: { code: string; name: string }[];
  specifications: SpecificationGroup[];
  /** Up to five for «Коротко». */
  key_specifications: { name: string; text: string }[];
  documents: ProductDocument[];
  /** «Фасовка», «Цвет»; null when there is one variant only. */
  variant_name: string | null;
  variants: ProductVariant[];
  tiers: Tier[];
  /** The lowest price of the last 30 days in the branch's column, kopecks. */
  lowest_price_30_days: number | null;
  points: PointAvailability[];
  /** «12:05» in the branch's zone: how fresh the stock is. */
  stock_updated_text: string | null;
  calculator: CalculatorInputs | null;
  analogues: ProductCard[];
  for_job: ProductCard[];
  /** What replaced a discontinued product. */
  successor: ProductCard | null;
  /** Short listings of its category. */
  shorts: { category_code: string; code: string; name: string }[];
};

/** The product by slug or id; a former slug gives where it moved (301); nothing known is null. */
export async function getProduct(
  _db: Db,
  _shelf: Shelf,
  _by: { slug: string } | { id: number },
): Promise<ProductPage | { moved_to: string } | null> {
  return null;
}
