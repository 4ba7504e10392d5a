import { sql } from 'kysely';
import sharp from 'sharp';
import { takeFields } from '#modules/catalogue/field-owners.ts';
import { createCategory } from '#modules/catalogue/save-category.ts';
import { createShort } from '#modules/catalogue/save-short.ts';
import { goodsScope } from '#modules/catalogue/staff-products.ts';
import { createBranch } from '#modules/departments/create-branch.ts';
import { type FileMap, listFileMaps, saveFileMap } from '#modules/exchange/file-maps.ts';
import { importTable } from '#modules/exchange/import-table.ts';
import { PlanChange, rehearsePlan } from '#modules/pricing/rehearse-plan.ts';
import { takeMeasure } from '#modules/reports/loss-measures.ts';
import { setMaintenance } from '#platform/maintenance.ts';
import { holdOutgoing } from '#platform/outgoing.ts';
import { enqueue } from '#platform/queue.ts';
import { proposeCityCases } from '#shared/city-cases.ts';
import { makeStaff } from '#test/support/accounts.ts';
import { nextNumber } from '#test/support/numbers.ts';
import { makeRequisites } from '#test/support/requisites.ts';
import { makeCategory, makeProduct } from '#test/support/shop.ts';
import { type AdminCast, branches, call } from './cast.ts';
import { codeExamples } from './code-examples.ts';
import { contentExamples } from './content-examples.ts';
import { customerExamples } from './customer-examples.ts';
import { draftExamples } from './draft-examples.ts';
import { type Example, fileForm, ifMatch } from './example.ts';
import { firstRunExamples } from './first-run-examples.ts';
import { goodsTableExamples } from './goods-table-examples.ts';
import { keyExamples } from './key-examples.ts';
import { onecExamples } from './onec-examples.ts';
import { orderExamples } from './order-examples.ts';
import { promoExamples } from './promo-examples.ts';
import { requestExamples } from './request-examples.ts';
import { searchExamples } from './search-examples.ts';

const fileMap: FileMap = {
  name: 'Прайс',
  columns: [
    { heading: 'Код', field: 'idcode', target: null },
    { heading: 'Цена', field: 'price', target: 'vologda' },
  ],
  unit: 'sales',
  moved_percent: 30,
  moved_share: 5,
};

const at = (url: string, body?: object) => ({ make: () => ({ url, ...(body && { body }) }) });

/** Every call of the back office by method and path: one that is not here fails the test. */
export const examples: Record<string, Example> = {
  ...codeExamples,
  ...contentExamples,
  ...onecExamples,
  ...customerExamples,
  ...draftExamples,
  ...goodsTableExamples,
  ...keyExamples,
  ...firstRunExamples,
  ...orderExamples,
  ...promoExamples,
  ...requestExamples,
  ...searchExamples,
  'GET /api/admin/me': at('/api/admin/me'),
  'GET /api/admin/notices': at('/api/admin/notices'),
  'GET /api/admin/counters': at('/api/admin/counters'),
  'GET /api/admin/dashboard': at('/api/admin/dashboard?days=28'),
  'GET /api/admin/losses': at(`/api/admin/losses?filter=${encodeURIComponent('{"cause":["waiting"]}')}&sort=-days`),
  'GET /api/admin/losses/export': at('/api/admin/losses/export?format=csv'),
  'GET /api/admin/goods-to-buy': at('/api/admin/goods-to-buy?sort=-lost_units'),
  'GET /api/admin/goods-to-buy/export': at('/api/admin/goods-to-buy/export?format=csv'),
  'GET /api/admin/loss-measures': at('/api/admin/loss-measures'),
  'POST /api/admin/loss-measures': {
    answers: 201,
    make: (cast) => aMeasure(cast, branches.own),
    foreign: (cast) => aMeasure(cast, branches.foreign),
  },
  'POST /api/admin/loss-measures/:id/remove': {
    make: async (cast) => ({ url: `/api/admin/loss-measures/${await takenMeasure(cast, branches.own)}/remove` }),
    foreign: async (cast) => ({ url: `/api/admin/loss-measures/${await takenMeasure(cast, branches.foreign)}/remove` }),
  },
  'GET /api/admin/reports/sales': at('/api/admin/reports/sales?by=category'),
  'GET /api/admin/reports/sales/export': at('/api/admin/reports/sales/export?by=branch&format=csv'),
  'GET /api/admin/audit': at('/api/admin/audit'),
  'POST /api/admin/audit/:id/undo': { ...at('/api/admin/audit/999999/undo'), answers: 404, leavesNoLine: true },

  'GET /api/admin/orders': at(`/api/admin/orders?filter=${encodeURIComponent('{"state":["new"]}')}&sort=-total`),
  'POST /api/admin/orders/:id/move': {
    make: async (cast) => ({
      url: `/api/admin/orders/${(await cast.anOrder()).id}/move`,
      body: { state: 'assembling' },
    }),
    foreign: async (cast) => ({
      url: `/api/admin/orders/${(await cast.anOrder(branches.foreign)).id}/move`,
      body: { state: 'assembling' },
    }),
  },

  'GET /api/admin/price-tags': {
    make: ({ product }) => ({ url: `/api/admin/price-tags?branch=${branches.own}&ids=${product.id}` }),
    foreign: ({ product }) => ({ url: `/api/admin/price-tags?branch=${branches.foreign}&ids=${product.id}` }),
  },

  'GET /api/admin/branches': at('/api/admin/branches'),
  'GET /api/admin/branches/:id': {
    ...at(`/api/admin/branches/${branches.own}`),
    foreign: () => ({ url: `/api/admin/branches/${branches.foreign}` }),
  },
  'GET /api/admin/branches/:id/domain': {
    ...at(`/api/admin/branches/${branches.own}/domain`),
    foreign: () => ({ url: `/api/admin/branches/${branches.foreign}/domain` }),
  },
  'PATCH /api/admin/branches/:id': {
    async make(cast) {
      const url = `/api/admin/branches/${branches.own}`;
      const address = `ул. Гончарная, ${100 + nextNumber('house')}`;
      return { url, body: { address }, headers: await ifMatch(cast, url) };
    },
    foreign: async (cast) => {
      const url = `/api/admin/branches/${branches.foreign}`;
      return { url, body: { address: 'ул. Ленина, 1' }, headers: await ifMatch(cast, url) };
    },
  },

  'GET /api/admin/delivery/:id': {
    ...at(`/api/admin/delivery/${branches.own}`),
    foreign: () => ({ url: `/api/admin/delivery/${branches.foreign}` }),
  },
  'PATCH /api/admin/delivery/:id': {
    async make(cast) {
      const url = `/api/admin/delivery/${branches.own}`;
      return { url, body: { zones: [aZone(branches.own)] }, headers: await ifMatch(cast, url) };
    },
    foreign: async (cast) => {
      const url = `/api/admin/delivery/${branches.foreign}`;
      return { url, body: { zones: [aZone(branches.foreign)] }, headers: await ifMatch(cast, url) };
    },
  },
  'POST /api/admin/branches': { make: () => ({ url: '/api/admin/branches', body: newBranch() }), answers: 201 },
  'GET /api/admin/branches/:id/columns-plan': at(
    `/api/admin/branches/${branches.own}/columns-plan?base_price=vologda&b2b_price=vologda_b2b`,
  ),
  'PUT /api/admin/branches/:id/columns': at(`/api/admin/branches/${branches.own}/columns`, {
    base_price: 'vologda',
    b2b_price: 'vologda_b2b',
    seen: { base_price: 'vologda', b2b_price: 'vologda_b2b' },
  }),
  'POST /api/admin/branches/:id/open': {
    async make(cast) {
      const branch = newBranch();
      await cast.db.transaction().execute((db) => createBranch(db, branch));
      await makeProduct(cast.db, { price_column: branch.domain.replaceAll('-', '_') });
      const store = `store${Number(branch.id_1c)}`;
      const row = { store, product_id: cast.product.id, on_hand: 5, on_hand_base: 150 };
      await cast.db.insertInto('stock').values(row).execute();
      return { url: `/api/admin/branches/${branch.id_1c}/open` };
    },
  },
  'POST /api/admin/branches/:id/points': {
    make: () => ({
      url: `/api/admin/branches/${branches.own}/points`,
      body: { id_1c: nextCode(), name_for_site: 'Окружное шоссе', address: 'Окружное ш., 13' },
    }),
    answers: 201,
  },

  'GET /api/admin/staff': at('/api/admin/staff'),
  'POST /api/admin/staff': {
    make: () => ({
      url: '/api/admin/staff',
      body: {
        email: `novyi-${crypto.randomUUID()}@idd.example`,
        full_name: 'Инна Осипова',
        roles: ['support'],
        departments: [],
      },
    }),
    answers: 201,
  },
  'GET /api/admin/staff/:id': { make: async (cast) => ({ url: `/api/admin/staff/${(await aClerk(cast)).id}` }) },
  'PATCH /api/admin/staff/:id': {
    async make(cast) {
      const url = `/api/admin/staff/${(await aClerk(cast)).id}`;
      return { url, body: { roles: ['content'] }, headers: await ifMatch(cast, url) };
    },
  },
  'POST /api/admin/staff/:id/dismiss': {
    make: async (cast) => ({ url: `/api/admin/staff/${(await aClerk(cast)).id}/dismiss` }),
  },
  'POST /api/admin/staff/:id/reset-totp': {
    make: async (cast) => ({ url: `/api/admin/staff/${(await aClerk(cast)).id}/reset-totp` }),
  },
  'GET /api/admin/staff/:id/acting': {
    make: async (cast) => ({ url: `/api/admin/staff/${(await aClerk(cast)).id}/acting` }),
  },
  'GET /api/admin/staff/:id/sessions': {
    make: async (cast) => ({ url: `/api/admin/staff/${(await aClerk(cast)).id}/sessions` }),
  },
  'POST /api/admin/staff/:id/sessions/:session_id/end': {
    async make(cast) {
      const { id, session_id } = await aClerk(cast);
      return { url: `/api/admin/staff/${id}/sessions/${session_id}/end` };
    },
  },

  'PUT /api/admin/columns/:list': at('/api/admin/columns/orders', { hidden: ['way', 'source'] }),

  'GET /api/admin/views': at('/api/admin/views?path=/orders'),
  'POST /api/admin/views': {
    make: () => ({
      url: '/api/admin/views',
      body: {
        path: '/orders',
        search: 'view=list&state=new',
        name: `Новые ${crypto.randomUUID().slice(0, 8)}`,
        hidden: ['way'],
      },
    }),
    answers: 201,
  },
  'DELETE /api/admin/views/:id': { ...at('/api/admin/views/999999'), answers: 404, leavesNoLine: true },

  'POST /api/admin/presence': {
    make: () => ({ url: '/api/admin/presence', body: { tab: crypto.randomUUID(), path: '/orders/1' } }),
    leavesNoLine: true,
  },

  'GET /api/admin/events': at('/api/admin/events'),
  'GET /api/admin/connections': at('/api/admin/connections'),
  // Without a key there is nothing to ask.
  'POST /api/admin/connections/:id/check': {
    ...at('/api/admin/connections/payments/check', {}),
    answers: 404,
    leavesNoLine: true,
  },
  'GET /api/admin/settings': at('/api/admin/settings'),
  'GET /api/admin/settings/:id': at('/api/admin/settings/company'),
  'PATCH /api/admin/settings/:id': {
    make: async (cast) => ({
      url: '/api/admin/settings/company',
      body: { name: `ИДД ${crypto.randomUUID().slice(0, 8)}` },
      headers: await ifMatch(cast, '/api/admin/settings/company'),
    }),
  },

  'GET /api/admin/requisites/:id': at('/api/admin/requisites/shop'),
  'PATCH /api/admin/requisites/:id': {
    make: async (cast) => {
      await makeRequisites(cast.db);
      return {
        url: '/api/admin/requisites/shop',
        body: { phone: nextNumber('phone of requisites').toString() },
        headers: await ifMatch(cast, '/api/admin/requisites/shop'),
      };
    },
  },
  'GET /api/admin/branches/:id/requisites': at(`/api/admin/branches/${branches.own}/requisites`),
  'PATCH /api/admin/branches/:id/requisites': {
    make: async (cast) => {
      await makeRequisites(cast.db);
      const url = `/api/admin/branches/${branches.own}/requisites`;
      const body = { is_own: true, phone: nextNumber('phone of requisites').toString() };
      return { url, body, headers: await ifMatch(cast, url) };
    },
  },

  'GET /api/admin/health': at('/api/admin/health'),
  'GET /api/admin/health/facts': at('/api/admin/health/facts'),
  'GET /api/admin/timetable': at('/api/admin/timetable'),
  'GET /api/admin/outgoing': at('/api/admin/outgoing'),
  'POST /api/admin/outgoing/release': {
    async make({ db }) {
      await holdOutgoing(db, 'копия магазина');
      return { url: '/api/admin/outgoing/release', body: { sends_emails: false } };
    },
  },
  'GET /api/admin/maintenance': at('/api/admin/maintenance'),
  'POST /api/admin/maintenance': {
    async make({ db }) {
      await setMaintenance(db, false);
      return { url: '/api/admin/maintenance', body: { is_on: true } };
    },
  },
  'GET /api/admin/jobs': at('/api/admin/jobs'),
  'POST /api/admin/jobs/:id/retry': {
    async make({ db }) {
      await enqueue(db, 'clean_up');
      const { rows } = await sql<{ id: string }>`select max(id)::text as id from graphile_worker.jobs`.execute(db);
      return { url: `/api/admin/jobs/${rows[0]?.id}/retry` };
    },
  },

  'GET /api/admin/products': at(`/api/admin/products?filter=${encodeURIComponent('{"in_stock":true}')}&sort=-name`),
  'GET /api/admin/products/:id': { make: ({ product }) => ({ url: `/api/admin/products/${product.id}` }) },
  'PATCH /api/admin/products/:id': {
    async make(cast) {
      const url = `/api/admin/products/${cast.product.id}`;
      return { url, body: { article: crypto.randomUUID() }, headers: await ifMatch(cast, url) };
    },
  },
  'GET /api/admin/products/:id/branches': {
    make: ({ product }) => ({ url: `/api/admin/products/${product.id}/branches` }),
  },
  'POST /api/admin/products': {
    make: ({ category }) => ({
      url: '/api/admin/products',
      body: { name: `Плинтус ${crypto.randomUUID()}`, category_id: category.id },
    }),
    answers: 201,
  },
  'POST /api/admin/products/:id/release': {
    async make({ db }) {
      const { id } = await makeProduct(db, { id_1c: crypto.randomUUID() });
      await takeFields(db, { product_id: id, fields: ['name'], until: null });
      return { url: `/api/admin/products/${id}/release`, body: { field: 'name' } };
    },
  },
  'POST /api/admin/files': {
    async make() {
      const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: randomColour() } })
        .png()
        .toBuffer();
      return fileForm('/api/admin/files', bytes, 'фото.png');
    },
    answers: 201,
  },

  'POST /api/admin/pictures/crop': {
    async make(cast) {
      const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: randomColour() } })
        .png()
        .toBuffer();
      const form = await fileForm('/api/admin/files', bytes, 'фото.png');
      const { file } = (await call(cast, cast.headers.owner, { method: 'POST', ...form })).json();
      const part = { left: 0, top: 0, width: 0.5, height: 0.5 };
      return { url: '/api/admin/pictures/crop', body: { file, part } };
    },
    answers: 201,
  },

  'GET /api/admin/price-columns': at('/api/admin/price-columns'),
  'GET /api/admin/prices': at('/api/admin/prices?per_page=10'),
  'POST /api/admin/prices/cells': {
    async make({ db }) {
      const { id } = await makeProduct(db, { price: 10_000 });
      return {
        url: '/api/admin/prices/cells',
        body: { cells: [{ product_id: id, price_column: 'vologda', price: 11_000 }] },
      };
    },
    foreign: async ({ product }) => ({
      url: '/api/admin/prices/cells',
      body: { cells: [{ product_id: product.id, price_column: 'cherepovets', price: 50_000 }] },
    }),
  },
  'PUT /api/admin/prices/:id/tiers': {
    async make({ db }) {
      const { id } = await makeProduct(db, { price: 48_950 });
      return { url: `/api/admin/prices/${id}/tiers`, body: tiersIn('vologda') };
    },
    foreign: ({ product }) => ({ url: `/api/admin/prices/${product.id}/tiers`, body: tiersIn('cherepovets') }),
  },
  'PUT /api/admin/prices/:id/pin': {
    async make({ db }) {
      const { id } = await makeProduct(db, { id_1c: crypto.randomUUID() });
      return {
        url: `/api/admin/prices/${id}/pin`,
        body: { price_column: 'vologda', until: '2099-12-31', seen: notPinned },
      };
    },
    async foreign({ db }) {
      const { id } = await makeProduct(db, { id_1c: crypto.randomUUID(), price_column: 'cherepovets' });
      return {
        url: `/api/admin/prices/${id}/pin`,
        body: { price_column: 'cherepovets', until: '2099-12-31', seen: notPinned },
      };
    },
  },
  'POST /api/admin/prices/:id/unpin': {
    async make({ db }) {
      const { id } = await makeProduct(db);
      await db.insertInto('price_pins').values({ product_id: id, price_column: 'vologda' }).execute();
      return { url: `/api/admin/prices/${id}/unpin`, body: { price_column: 'vologda', seen: pinnedForEver } };
    },
    async foreign({ db }) {
      const { id } = await makeProduct(db, { price_column: 'cherepovets' });
      await db.insertInto('price_pins').values({ product_id: id, price_column: 'cherepovets' }).execute();
      return { url: `/api/admin/prices/${id}/unpin`, body: { price_column: 'cherepovets', seen: pinnedForEver } };
    },
  },
  'GET /api/admin/prices/:id/history': {
    make: ({ product }) => ({ url: `/api/admin/prices/${product.id}/history` }),
  },

  'GET /api/admin/bulk-jobs': at(`/api/admin/bulk-jobs?filter=${encodeURIComponent('{"state":["done"]}')}`),
  'GET /api/admin/price-plans': at('/api/admin/price-plans'),
  'POST /api/admin/price-plans': {
    make: async (cast) => ({ url: '/api/admin/price-plans', body: planOf(await makeProduct(cast.db)) }),
    answers: 201,
  },
  'GET /api/admin/price-plans/:id': {
    make: async (cast) => ({ url: `/api/admin/price-plans/${(await aPlan(cast)).id}` }),
    foreign: async (cast) => ({ url: `/api/admin/price-plans/${(await aPlan(cast, 'cherepovets')).id}` }),
  },
  'GET /api/admin/price-plans/:id/cells': {
    make: async (cast) => ({ url: `/api/admin/price-plans/${(await aPlan(cast)).id}/cells` }),
    foreign: async (cast) => ({ url: `/api/admin/price-plans/${(await aPlan(cast, 'cherepovets')).id}/cells` }),
  },
  'POST /api/admin/price-plans/:id/confirm': {
    async make(cast) {
      const { id, hash } = await aPlan(cast);
      return { url: `/api/admin/price-plans/${id}/confirm`, body: { hash } };
    },
    async foreign(cast) {
      const { id, hash } = await aPlan(cast, 'cherepovets');
      return { url: `/api/admin/price-plans/${id}/confirm`, body: { hash } };
    },
  },
  'POST /api/admin/price-plans/:id/cancel': {
    make: async (cast) => ({ url: `/api/admin/price-plans/${(await aPlan(cast)).id}/cancel` }),
    foreign: async (cast) => ({ url: `/api/admin/price-plans/${(await aPlan(cast, 'cherepovets')).id}/cancel` }),
  },
  'POST /api/admin/price-plans/:id/undo': {
    async make(cast) {
      const { id } = await aPlan(cast);
      await cast.db.updateTable('price_plans').set({ state: 'done' }).where('id', '=', id).execute();
      return { url: `/api/admin/price-plans/${id}/undo` };
    },
    async foreign(cast) {
      const { id } = await aPlan(cast, 'cherepovets');
      await cast.db.updateTable('price_plans').set({ state: 'done' }).where('id', '=', id).execute();
      return { url: `/api/admin/price-plans/${id}/undo` };
    },
  },

  'GET /api/admin/categories': at('/api/admin/categories'),
  'GET /api/admin/categories/:id': { make: ({ category }) => ({ url: `/api/admin/categories/${category.id}` }) },
  'PATCH /api/admin/categories/:id': {
    async make(cast) {
      const url = `/api/admin/categories/${cast.category.id}`;
      return { url, body: { short_name: crypto.randomUUID() }, headers: await ifMatch(cast, url) };
    },
  },
  'POST /api/admin/categories': {
    make: () => ({ url: '/api/admin/categories', body: { name: `Краски ${crypto.randomUUID()}` } }),
    answers: 201,
  },
  'POST /api/admin/category-menus': {
    make: ({ category }) => ({
      url: '/api/admin/category-menus',
      body: { department_id_1c: branches.own, category_ids: [category.id], is_shown: false },
    }),
    foreign: ({ category }) => ({
      url: '/api/admin/category-menus',
      body: { department_id_1c: branches.foreign, category_ids: [category.id], is_shown: false },
    }),
  },
  'POST /api/admin/categories/:id/move': {
    async make({ db, category }) {
      const parent = await createCategory(db, { name: `Смеси ${crypto.randomUUID()}`, parent_id: null });
      const { id } = await createCategory(db, { name: 'Краски', parent_id: parent.id });
      return { url: `/api/admin/categories/${id}/move`, body: { parent_id: category.id, place: 0 } };
    },
  },
  'POST /api/admin/categories/:id/release': {
    async make({ db }) {
      const { id } = await makeCategory(db, `razdel-${crypto.randomUUID()}`, 'Наше название');
      const id_1c = crypto.randomUUID();
      await db
        .updateTable('categories')
        .set({ id_1c, own_fields: ['name'] })
        .where('id', '=', id)
        .execute();
      await db
        .insertInto('onec_groups')
        .values({ id_1c, classifier_id_1c: '', name: 'Название из 1С', category_id: id })
        .execute();
      return { url: `/api/admin/categories/${id}/release`, body: { field: 'name' } };
    },
  },
  'GET /api/admin/attributes': at('/api/admin/attributes'),
  'GET /api/admin/attributes/:id': {
    make: async (cast) => ({ url: `/api/admin/attributes/${await anAttribute(cast)}` }),
  },
  'PATCH /api/admin/attributes/:id': {
    async make(cast) {
      const url = `/api/admin/attributes/${await anAttribute(cast)}`;
      return { url, body: { unit: 'мм' }, headers: await ifMatch(cast, url) };
    },
  },
  'POST /api/admin/attributes': {
    make: () => ({
      url: '/api/admin/attributes',
      body: { name: `Толщина ${crypto.randomUUID()}`, type: 'number', unit: 'мм', filter: 'range' },
    }),
    answers: 201,
  },
  'GET /api/admin/attributes/:id/values': {
    make: async (cast) => ({ url: `/api/admin/attributes/${await anAttribute(cast)}/values` }),
  },
  'GET /api/admin/attributes/:id/onec-words': {
    make: async (cast) => ({ url: `/api/admin/attributes/${await anAttribute(cast)}/onec-words` }),
  },
  'POST /api/admin/attributes/:id/release': {
    async make(cast) {
      const id = await anAttribute(cast);
      const property = { id_1c: crypto.randomUUID(), name: 'Основание', type: 'enum', attribute_id: id };
      await cast.db.insertInto('onec_properties').values(property).execute();
      return { url: `/api/admin/attributes/${id}/release` };
    },
  },
  'POST /api/admin/attributes/:id/merge': {
    make: async (cast) => ({
      url: `/api/admin/attributes/${await anAttribute(cast)}/merge`,
      body: { from: ['Гипс '], into: 'Гипс' },
    }),
  },
  'POST /api/admin/attributes/:id/type-rehearsal': {
    make: async (cast) => ({
      url: `/api/admin/attributes/${await anAttribute(cast)}/type-rehearsal`,
      body: { type: 'number', unit: 'мм' },
    }),
    leavesNoLine: true,
  },
  'POST /api/admin/attributes/:id/type': {
    async make(cast) {
      const url = `/api/admin/attributes/${await anAttribute(cast)}`;
      const wish = { type: 'number', unit: 'мм' };
      const seen = await call(cast, cast.headers.owner, { method: 'POST', url: `${url}/type-rehearsal`, body: wish });
      return { url: `${url}/type`, body: { ...wish, seen: seen.json().seen } };
    },
  },
  'GET /api/admin/brands': at('/api/admin/brands'),
  'POST /api/admin/brands': {
    make: () => ({ url: '/api/admin/brands', body: { name: `Бренд ${crypto.randomUUID()}` } }),
    answers: 201,
  },
  'GET /api/admin/brands/:id': { make: async (cast) => ({ url: `/api/admin/brands/${await aBrand(cast)}` }) },
  'PATCH /api/admin/brands/:id': {
    async make(cast) {
      const url = `/api/admin/brands/${await aBrand(cast)}`;
      return { url, body: { country: 'Россия' }, headers: await ifMatch(cast, url) };
    },
  },
  'GET /api/admin/shorts': at('/api/admin/shorts'),
  'POST /api/admin/shorts': {
    make: (cast) => ({
      url: '/api/admin/shorts',
      body: { ...aShortInput(cast), name: `Подборка ${crypto.randomUUID()}` },
    }),
    answers: 201,
  },
  'GET /api/admin/shorts/:id': { make: async (cast) => ({ url: `/api/admin/shorts/${await aShort(cast)}` }) },
  'PATCH /api/admin/shorts/:id': {
    async make(cast) {
      const url = `/api/admin/shorts/${await aShort(cast)}`;
      return { url, body: { title: 'Со скидкой' }, headers: await ifMatch(cast, url) };
    },
  },
  'POST /api/admin/shorts/:id/remove': {
    make: async (cast) => ({ url: `/api/admin/shorts/${await aShort(cast)}/remove` }),
  },
  'POST /api/admin/short-goods': {
    make: (cast) => ({ url: '/api/admin/short-goods', body: aShortInput(cast) }),
    leavesNoLine: true,
  },
  'GET /api/admin/units': at('/api/admin/units'),
  'GET /api/admin/units/:id': at(`/api/admin/units/${encodeURIComponent('меш.')}`),
  'PATCH /api/admin/units/:id': {
    async make(cast) {
      const url = `/api/admin/units/${encodeURIComponent('меш.')}`;
      const short = `м${nextNumber('unit')}.`;
      return { url, body: { short }, headers: await ifMatch(cast, url) };
    },
  },

  'GET /api/admin/file-maps': at('/api/admin/file-maps'),
  'PUT /api/admin/file-maps': {
    async make({ db }) {
      const seen = (await listFileMaps(db, true)).find(({ name }) => name === fileMap.name) ?? null;
      return { url: '/api/admin/file-maps', body: { ...fileMap, seen } };
    },
  },
  'GET /api/admin/file-imports': at('/api/admin/file-imports'),
  'GET /api/admin/file-imports/:id/rows': {
    make: async (cast) => ({ url: `/api/admin/file-imports/${await aFileImport(cast)}/rows` }),
  },
  'POST /api/admin/file-imports/headings': {
    make: () => fileForm('/api/admin/file-imports/headings', Buffer.from('Код;Цена\nA;1'), 'prices.csv'),
    leavesNoLine: true,
  },
  'POST /api/admin/file-imports': {
    async make({ db }) {
      await saveFileMap(db, fileMap, true);
      const product = await makeProduct(db);
      const price = String(400 + nextNumber('price'));
      const looked = { map: fileMap, source: 'prices.csv', author: 'Мария Отделова', isRehearsal: true };
      const rows = [{ row: 2, cells: [product.idcode, price] }];
      const { hash } = await db.transaction().execute((db) => importTable(db, rows, looked));
      const table = Buffer.from(`Код;Цена\n${product.idcode};${price}`);
      return fileForm('/api/admin/file-imports', table, 'prices.csv', { map: fileMap.name, mode: 'apply', hash });
    },
    answers: 201,
  },
  'POST /api/admin/file-imports/:id/undo': {
    make: async (cast) => ({ url: `/api/admin/file-imports/${await aFileImport(cast)}/undo` }),
  },
  'GET /api/admin/goods-export': at('/api/admin/goods-export'),

  'GET /api/admin/stock': at('/api/admin/stock?per_page=10'),
  'PUT /api/admin/stock/:id/shelf': {
    async make({ db, product: { id } }) {
      const row = db.selectFrom('stock').select('shelf').where('product_id', '=', id).where('store', '=', 'store12');
      const { shelf: seen } = await row.executeTakeFirstOrThrow();
      const body = { store: 'store12', shelf: crypto.randomUUID().slice(0, 8), seen };
      return { url: `/api/admin/stock/${id}/shelf`, body };
    },
    foreign: async ({ product }) => ({
      url: `/api/admin/stock/${product.id}/shelf`,
      body: { store: 'store52', shelf: 'А-1', seen: null },
    }),
  },
  'GET /api/admin/stock/short': at('/api/admin/stock/short'),
  'GET /api/admin/stock/short/export': at('/api/admin/stock/short/export?format=csv'),
  'POST /api/admin/stock/short/replacement': {
    async make(cast) {
      const { id } = await makeProduct(cast.db, { name: 'Замена', on_hand: 5 });
      return {
        url: '/api/admin/stock/short/replacement',
        body: { product_id: cast.product.id, store: 'store12', replacement_id: id },
      };
    },
  },
  'GET /api/admin/stock/:id/ended-reservations': {
    make: ({ product }) => ({ url: `/api/admin/stock/${product.id}/ended-reservations?store=store12` }),
    foreign: async ({ product }) => ({ url: `/api/admin/stock/${product.id}/ended-reservations?store=store52` }),
  },
  'GET /api/admin/stock/:id/reservations': {
    make: ({ product }) => ({ url: `/api/admin/stock/${product.id}/reservations` }),
  },
};

/** A member of staff who may be changed without harm. */
function aClerk({ db }: AdminCast) {
  return makeStaff(db, ['support']);
}

const notPinned = { is_pinned: false, pinned_until: null };
const pinnedForEver = { is_pinned: true, pinned_until: null };

function tiersIn(price_column: string) {
  return { price_column, tiers: [{ from_count: 24, price: 30_000 }], was: [] };
}

function planOf({ id }: { id: number }, column = 'vologda') {
  return {
    name: 'Подорожание',
    filter: { ids: [id] },
    columns: [column],
    change: { base: { from: 'own' }, percent: 5 },
  };
}

async function aPlan({ db }: AdminCast, price_column = 'vologda'): Promise<{ id: number; hash: string }> {
  const product = await makeProduct(db, { price_column });
  const { columns, change } = planOf(product, price_column);
  const owner = await makeStaff(db, ['owner']);
  return db.transaction().execute(async (db) => {
    const { id } = await rehearsePlan(db, await goodsScope(db, null), {
      name: 'Подорожание',
      filter: { ids: [product.id] },
      columns,
      uses_cost: false,
      starts: null,
      change: PlanChange.parse(change),
      author: { user_id: owner.id, full_name: owner.full_name },
    });
    return db.selectFrom('price_plans').select(['id', 'hash']).where('id', '=', id).executeTakeFirstOrThrow();
  });
}

/** A table of prices that was taken in; its id. */
async function aFileImport({ db }: AdminCast): Promise<number> {
  const product = await makeProduct(db);
  const rows = [{ row: 2, cells: [product.idcode, String(400 + nextNumber('price'))] }];
  const importing = { map: fileMap, source: 'prices.csv', author: 'Мария Отделова', isApproved: true };
  const { id } = await db.transaction().execute((db) => importTable(db, rows, importing));
  return id;
}

async function anAttribute({ db }: AdminCast): Promise<number> {
  const code = `osnova_${crypto.randomUUID().replaceAll('-', '')}`;
  const { id } = await db
    .insertInto('attributes')
    .values({ code, name: 'Основа', type: 'enum', filter: 'values' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function aBrand({ db }: AdminCast): Promise<number> {
  const slug = `brand-${crypto.randomUUID()}`;
  const { id } = await db.insertInto('brands').values({ slug, name: slug }).returning('id').executeTakeFirstOrThrow();
  return id;
}

const aShortInput = ({ category }: AdminCast) => ({ category_id: category.id, filters: { discounted: ['1'] } });

async function aShort(cast: AdminCast): Promise<number> {
  const name = `Подборка ${crypto.randomUUID()}`;
  const { id } = await cast.db.transaction().execute((db) => createShort(db, { ...aShortInput(cast), name }));
  return id;
}

function aZone(branch: string) {
  const name = `Зона ${nextNumber('zone')} филиала ${branch}`;
  return {
    id: null,
    name,
    places: [name],
    days_min: 1,
    days_max: 2,
    slots: [],
    rates: [{ up_to_grams: 300_000, price_kopecks: 39_000, vehicle: 'фургон' }],
  };
}

/** Of branches and points that no test has. */
function nextCode(): string {
  return String(70_000 + nextNumber('branch'));
}

/** What makes a branch of its own columns. */
export function newBranch() {
  const id_1c = nextCode();
  return {
    id_1c,
    domain: `kotlas-${id_1c}`,
    name_for_site: 'Котлас',
    city: 'Котлас',
    region: 'Архангельская область',
    names_cases: proposeCityCases('Котлас'),
    address: 'ул. Ленина, 1',
    time_zone: 'Europe/Moscow',
    phones: ['+7 (81837) 2-00-35'],
    prices_of: null,
    like: branches.own,
  };
}

function randomColour() {
  const [r = 0, g = 0, b = 0] = crypto.getRandomValues(new Uint8Array(3));
  return { r, g, b };
}

async function aMeasure({ db, product }: AdminCast, department_id_1c: string) {
  const loss = { department_id_1c, cause: 'waiting', times: 1, units: 1, sum: 100, detail: '{}' } as const;
  await db
    .insertInto('demand_losses')
    .values({ ...loss, product_id: product.id, day: '2026-01-01' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const what = `Заказали ${nextNumber('measure')} мешков`;
  return { url: '/api/admin/loss-measures', body: { department_id_1c, product_id: product.id, words: null, what } };
}

async function takenMeasure(cast: AdminCast, department_id_1c: string): Promise<number> {
  const { body } = await aMeasure(cast, department_id_1c);
  const { what, ...subject } = body;
  return (await takeMeasure(cast.db, subject, { what, who: 'Инна Осипова' })).id;
}
