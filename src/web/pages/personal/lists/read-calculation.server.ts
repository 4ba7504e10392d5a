import { redirect } from 'react-router';
import type { CartCount } from '#modules/cart/cart.ts';
import { offersOf } from '#modules/catalogue/offers.ts';
import { getProduct } from '#modules/catalogue-index/get-product.ts';
import { priceLines } from '#modules/pricing/price-lines.ts';
import { type SavedCalculation, savedListLimits } from '#modules/saved-lists/schema.ts';
import { areaOf, type CalculatorForm, type CalculatorInputs, calculate, numbersIn } from '#shared/calculators.ts';
import { readIds } from '#shared/lists.ts';
import { shownAmount } from '#shared/unit-words.ts';
import { calculatorFields } from '#web/parts/calculator/calculator-fields.ts';
import { calculatorUrl } from '#web/parts/calculator/calculator-url.ts';
import { chosenExtra } from '#web/parts/calculator/extra-count.ts';
import { readExtras } from '#web/parts/calculator/read-extras.server.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';

type Reading = Pick<Shop, 'db' | 'requestContext'>;

const mostExtras = 4;

/**
 * What the calculator of the query's product comes to with the query's numbers, and the goods to keep: the product
 * itself and those of `with` that its calculator offers. Throws 404 where there is no such calculator; numbers that
 * cannot be counted with lead back to it, where the field says why.
 */
export async function readCalculation(reading: Reading, query: URLSearchParams) {
  const product = await calculatedProduct(reading, Number(query.get('product')));
  if (!product) throw notFound();
  const { calculator } = product;
  const numbers = ownNumbers(calculator, numbersIn(query));
  const answer = calculate(calculator, numbers);
  if ('field' in answer) throw redirect(calculatorUrl(product.slug, numbers));
  const count = Math.min(answer.count, product.max_count);
  const ticked = readIds(query.get('with') ?? undefined, mostExtras);
  const extras = (await readExtras(reading, product))
    .filter(({ card }) => ticked.includes(card.id))
    .map((extra) => chosenExtra(extra, numbers));
  const goods = [
    { product_id: product.id, count },
    ...extras.map(({ card, count }) => ({ product_id: card.id, count })),
  ];
  return {
    product_id: product.id,
    slug: product.slug,
    product_name: product.name,
    name: nameFor(product.name, areaOf(numbers)),
    numbers,
    formula: answer.formula,
    amount: shownAmount(count, product.shown_unit),
    /** The same with «положить»: «21 пару». */
    amount_to_buy: shownAmount(count, product.shown_unit, 'accusative'),
    image: product.images[0] ?? null,
    total: await totalOf(reading, goods),
    goods,
    extras: extras.map(({ card, count }) => ({
      id: card.id,
      name: card.name,
      amount: shownAmount(count, card.shown_unit),
    })),
  };
}

/** What all of it costs, in kopecks; null: the price of something is asked for. */
async function totalOf({ db, requestContext }: Reading, goods: CartCount[]): Promise<number | null> {
  const ids = goods.map(({ product_id }) => product_id);
  const offers = await offersOf(db, requestContext.priceContext, ids);
  const lines = goods.flatMap(({ product_id, count }) => {
    const offer = offers.get(product_id);
    return offer ? [{ product_id, product_idcode: offer.idcode, count }] : [];
  });
  const priced = priceLines(offers, lines, null);
  return priced.lines.length === goods.length ? priced.goods_sum : null;
}

export type ReadCalculation = Awaited<ReturnType<typeof readCalculation>>;

/** A kept calculation with the product as it is now; null: it cannot be counted with any more. */
export async function calculationToday(reading: Reading, { product_id, numbers }: SavedCalculation) {
  const product = await calculatedProduct(reading, product_id);
  const answer = product && calculate(product.calculator, ownNumbers(product.calculator, numbers));
  if (!product || !answer || 'field' in answer) return null;
  return {
    product_name: product.name,
    url: calculatorUrl(product.slug, numbers),
    formula: answer.formula,
    amount: shownAmount(answer.count, product.shown_unit),
  };
}

async function calculatedProduct({ db, requestContext }: Reading, id: number) {
  if (!Number.isInteger(id) || id < 1 || id > 0x7fff_ffff) return null;
  const product = await getProduct(db, requestContext.priceContext, { id }, 'page');
  if (!product || 'moved_to' in product || !product.is_on_sale_now || !product.calculator) return null;
  return { ...product, calculator: product.calculator };
}

/** The numbers its kind of work asks for; what was not given is as the form begins. */
function ownNumbers(inputs: CalculatorInputs, given: Partial<CalculatorForm>): CalculatorForm {
  const own = calculatorFields(inputs, given).map(({ name }) => [name, given[name] ?? inputs.defaults[name]]);
  return { area: inputs.defaults.area, ...Object.fromEntries(own) };
}

/**
 * «Штукатурка гипсовая, 58 м²»: what the product is, without the brand, which is where its name stops being small
 * letters.
 */
function nameFor(product_name: string, area: string): string {
  const end = `, ${area}\u00a0м²`;
  const [first = '', ...rest] = product_name.split(/[\s\u00a0]+/);
  const stop = rest.findIndex((word) => !/^[а-яё-]+,?$/.test(word));
  const kind = [first, ...(stop < 0 ? rest : rest.slice(0, stop))];
  const isLong = () => kind.join(' ').length + end.length > savedListLimits.name;
  // A preposition is not left at the end.
  while (kind.length > 1 && (isLong() || (kind.at(-1) ?? '').length < 4)) kind.pop();
  return (
    kind
      .join(' ')
      .replace(/,$/, '')
      .slice(0, savedListLimits.name - end.length) + end
  );
}
