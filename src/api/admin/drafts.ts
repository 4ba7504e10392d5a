import { z } from 'zod';
import { draftResources, everyDraftResource } from '#modules/drafts/kinds.ts';
import { listOpenDrafts } from '#modules/drafts/list-drafts.ts';
import { worksEverywhere } from '#modules/staff/require-staff.ts';
import { listAnswer, listQuery, totalOf, windowOf } from './list.ts';
import { type AdminRoute, adminRead } from './route.ts';

const Resource = z.enum(everyDraftResource);

const OpenDraft = z.object({
  id: z.int(),
  resource: Resource,
  /** By which the screen of the record is opened. */
  record_id: z.string(),
  title: z.string(),
  department_id_1c: z.string().nullable(),
  version: z.int(),
  author: z.string(),
  created_at: z.string(),
  publish_at: z.string().nullable(),
  /** Why it was not published at its moment. */
  failure: z.string().nullable(),
  /** Names of the fields that it changes. */
  fields: z.array(z.string()),
  /** The release that publishes it. */
  release: z.object({ id: z.int(), name: z.string() }).nullable(),
});

/** What waits over published records, whatever they are: what this person may publish, in the branches chosen now. */
export const draftListRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/drafts',
    summary: 'Черновики правок, которые ждут публикации',
    permission: 'preview.use',
    query: listQuery({ q: z.string().max(100), resource: z.array(Resource) }, ['created_at', 'title', 'publish_at']),
    response: listAnswer(OpenDraft),
    async run(asked) {
      const { filter, sort, ids: _ids, ...page } = asked.query;
      const wanted = filter.resource?.length ? filter.resource : everyDraftResource;
      const { drafts, count } = await listOpenDrafts(
        asked.db,
        {
          resources: wanted.filter((resource) => asked.may(draftResources[resource])),
          branches: asked.scope.branches,
          isCommonShown: worksEverywhere(asked.staff),
          q: filter.q,
        },
        { sort, ...windowOf(page) },
      );
      const items = drafts.map((draft) => ({
        ...draft,
        created_at: draft.created_at.toISOString(),
        publish_at: draft.publish_at?.toISOString() ?? null,
      }));
      return { items, ...totalOf(count) };
    },
  }),
];
