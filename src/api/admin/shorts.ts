import { z } from 'zod';
import {
  createShort,
  listStaffShorts,
  readStaffShort,
  removeShort,
  type ShortFilters,
  saveShort,
} from '#modules/catalogue/save-short.ts';
import { shortListing } from '#modules/catalogue/shorts.ts';
import { cleanHtml } from '#modules/content/clean-html.ts';
import { endRedirect, setRedirect } from '#modules/content/redirects.ts';
import { query } from '#modules/search/listing.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { Name, PageCode } from '#platform/text-inputs.ts';
import { switches, switchKeys } from '#shared/listing-query.ts';
import { countOf } from '#shared/plurals.ts';
import { shortUrl } from '#shared/urls.ts';
import { branchContext } from './branch-context.ts';
import { adminRecord } from './record.ts';
import { type AdminRoute, adminAsk, adminRead, adminWrite, NumberParam } from './route.ts';

/** Keys of a list's address that are no filters of goods. */
const notFilters = ['category', 'q', 'exact', 'sort', 'page', 'limit'];
const Filters = z
  .record(z.string().max(100), z.array(z.string().max(100)).max(100))
  .refine((filters) => Object.keys(filters).length <= 30, 'Не больше 30 фильтров')
  .refine((filters) => notFilters.every((key) => !(key in filters)), 'Подборка складывается только из фильтров');

const Short = z.object({
  id: z.int(),
  category_id: z.int(),
  category_code: z.string(),
  category_name: z.string(),
  code: z.string(),
  name: z.string(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  text: z.string().nullable(),
  faq: z.array(z.object({ question: z.string(), answer: z.string() })),
  filters: z.record(z.string(), z.array(z.string())),
  position: z.int(),
});

const Line = (most: number) =>
  z
    .string()
    .trim()
    .min(1, 'Обязательно для заполнения')
    .max(most, `Не длиннее ${countOf(most, 'знака', 'знаков', 'знаков')}`);
const ShortChange = z
  .strictObject({
    code: PageCode,
    name: Name,
    title: Line(200).nullable(),
    description: Line(500).nullable(),
    text: z.string().max(50_000, 'Не длиннее 50 000 знаков').nullable(),
    faq: z.array(z.strictObject({ question: Line(300), answer: Line(3_000) })).max(20, 'Не больше 20 вопросов'),
    filters: Filters,
    position: z.int('Целое число').min(0).max(10_000),
  })
  .partial();

const Facet = z.object({
  code: z.string(),
  name: z.string(),
  unit: z.string().nullable(),
  kind: z.enum(['values', 'range']),
  values: z.array(z.object({ id: z.string(), value: z.string(), count: z.int(), selected: z.boolean() })),
  /** The least and the most of the goods. */
  range: z.object({ min: z.number(), max: z.number() }).nullable(),
});

/** Short listings: a category narrowed by fixed filters, with a page and words of its own. */
export const shortRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/shorts',
    summary: 'Подборки, все или одной категории',
    permission: 'catalogue.read',
    query: z.object({ category_id: z.coerce.number().int().positive().optional() }),
    response: z.object({ items: z.array(Short.omit({ text: true, faq: true })), total: z.int() }),
    async run({ db, query: { category_id = null } }) {
      const items = (await listStaffShorts(db, category_id)).map(({ text: _text, faq: _faq, ...short }) => short);
      return { items, total: items.length };
    },
  }),

  ...adminRecord({
    url: '/api/admin/shorts/:id',
    resource: 'shorts',
    summaries: { read: 'Подборка', write: 'Сохранение подборки' },
    permissions: { read: 'catalogue.read', write: 'catalogue.write' },
    params: NumberParam,
    response: Short,
    body: ShortChange,
    isUndoable: true,
    read: ({ db, params }, isLocked) => readStaffShort(db, Number(params.id), isLocked),
    editable: ({ code, name, title, description, text, faq, filters, position }) => ({
      code,
      name,
      title,
      description,
      text,
      faq,
      filters,
      position,
    }),
    async change({ db, context, scope, body, now }, before) {
      if (body.filters) await refuseStrange(context.db, scope, before.category_code, body.filters);
      await saveShort(db, before, { ...body, ...(body.text && { text: cleanHtml(body.text) }) });
      const { code = before.code } = body;
      if (code !== before.code) {
        const own = shortUrl(before.category_code, code);
        await endRedirect(db, own);
        await setRedirect(db, { from_path: shortUrl(before.category_code, before.code), to_path: own }, now);
      }
      return { words: `Изменена подборка «${body.name ?? before.name}»` };
    },
  }),

  adminWrite({
    url: '/api/admin/shorts',
    summary: 'Новая подборка',
    permission: 'catalogue.write',
    body: z.strictObject({ category_id: z.int().positive(), name: Name, filters: Filters }),
    status: 201,
    needsKey: true,
    response: z.object({ id: z.int() }),
    async run({ db, context, scope, body }) {
      const code = await codeOf(db, body.category_id);
      await refuseStrange(context.db, scope, code, body.filters);
      const created = await createShort(db, body);
      await endRedirect(db, shortUrl(code, created.code));
      return {
        answer: { id: created.id },
        audit: { resource: 'shorts', record_id: created.id, words: `Создана подборка «${body.name}»`, after: body },
        location: `/api/admin/shorts/${created.id}`,
      };
    },
  }),

  adminWrite({
    url: '/api/admin/shorts/:id/remove',
    summary: 'Удаление подборки: её адрес ведёт в раздел',
    permission: 'catalogue.write',
    params: NumberParam,
    response: z.object({ category_id: z.int() }),
    async run({ db, params, now }) {
      const before = await readStaffShort(db, params.id, true);
      if (!before) throw new Refusal('not_found');
      await removeShort(db, before.id);
      const from_path = shortUrl(before.category_code, before.code);
      await setRedirect(db, { from_path, category_id: before.category_id }, now);
      return {
        answer: { category_id: before.category_id },
        audit: { resource: 'shorts', record_id: before.id, words: `Удалена подборка «${before.name}»`, before },
      };
    },
  }),

  adminAsk({
    url: '/api/admin/short-goods',
    summary: 'Что подходит под фильтры подборки в филиале и чем её ещё можно сузить',
    permission: 'catalogue.read',
    body: z.strictObject({
      category_id: z.int().positive(),
      filters: Filters,
      department_id_1c: z.string().max(40).optional(),
    }),
    response: z.object({
      department_id_1c: z.string(),
      /** Cards: variants of one model count once. */
      total: z.int(),
      facets: z.array(Facet),
      switches: z.array(z.object({ key: z.string(), label: z.string(), count: z.int(), selected: z.boolean() })),
      /** Filters that no goods or attributes stand behind. */
      ignored: z.array(z.string()),
    }),
    async run({ db, context, scope, body: { category_id, filters, department_id_1c }, now }) {
      const priceContext = await branchContext(db, scope, department_id_1c);
      const { ignored, ...listing } = shortListing(filters, await codeOf(db, category_id));
      const found = await query(context.db, priceContext, listing, now);
      return {
        department_id_1c: priceContext.department_id_1c,
        total: found.total,
        facets: found.facets.map(({ code, name, unit, kind, values, range }) => ({
          code,
          name,
          unit,
          kind,
          values,
          range: range ? { min: range.min, max: range.max } : null,
        })),
        switches: switchKeys.map((key) => ({
          key,
          label: switches[key].tick,
          count: found.counts[key],
          selected: listing[key] === true,
        })),
        ignored: [...ignored, ...found.ignored],
      };
    },
  }),
];

async function codeOf(db: Db, category_id: number): Promise<string> {
  const category = await db.selectFrom('categories').select('code').where('id', '=', category_id).executeTakeFirst();
  if (!category) throw new Refusal('bad_input', { fields: { category_id: 'Такого раздела нет' } });
  return category.code;
}

/** A short listing that narrows nothing is the category itself. */
async function refuseStrange(
  db: Db,
  scope: Parameters<typeof branchContext>[1],
  categoryCode: string,
  filters: ShortFilters,
): Promise<void> {
  const problem = (words: string) => new Refusal('bad_input', { fields: { filters: words } });
  if (Object.values(filters).flat().length === 0) throw problem('Отметьте хотя бы один фильтр');
  const { ignored, ...listing } = shortListing(filters, categoryCode);
  const found = await query(db, await branchContext(db, scope, undefined), { ...listing, limit: 1 });
  const strange = [...ignored, ...found.ignored];
  if (strange.length > 0) throw problem(`Таких фильтров нет: ${strange.join(', ')}`);
}
