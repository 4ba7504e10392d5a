import { z } from 'zod';
import { departmentDirectory, pointsOf } from '#modules/departments/directory.ts';
import { outlineAround } from '#modules/departments/draw-outline.ts';
import { takeLimit, tooMany } from '#platform/limits.ts';
import { outlineKinds } from '#shared/outline-kinds.ts';
import type { Api, ApiContext } from './api.ts';

const Outline = z.object({
  source: z.string(),
  paths: z.array(z.object({ kind: z.enum(outlineKinds), d: z.string() })),
  names: z.array(z.object({ kind: z.enum(outlineKinds), words: z.string(), x: z.int(), y: z.int(), turn: z.int() })),
});

/** A page asks once a scheme is shown; each choice of points is a drawing of its own. */
const ofNetwork = { max: 60, windowSeconds: 60 } as const;

/** What lies under the shop's own scheme of points that a page shows on a press; points of the host's branch alone. */
export function pointsOutlineRoutes(api: Api, { db }: ApiContext): void {
  api.get(
    '/api/_visitor/points-outline',
    {
      schema: {
        summary: 'Воды, железные дороги и улицы вокруг пунктов филиала, для схемы; null: их не знают',
        querystring: z.object({ points: z.string().max(1_000) }),
        response: { 200: z.object({ outline: Outline.nullable() }) },
      },
    },
    async ({ query: { points: asked }, requestContext: { department, address } }) => {
      const wait = await takeLimit(db, 'points outline', address, ofNetwork.max, ofNetwork.windowSeconds);
      if (wait > 0) throw tooMany(wait);
      const known = pointsOf(await departmentDirectory(db), department);
      const ids = new Set(asked.split(','));
      // In the order of the directory, whatever was asked first: another order would be drawn and cached once more.
      const points = known.filter(({ id_1c }) => ids.has(id_1c));
      return { outline: await outlineAround(db, department.id_1c, points) };
    },
  );
}
