import { z } from 'zod';
import { type Api, type ApiContext, ErrorAnswer } from '#api/api.ts';
import { priceContextFor, priceContextQuery } from '#api/price-context-query.ts';
import { ProductCode } from '#api/product-code.ts';
import { type Category, categoryTree } from '#modules/catalogue/categories.ts';
import { branchMenu } from '#modules/catalogue/menu.ts';
import { Refusal } from '#platform/refusal.ts';

/** S3-07 */
type MenuCategory = { code: string; name: string; children: MenuCategory[] };
const MenuCategory: z.ZodType<MenuCategory> = z
  .lazy(() => z.object({ code: z.string(), name: z.string(), children: z.array(MenuCategory) }))
  .meta({ id: 'MenuCategory' });

const DynamicMenu = z.array(
  z.object({ category_id: z.string().describe('Код категории'), name: z.string(), parent_id: z.string().nullable() }),
);

/** S7-19: the whole tree; S7-20: which of it a branch shows, by `category_id` = the category's code, at every depth. */
export function menuRoutes(api: Api, { db, config }: ApiContext): void {
  api.get(
    '/api/ecm/:product/menu/',
    {
      schema: {
        summary: 'Дерево категорий',
        params: z.object({ product: ProductCode }),
        response: { 200: z.array(MenuCategory), 404: ErrorAnswer },
      },
    },
    async () => {
      return (await categoryTree(db)).map(menuCategory);
    },
  );

  api.get(
    '/api/ecm/sites-content/:site/dynamic-menu/',
    {
      schema: {
        summary: 'Какие категории показывает филиал',
        params: z.object({ site: z.string().max(100) }),
        querystring: z.looseObject({ domain_id_1c: priceContextQuery.domain_id_1c }),
        response: { 200: DynamicMenu, 404: ErrorAnswer },
      },
    },
    async (request) => {
      if (request.params.site !== config.SITE_CODE) throw new Refusal('unknown_site_code');
      const priceContext = await priceContextFor(db, request.requestContext, request.query);
      return flat(await branchMenu(db, priceContext.department_id_1c), null);
    },
  );
}

function menuCategory({ code, name, children }: Category): MenuCategory {
  return { code, name, children: children.map(menuCategory) };
}

function flat(categories: Category[], parent_id: string | null): z.infer<typeof DynamicMenu> {
  return categories.flatMap(({ code, name, children }) => [
    { category_id: code, name, parent_id },
    ...flat(children, code),
  ]);
}
