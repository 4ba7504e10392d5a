import { z } from 'zod';
import { seoProblemCodes } from '#modules/content/lint-seo.ts';
import { SeoChange, SeoFields, seoChangeWords } from '#modules/content/seo-change.ts';
import { placeId, placeOf, type SeoPlace } from '#modules/content/seo-world.ts';
import { listSeoEntries, previewSeo, readSeoText, type StaffSeoText, saveSeoText } from '#modules/content/staff-seo.ts';
import { findingKinds, listTextFindings } from '#modules/content/text-findings.ts';
import { enqueue } from '#platform/queue.ts';
import { Refusal } from '#platform/refusal.ts';
import { keysOf } from '#shared/keys-of.ts';
import { seoKinds } from '#shared/seo-kinds.ts';
import { Ok, ok } from './answers.ts';
import { needOwnRow } from './branch-rule.ts';
import { listAnswer, listQuery, totalOf, windowOf } from './list.ts';
import { adminRecord, recordOf } from './record.ts';
import { draftRoutes } from './record-drafts.ts';
import { adminAsk, adminRead, adminWrite, type Scope } from './route.ts';

const permission = 'seo.write';
const Kind = z.enum(keysOf(seoKinds));
const Field = z.enum(['title', 'keywords', 'description', 'text', 'unique_title']);

const Entry = z.object({
  /** `category~suhie-smesi~`: kind, key and branch. */
  id: z.string(),
  kind: Kind,
  kind_words: z.string(),
  key: z.string(),
  title: z.string(),
  is_common: z.boolean(),
  branches: z.array(z.string()),
});

const Fields = z.object({
  title: z.string(),
  unique_title: z.string(),
  description: z.string(),
  keywords: z.string(),
  text: z.string(),
});

const Inherited = z
  .object({ source: z.enum(['page', 'kind_branch', 'kind', 'built_in']), text: z.string() })
  .nullable();

const Record = z.object({
  id: z.string(),
  kind: Kind,
  kind_words: z.string(),
  key: z.string(),
  department_id_1c: z.string().nullable(),
  name: z.string().nullable(),
  is_written: z.boolean(),
  fields: Fields,
  inherited: z.object({
    title: Inherited,
    unique_title: Inherited,
    description: Inherited,
    keywords: Inherited,
    text: Inherited,
  }),
  /** The page whose names stand in the preview; null: there is none to show. */
  sample: z.string().nullable(),
});

const Problem = z.object({ field: Field, code: z.enum(seoProblemCodes), words: z.string() });

const Finding = z.object({
  id: z.int(),
  kind: z.enum(findingKinds),
  /** By which the screen of the record is opened. */
  record_id: z.string(),
  name: z.string(),
  department_id_1c: z.string().nullable(),
  problems: z.array(z.object({ place: z.string(), words: z.string() })),
});

const PlaceParam = z.object({ id: z.string().max(200) });

const seoRecord = recordOf({
  url: '/api/admin/seo-texts/:id',
  resource: 'seo_texts',
  summaries: { read: 'Тексты страницы', write: 'Сохранение текстов страницы' },
  permissions: { read: permission, write: permission },
  params: PlaceParam,
  response: Record,
  body: SeoChange,
  isUndoable: true,
  async read({ db, scope, params }) {
    const place = placeOf(String(params.id));
    return place && isShown(place, scope) ? present(await readSeoText(db, place)) : null;
  },
  editable: ({ fields }) => ({ ...fields }),
  async change(asked, { kind, key, department_id_1c, name }) {
    needOwnRow(asked.staff, department_id_1c);
    await saveSeoText(asked.db, { kind, key, department_id_1c }, asked.body);
    return { words: seoChangeWords({ kind, key, name }), department_id_1c };
  },
});

/** Titles, descriptions and texts of pages: templates with placeholders, by page, kind and branch. */
export const seoTextRoutes = [
  adminRead({
    url: '/api/admin/seo-texts',
    summary: 'Страницы, у которых есть свои тексты',
    permission,
    query: listQuery({ q: z.string().max(100), kind: z.array(Kind) }, ['kind']),
    response: listAnswer(Entry),
    async run({ db, scope, query: { filter, sort: _sort, ids: _ids, ...page } }) {
      const { entries, count } = await listSeoEntries(db, { branches: scope.branches, ...filter }, windowOf(page));
      const items = entries.map(({ branches, ...entry }) => ({
        ...entry,
        id: placeId({ ...entry, department_id_1c: null }),
        kind_words: seoKinds[entry.kind].label,
        branches: branches.filter((id) => scope.branches === null || scope.branches.includes(id)),
      }));
      return { items, ...totalOf(count) };
    },
  }),

  ...adminRecord(seoRecord),
  ...draftRoutes(seoRecord, 'текстов страниц'),

  adminAsk({
    url: '/api/admin/seo-texts/:id/preview',
    summary: 'Как тексты выглядят в филиалах, и что в них не так',
    permission,
    params: PlaceParam,
    body: z.object(SeoFields.shape),
    response: z.object({
      rows: z.array(
        z.object({
          department_id_1c: z.string(),
          branch: z.string(),
          title: z.string(),
          description: z.string(),
          unique_title: z.string(),
          own: z.array(z.string()),
        }),
      ),
      problems: z.array(Problem),
    }),
    async run({ db, scope, params: { id }, body }) {
      const place = placeOf(id);
      if (!place || !isShown(place, scope)) throw new Refusal('not_found');
      return previewSeo(db, place, body, scope.branches);
    },
  }),

  adminRead({
    url: '/api/admin/seo-problems',
    summary: 'Замечания ко всем текстам магазина: что нашла последняя проверка',
    permission,
    query: listQuery({ kind: z.array(z.enum(findingKinds)).max(findingKinds.length) }, ['id']),
    response: listAnswer(Finding).extend({
      totals: z.object({
        counts: z.array(z.object({ kind: z.enum(findingKinds), count: z.int() })),
        /** null: texts were never checked yet. `left_out`: records with findings beyond those that are kept. */
        check: z.object({ checked_at: z.string(), records: z.int(), left_out: z.int() }).nullable(),
      }),
    }),
    async run({ db, scope, query: { filter, sort: _sort, ids: _ids, ...page } }) {
      const found = await listTextFindings(db, { branches: scope.branches, ...filter }, windowOf(page));
      const kinds = filter.kind?.length ? filter.kind : findingKinds;
      const count = found.counts.filter(({ kind }) => kinds.includes(kind)).reduce((sum, one) => sum + one.count, 0);
      const { check } = found;
      return {
        items: found.findings,
        ...totalOf(count),
        totals: {
          counts: found.counts,
          check: check && { ...check, checked_at: check.checked_at.toISOString() },
        },
      };
    },
  }),

  adminWrite({
    url: '/api/admin/seo-problems/check',
    summary: 'Проверить все тексты сейчас, не дожидаясь ночи',
    permission,
    response: Ok,
    async run({ db }) {
      // Those who ask while a check waits wait for the same one.
      await enqueue(db, 'check_texts', {}, { jobKey: 'check_texts' });
      return {
        answer: ok,
        audit: { resource: 'seo_texts', record_id: null, words: 'Запущена проверка текстов' },
      };
    },
  }),
];

/** A common text is read by all, a branch's own by its staff. */
function isShown({ department_id_1c }: SeoPlace, { branches }: Scope): boolean {
  return department_id_1c === null || branches === null || branches.includes(department_id_1c);
}

function present({ sample, ...text }: StaffSeoText): z.input<typeof Record> {
  return { ...text, id: placeId(text), kind_words: seoKinds[text.kind].label, sample: sample?.name ?? null };
}
