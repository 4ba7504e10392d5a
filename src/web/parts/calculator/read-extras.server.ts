import { calculatorsOf } from '#modules/catalogue/calculated-product.ts';
import { otherPacks } from '#modules/catalogue/other-packs.ts';
import type { ProductPage } from '#modules/catalogue-index/get-product.ts';
import { sameGoods } from '#modules/catalogue-index/same-goods.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { type CalculatorExtra, worthOffering } from './extra-count.ts';

const mostExtras = 4;

/**
 * What a product's calculator offers beside the product itself, each with other packs of it and of the same kind of
 * goods, as far as one of them is the cheapest that is enough for some area.
 */
export async function readExtras(
  { db, requestContext: { priceContext } }: Pick<Shop, 'db' | 'requestContext'>,
  { for_job }: Pick<ProductPage, 'for_job'>,
): Promise<CalculatorExtra[]> {
  const proposed = for_job.filter((card) => card.is_on_sale_now).slice(0, mostExtras);
  const calculators = await calculatorsOf(
    db,
    proposed.map(({ id }) => id),
  );
  const counted = proposed.filter(({ id }) => calculators[id]);
  const [packs, same] = await Promise.all([
    otherPacks(
      db,
      priceContext,
      counted.map(({ id }) => id),
    ),
    sameGoods(db, priceContext, counted),
  ]);
  const ofPacks = await calculatorsOf(
    db,
    [...packs, ...[...same.values()].flat()].map(({ id }) => id),
  );
  return proposed.map((card) => {
    const own = packs.filter(({ model_id }) => model_id === card.model_id);
    const others = [...own, ...(same.get(card.id) ?? [])].flatMap((pack) => {
      const calculator = ofPacks[pack.id];
      return calculator ? [{ card: pack, calculator }] : [];
    });
    return worthOffering({ card, calculator: calculators[card.id] ?? null, others });
  });
}
