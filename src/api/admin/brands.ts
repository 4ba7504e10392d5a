import { z } from 'zod';
import {
  changeBrand,
  createBrand,
  listStaffBrands,
  readStaffBrand,
  setDealership,
} from '#modules/catalogue/save-brand.ts';
import { slugOf } from '#shared/transliterate.ts';
import { adminRecord } from './record.ts';
import { type AdminRoute, adminRead, adminWrite, NumberParam } from './route.ts';
import { Name, PageCode } from './texts.ts';

const Day = z.iso.date('Укажите день');

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

const DealerChange = z
  .strictObject({
    status: z.string().trim().min(3, 'Не короче трёх знаков').max(120, 'Не длиннее 120 знаков'),
    file: z
      .string()
      .regex(/^documents\/[^/]{1,200}$/)
      .nullable(),
    since: Day,
    until: Day.nullable(),
  })
  .refine(({ since, until }) => until === null || until >= since, {
    path: ['until'],
    message: 'Окончание раньше начала',
  });

const BrandChange = z
  .strictObject({
    name: Name,
    slug: PageCode,
    country: Name.nullable(),
    description: z.string().trim().max(20_000, 'Не длиннее 20 000 знаков').nullable(),
    logo: z.string().min(1).max(300).nullable(),
    dealer: DealerChange.nullable(),
  })
  .partial();

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
  ...adminRecord({
    url: '/api/admin/brands/:id',
    resource: 'brands',
    summaries: { read: 'Бренд', write: 'Сохранение бренда' },
    permissions: { read: 'catalogue.read', write: 'catalogue.write' },
    params: NumberParam,
    response: Brand,
    body: BrandChange,
    isUndoable: true,
    read: ({ db, params }, isLocked) => readStaffBrand(db, Number(params.id), isLocked),
    editable: ({ name, slug, country, description, logo, dealer }) => ({
      name,
      slug,
      country,
      description,
      logo,
      dealer,
    }),
    async change({ db, body, now }, before) {
      const { dealer, ...change } = body;
      if (dealer !== undefined) await setDealership(db, before.slug, dealer, now);
      if (Object.keys(change).length > 0) await changeBrand(db, before.slug, change, now);
      return { words: `Изменён бренд «${change.name ?? before.name}»` };
    },
  }),
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
