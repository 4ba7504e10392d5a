import { z } from 'zod';
import { takeLimit, tooMany } from '#platform/limits.ts';
import type { Api, ApiContext } from './api.ts';

/** Whoever types an address asks a few times; of the whole shop less than the partner's free plan has in a day. */
const ofNetwork = { max: 60, windowSeconds: 60 } as const;
const ofShop = { max: 8_000, windowSeconds: 86_400 } as const;

/** S7-31's neighbour for addresses: streets and houses under the field of the street. */
export function streetSuggestionRoutes(api: Api, { db, partners }: ApiContext): void {
  api.get(
    '/api/_visitor/streets',
    {
      schema: {
        summary:
          'Улицы и дома населённого пункта, которые начинаются так, как набрано; без ключа партнёра is_on = false',
        querystring: z.object({
          place: z.string().trim().max(80).default(''),
          q: z.string().trim().max(100).default(''),
        }),
        response: { 200: z.object({ is_on: z.boolean(), streets: z.array(z.string()) }) },
      },
    },
    async ({ query: { place, q }, requestContext: { address }, log }) => {
      const { addresses } = partners;
      if (!addresses) return { is_on: false, streets: [] };
      if (place === '' || q.length < 2) return { is_on: true, streets: [] };
      const wait = await takeLimit(db, 'street suggestions', address, ofNetwork.max, ofNetwork.windowSeconds);
      if (wait > 0) throw tooMany(wait);
      const isUsedUp = (await takeLimit(db, 'street suggestions', 'all', ofShop.max, ofShop.windowSeconds)) > 0;
      return { is_on: true, streets: isUsedUp ? [] : await addresses.streets({ place, typed: q }, log) };
    },
  );
}
