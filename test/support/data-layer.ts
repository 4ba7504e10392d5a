import { z } from 'zod';

/**
 * The shapes of Yandex.Metrica's e-commerce, nothing more: an unknown key is a mistake. Prices in roubles with at most
 * two decimals, quantities whole, categories at most five levels deep.
 */
const price = z
  .number()
  .nonnegative()
  .refine((sum) => Math.abs(sum * 100 - Math.round(sum * 100)) < 1e-6, 'kopecks');
const Product = z.strictObject({
  id: z.string().regex(/^\d+$/),
  name: z.string().min(1),
  brand: z.string().min(1).optional(),
  category: z
    .string()
    .min(1)
    .refine((path) => path.split('/').length <= 5)
    .optional(),
  price: price.optional(),
  quantity: z.int().positive().optional(),
  list: z.string().min(1).optional(),
  position: z.int().positive().optional(),
  coupon: z.string().min(1).optional(),
});
const Counted = Product.required({ quantity: true });
const Listed = Product.required({ list: true, position: true });
const Promotion = z.strictObject({
  id: z.string().min(1),
  name: z.string().min(1),
  creative: z.string().optional(),
  creative_slot: z.string().optional(),
  position: z.int().positive().optional(),
});
const some = <Item extends z.ZodType>(item: Item) => z.array(item).min(1);
const RUB = z.literal('RUB');

const Ecommerce = z.union([
  z.strictObject({ currencyCode: RUB, impressions: some(Listed) }),
  z.strictObject({
    currencyCode: RUB,
    click: z.strictObject({ actionField: z.strictObject({ list: z.string() }), products: z.array(Listed).length(1) }),
  }),
  z.strictObject({ currencyCode: RUB, detail: z.strictObject({ products: z.array(Product).length(1) }) }),
  z.strictObject({ currencyCode: RUB, add: z.strictObject({ products: some(Counted) }) }),
  z.strictObject({ currencyCode: RUB, remove: z.strictObject({ products: some(Counted) }) }),
  z.strictObject({
    currencyCode: RUB,
    checkout: z.strictObject({
      actionField: z.strictObject({ step: z.int().min(1).max(4) }),
      products: some(Counted),
    }),
  }),
  z.strictObject({
    currencyCode: RUB,
    purchase: z.strictObject({
      actionField: z.strictObject({
        id: z.string().regex(/^\d+$/),
        revenue: price,
        coupon: z.string().optional(),
        goal_id: z.int().optional(),
      }),
      products: some(Counted.required({ price: true })),
    }),
  }),
  z.strictObject({ currencyCode: RUB, promoView: z.strictObject({ promotions: some(Promotion) }) }),
  z.strictObject({ currencyCode: RUB, promoClick: z.strictObject({ promotions: some(Promotion) }) }),
]);
const Push = z.strictObject({ ecommerce: Ecommerce });

/**
 * What is wrong with a push into the data layer, one sentence each; a good one gives []. `secrets`: words of a person
 * that must not stand in it.
 */
export function dataLayerProblems(push: unknown, secrets: string[] = []): string[] {
  const { error } = Push.safeParse(push);
  const text = JSON.stringify(push) ?? '';
  return [
    ...(error ? [`${z.prettifyError(error)} in ${text}`] : []),
    ...secrets.filter((word) => text.includes(word)).map((word) => `«${word}» in ${text}`),
    ...(/[\w.]+@[\w.]+|\+7[\d\s()-]{10}/.test(text) ? [`somebody's contact in ${text}`] : []),
  ];
}
