import { z } from 'zod';
import { departmentDirectory } from '#modules/departments/directory.ts';
import { configuredOrigin } from '#modules/departments/hosts.ts';
import { feedStates, listFeedLooks } from '#modules/feeds/feed-looks.ts';
import { enqueue } from '#platform/queue.ts';
import { feedFileNames, feedFiles } from '#shared/feed-files.ts';
import { Ok, ok } from './answers.ts';
import { type AdminRoute, adminRead, adminWrite } from './route.ts';

const permission = 'seo.write';

const Look = z.object({
  id: z.string(),
  department_id_1c: z.string(),
  file: z.enum(feedFileNames),
  /** Where robots read it. */
  address: z.string(),
  looked_at: z.string(),
  state: z.enum(feedStates),
  /** Why it is not good; empty of a good one. */
  reason: z.string(),
  count: z.int(),
  /** How many of the listed addresses were opened. */
  asked: z.int(),
  bytes: z.int(),
  took_ms: z.int(),
  good_at: z.string().nullable(),
  good_count: z.int().nullable(),
});

/** How the site maps and feeds of the branches looked when the shop last read them itself. */
export const feedLookRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/feed-looks',
    summary: 'Карты сайта и выгрузки филиалов: что показала последняя проверка',
    permission,
    response: z.object({ items: z.array(Look), total: z.int() }),
    async run({ db, context, scope }) {
      const [looks, departments] = await Promise.all([listFeedLooks(db, scope.branches), departmentDirectory(db)]);
      const items = looks.flatMap(({ looked_at, good_at, ...look }) => {
        const branch = departments.find(({ id_1c }) => id_1c === look.department_id_1c);
        if (!branch) return [];
        return {
          ...look,
          id: `${look.department_id_1c}~${look.file}`,
          address: configuredOrigin(branch, context.config) + feedFiles[look.file].path,
          looked_at: looked_at.toISOString(),
          good_at: good_at?.toISOString() ?? null,
        };
      });
      return { items, total: items.length };
    },
  }),

  adminWrite({
    url: '/api/admin/feed-looks/check',
    summary: 'Проверить карты сайта и выгрузки сейчас',
    permission,
    response: Ok,
    async run({ db }) {
      // Those who ask while a check waits wait for the same one.
      await enqueue(db, 'watch_feeds', {}, { jobKey: 'watch_feeds' });
      return {
        answer: ok,
        audit: { resource: 'feed_looks', record_id: null, words: 'Запущена проверка карт сайта и выгрузок' },
      };
    },
  }),
];
