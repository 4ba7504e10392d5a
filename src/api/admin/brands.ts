import { z } from 'zod';
import { BrandChange, brandChangeWords, fieldsOfBrand, saveBrand } from '#modules/catalogue/brand-change.ts';
import { createBrand, listStaffBrands, readStaffBrand } from '#modules/catalogue/save-brand.ts';
import { Name, PageCode } from '#platform/text-inputs.ts';
import { slugOf } from '#shared/transliterate.ts';
import { adminRecord, recordOf } from './record.ts';
import { draftRoutes } from './record-drafts.ts';
import { type AdminRoute, adminRead, adminWrite, NumberParam } from './route.ts';

/** The paper by which the shop is the brand's dealer; days 'YYYY-MM-DD', both included. */
const Dealer = z.object({
  status: z.string(),
  file: z.string().nullable(),
  since: z.string(),
  until: z.string().nullable(),
});

const Brand = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  country: z.string().nullable(),
  description: z.string().nullable(),
  logo: z.string().nullable(),
  dealer: Dealer.nullable(),
  goods_on: z.int(),
  goods_off: z.int(),
});

const brandRecord = recordOf({
  url: '/api/admin/brands/:id',
  resource: 'brands',
  summaries: { read: 'Бренд', write: 'Сохранение бренда' },
  permissions: { read: 'catalogue.read', write: 'catalogue.write' },
  params: NumberParam,
  response: Brand,
  body: BrandChange,
  isUndoable: true,
  read: ({ db, params }, isLocked) => readStaffBrand(db, Number(params.id), isLocked),
  editable: fieldsOfBrand,
  async change({ db, body, now }, before) {
    await saveBrand(db, before, body, now);
    return { words: brandChangeWords(before, body) };
  },
});

/** Makers of goods: their pages, logos and the papers of dealership. */
export const brandRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/brands',
    summary: 'Бренды',
    permission: 'catalogue.read',
    response: z.object({ items: z.array(Brand.omit({ description: true })), total: z.int() }),
    async run({ db }) {
      const items = (await listStaffBrands(db)).map(({ description: _, ...brand }) => brand);
      return { items, total: items.length };
    },
  }),
  ...adminRecord(brandRecord),
  ...draftRoutes(brandRecord, 'бренда'),
  adminWrite({
    url: '/api/admin/brands',
    summary: 'Новый бренд',
    permission: 'catalogue.write',
    body: z.strictObject({ name: Name, slug: PageCode.optional(), country: Name.nullable().optional() }),
    status: 201,
    needsKey: true,
    response: z.object({ id: z.int() }),
    async run({ db, body, now }) {
      const { name, slug = slugOf(name), country = null } = body;
      const { id } = await createBrand(db, { name, slug, country }, now);
      return {
        answer: { id },
        audit: { resource: 'brands', record_id: id, words: `Создан бренд «${name}»` },
        location: `/api/admin/brands/${id}`,
      };
    },
  }),
];
