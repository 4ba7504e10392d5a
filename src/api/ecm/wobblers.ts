import { z } from 'zod';
import { type Api, type ApiContext, ErrorAnswer } from '#api/api.ts';
import { lookFrom, priceContextFor, priceContextQuery } from '#api/price-context-query.ts';
import { listWobblers, wobblerPositions } from '#modules/content/wobblers.ts';
import { shownAt } from '#modules/visitors/request-context.ts';
import { Refusal } from '#platform/refusal.ts';

/** S3-08 */
const WobblerAnswer = z
  .object({
    id: z.int(),
    position: z.enum(wobblerPositions),
    background_image: z
      .string()
      .nullable()
      .describe('Путь картинки или её адрес на сервере картинок, для прокси /_ipx'),
    text: z.string().describe('Очищенный HTML'),
    button_text: z.string().nullable(),
    action_link: z.string(),
    filter_is_show_once: z.boolean(),
    advertising: z.string().nullable().describe('Пометка рекламы'),
  })
  .meta({ id: 'Wobbler' });

/** S7-21: the branch's banners of this moment; never cached, because dates of showing decide. */
export function wobblerRoutes(api: Api, { db, config }: ApiContext): void {
  api.get(
    '/api/ecm/sites-content/:site/wobblers/',
    {
      schema: {
        summary: 'Баннеры филиала',
        params: z.object({ site: z.string().max(100) }),
        querystring: z.looseObject({ domain_id_1c: priceContextQuery.domain_id_1c }),
        response: { 200: z.array(WobblerAnswer), 404: ErrorAnswer },
      },
    },
    async (request, reply) => {
      if (request.params.site !== config.SITE_CODE) throw new Refusal('unknown_site_code');
      const priceContext = await priceContextFor(db, request.requestContext, request.query);
      reply.headers({ 'Cache-Control': 'no-cache, no-store, must-revalidate', Pragma: 'no-cache' });
      const preview = lookFrom(request.requestContext, priceContext.department_id_1c);
      return listWobblers(db, priceContext.department_id_1c, shownAt({ preview }), preview?.drafts);
    },
  );
}
