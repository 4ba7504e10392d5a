import { z } from 'zod';
import { type Api, type ApiContext, ErrorAnswer } from '#api/api.ts';
import { lookFrom, priceContextFor, priceContextQuery } from '#api/price-context-query.ts';
import { ProductCode } from '#api/product-code.ts';
import { Rating } from '#modules/catalogue/card.ts';
import { ShownUnitAnswer } from '#modules/catalogue/units.ts';
import { suggest } from '#modules/search/suggest.ts';
import { jsonBytes } from '#platform/json-bytes.ts';
import { roublesOrNull } from '#shared/money.ts';

export const SuggestAnswer = z.object({
  products: z.array(
    z.object({
      id: z.int(),
      idcode: z.string(),
      slug: z.string(),
      name: z.string(),
      article: z.string().nullable(),
      image: z.string().nullable(),
      price: z.number().nullable(),
      buyer_price: z.number().nullable().optional(),
      unit: z.string(),
      shown_unit: ShownUnitAnswer.describe('Как единицу продажи читают люди'),
      available: z.int().nullable(),
      is_on_sale_now: z.boolean(),
      rating: Rating.nullable(),
    }),
  ),
  categories: z.array(z.object({ code: z.string(), name: z.string(), parent_name: z.string().nullable() })),
  brands: z.array(z.object({ slug: z.string(), name: z.string() })),
  queries: z.array(z.string()),
  corrected_query: z.string().nullable(),
});

/** S7-31: suggestions under the search box. Prices in roubles. */
export function searchRoutes(api: Api, { db, responses }: ApiContext): void {
  api.get(
    '/api/ecm/:product/search/suggest/',
    {
      schema: {
        summary: 'Подсказки поиска',
        params: z.object({ product: ProductCode }),
        querystring: z.looseObject({ q: z.string().max(1000).default(''), ...priceContextQuery }),
        response: { 200: SuggestAnswer, 404: ErrorAnswer, 422: ErrorAnswer },
      },
    },
    async (request, reply) => {
      const priceContext = await priceContextFor(db, request.requestContext, request.query);
      const { q } = request.query;
      const work = async () => {
        const drafts = lookFrom(request.requestContext, priceContext.department_id_1c)?.drafts;
        const { products, ...rest } = await suggest(db, priceContext, q, drafts);
        return jsonBytes({
          ...rest,
          products: products.map(({ buyer_price, ...product }) => ({
            ...product,
            price: roublesOrNull(product.price),
            ...(priceContext.buyer_price_column === null ? {} : { buyer_price: roublesOrNull(buyer_price) }),
          })),
        });
      };
      return responses.respond(request, reply, priceContext, `suggest ${q}`, work);
    },
  );
}
