import type { ProductCard } from '#modules/catalogue/card.ts';
import { Listing } from '#modules/catalogue/schema.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import { query } from '#modules/search/listing.ts';
import type { Db } from '#platform/database.ts';
import { type GiftAge, type GiftRoom, giftRooms } from '#shared/gifts.ts';

export type GiftWish = { budget: number | null; age: GiftAge | null; room: GiftRoom | null };

const breakable = /стекл|фарфор|керами|зеркал/i;
const shown = 10;

/**
 * Goods on the branch's shelf for such a gift, taken from its categories in turn, so that no one kind fills the list.
 * For a small child only goods that name an unbreakable material are shown: of the others nobody knows.
 */
export async function findGifts(
  db: Db,
  priceContext: PriceContext,
  { budget, age, room }: GiftWish,
): Promise<ProductCard[]> {
  const rooms = room ? [giftRooms[room]] : Object.values(giftRooms);
  const categories = [...new Set(rooms.flatMap((one) => [...one.categories]))];
  const lists = await Promise.all(
    categories.map((category) => giftsOf(db, priceContext, category, budget, age === 'child')),
  );
  const inTurn = Array.from({ length: shown }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
  return [...new Map(inTurn.map((card) => [card.id, card])).values()].slice(0, shown);
}

async function giftsOf(
  db: Db,
  priceContext: PriceContext,
  category: string,
  budget: number | null,
  isUnbreakable: boolean,
): Promise<ProductCard[]> {
  const listing = Listing.parse({
    category,
    in_stock: true,
    limit: shown,
    ...(budget === null ? {} : { price_to: budget }),
  });
  const found = await query(db, priceContext, listing);
  if (!isUnbreakable) return found.items;
  const materials = found.facets.find((facet) => facet.code === 'material')?.values ?? [];
  const safe = materials.filter(({ value }) => !breakable.test(value)).map(({ id }) => id);
  return safe.length === 0 ? [] : (await query(db, priceContext, { ...listing, filters: { material: safe } })).items;
}
