import { calculatorsOf } from '#modules/catalogue/calculated-product.ts';
import { otherPacks } from '#modules/catalogue/other-packs.ts';
import type { ProductPage } from '#modules/catalogue-index/get-product.ts';
import type { Shop } from '#web/parts/request/context.ts';
import type { CalculatorExtra } from './extra-count.ts';

const mostExtras = 4;

/** What a product's calculator offers beside the product itself, each with the other packs it is sold in. */
export async function readExtras(
  { db, requestContext: { priceContext } }: Pick<Shop, 'db' | 'requestContext'>,
  { for_job }: Pick<ProductPage, 'for_job'>,
): Promise<CalculatorExtra[]> {
  const proposed = for_job.filter((card) => card.is_on_sale_now).slice(0, mostExtras);
  const calculators = await calculatorsOf(
    db,
    proposed.map(({ id }) => id),
  );
  const counted = proposed.filter(({ id }) => calculators[id]).map(({ id }) => id);
  const packs = await otherPacks(db, priceContext, counted);
  const ofPacks = await calculatorsOf(
    db,
    packs.map(({ id }) => id),
  );
  return proposed.map((card) => ({
    card,
    calculator: calculators[card.id] ?? null,
    others: packs.flatMap((pack) => {
      const calculator = pack.model_id === card.model_id ? ofPacks[pack.id] : undefined;
      return calculator ? [{ card: pack, calculator }] : [];
    }),
  }));
}
