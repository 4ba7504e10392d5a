import { createAction } from '#modules/catalogue/save-action.ts';
import { createBanner } from '#modules/content/banners.ts';
import { createWobbler } from '#modules/content/wobblers.ts';
import { publishCampaign } from '#modules/fortune/change-campaign.ts';
import { createStaffCampaign } from '#modules/fortune/staff-campaigns.ts';
import { createReadySet } from '#modules/landings/save-ready-set.ts';
import { readStaffProgramme, saveProgramme } from '#modules/loyalty/save-programme.ts';
import { createCreditProgram } from '#modules/payments/save-credit-program.ts';
import { createCouponBatch } from '#modules/pricing/coupon-batch.ts';
import { NewCouponBatch } from '#modules/pricing/coupon-fields.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { makeStaff } from '#test/support/accounts.ts';
import { nextNumber } from '#test/support/numbers.ts';
import { makeCoupon } from '#test/support/orders.ts';
import { makeProduct } from '#test/support/shop.ts';
import { type AdminCast, branches, type Call, call } from './cast.ts';
import type { Example } from './example.ts';

const at = (url: string) => ({ make: () => ({ url }) });

/** A call about a thing that `make` makes in a branch: `path` behind its address; `body` with its version. */
function about(make: (cast: AdminCast, branch: string) => Promise<string>, path = '', body?: () => object): Example {
  const given = async (cast: AdminCast, branch: string): Promise<Omit<Call, 'method'>> => {
    const url = `${await make(cast, branch)}${path}`;
    if (!body) return { url };
    const { headers } = await call(cast, cast.headers.owner, { method: 'GET', url });
    return { url, body: body(), headers: { 'if-match': String(headers.etag) } };
  };
  return { make: (cast) => given(cast, branches.own), foreign: (cast) => given(cast, branches.foreign) };
}

const noCondition = { brand_ids: [], attributes: [], price_column: null, price_from: null, price_to: null };
const aNote = () => ({ note: crypto.randomUUID() });

/** Promotions and coupons. */
export const promoExamples: Record<string, Example> = {
  'GET /api/admin/coupons': at(
    `/api/admin/coupons?filter=${encodeURIComponent('{"state":["running"],"q":"елка"}')}&sort=-used_count`,
  ),
  'GET /api/admin/coupons/:id': about(aCoupon),
  'PATCH /api/admin/coupons/:id': about(aCoupon, '', aNote),
  'POST /api/admin/coupons': {
    make: () => ({ url: '/api/admin/coupons', body: { code: newCode(), kind: 'percent', percent: 5 } }),
    answers: 201,
  },
  'POST /api/admin/coupons/:id/end': about(aCoupon, '/end'),
  'GET /api/admin/coupons/:id/uses': about(aCoupon, '/uses'),
  'POST /api/admin/coupon-batches': {
    make: () => ({ url: '/api/admin/coupon-batches', body: { prefix: 'A', count: 2, kind: 'percent', percent: 5 } }),
    answers: 201,
  },
  'POST /api/admin/coupon-batches/:id/end': about(aBatch, '/end'),
  'POST /api/admin/coupon-bench': {
    make: ({ product }) => ({
      url: '/api/admin/coupon-bench',
      body: {
        code: 'НЕТТАКОГО',
        department_id_1c: branches.own,
        user_id: null,
        at: null,
        cart: { from: 'goods', lines: [{ product_id: product.id, count: 1 }] },
      },
    }),
    leavesNoLine: true,
  },
  'GET /api/admin/coupon-customers': at(`/api/admin/coupon-customers?q=${encodeURIComponent('Анна')}`),

  'GET /api/admin/actions': at(
    `/api/admin/actions?filter=${encodeURIComponent('{"state":["current","coming"]}')}&sort=-ends_at`,
  ),
  'GET /api/admin/actions/:id': about(anAction),
  'PATCH /api/admin/actions/:id': about(anAction, '', () => ({ organiser: crypto.randomUUID() })),
  'POST /api/admin/actions': {
    make: () => ({
      url: '/api/admin/actions',
      body: { name: `Акция ${crypto.randomUUID()}`, rules: 'Скидка в цене', ...days },
    }),
    answers: 201,
  },
  'POST /api/admin/actions/:id/end': about(anAction, '/end'),
  'GET /api/admin/actions/:id/goods': about(anAction, '/goods'),
  'POST /api/admin/actions/:id/goods': {
    make: async (cast) => ({
      url: `${await anAction(cast, branches.own)}/goods`,
      body: { product_ids: [cast.product.id] },
    }),
    foreign: async (cast) => ({
      url: `${await anAction(cast, branches.foreign)}/goods`,
      body: { category_id: cast.category.id },
    }),
  },
  'POST /api/admin/actions/:id/goods/remove': {
    make: async (cast) => ({
      url: `${await anAction(cast, branches.own)}/goods/remove`,
      body: { product_ids: null },
    }),
    foreign: async (cast) => ({
      url: `${await anAction(cast, branches.foreign)}/goods/remove`,
      body: { product_ids: null },
    }),
  },

  'POST /api/admin/action-goods': {
    make: ({ category }) => ({
      url: '/api/admin/action-goods',
      body: { conditions: [{ ...noCondition, category_id: category.id }] },
    }),
    leavesNoLine: true,
  },

  'GET /api/admin/banners': at(`/api/admin/banners?filter=${encodeURIComponent('{"state":["running"]}')}`),
  'GET /api/admin/banners/:id': about(aBanner),
  'PATCH /api/admin/banners/:id': about(aBanner, '', () => ({ text: crypto.randomUUID() })),
  'POST /api/admin/banners': {
    make: () => ({ url: '/api/admin/banners', body: { title: 'Ремонт', button_text: 'Смотреть', link: '/actions/' } }),
    answers: 201,
  },
  'POST /api/admin/banners/:id/end': about(aBanner, '/end'),

  'GET /api/admin/wobblers': at(`/api/admin/wobblers?filter=${encodeURIComponent('{"q":"скидка"}')}`),
  'GET /api/admin/wobblers/:id': about(aWobbler),
  'PATCH /api/admin/wobblers/:id': about(aWobbler, '', () => ({ text: crypto.randomUUID() })),
  'POST /api/admin/wobblers': {
    make: () => ({
      url: '/api/admin/wobblers',
      body: { position: 'bottom', text: 'Скидка на смеси', action_link: '/actions/' },
    }),
    answers: 201,
  },
  'POST /api/admin/wobblers/:id/end': about(aWobbler, '/end'),
  'POST /api/admin/wobbler-preview': {
    make: () => ({ url: '/api/admin/wobbler-preview', body: { text: '<b>Скидка</b>' } }),
    leavesNoLine: true,
  },

  'GET /api/admin/credit-programs': at(
    `/api/admin/credit-programs?filter=${encodeURIComponent('{"state":["running"],"q":"ремонт"}')}`,
  ),
  'GET /api/admin/credit-programs/:id': { make: async (cast) => ({ url: await aCreditProgram(cast) }) },
  'PATCH /api/admin/credit-programs/:id': {
    async make(cast) {
      const url = await aCreditProgram(cast);
      const { headers } = await call(cast, cast.headers.owner, { method: 'GET', url });
      return { url, body: { terms: crypto.randomUUID() }, headers: { 'if-match': String(headers.etag) } };
    },
  },
  'POST /api/admin/credit-programs': {
    make: () => ({ url: '/api/admin/credit-programs', body: credit }),
    answers: 201,
  },
  'POST /api/admin/credit-programs/:id/end': {
    make: async (cast) => ({ url: `${await aCreditProgram(cast)}/end` }),
  },

  'GET /api/admin/ready-sets': at(`/api/admin/ready-sets?filter=${encodeURIComponent('{"is_on":true,"q":"ёлка"}')}`),
  'GET /api/admin/ready-sets/:id': { make: async (cast) => ({ url: await aReadySet(cast) }) },
  'PATCH /api/admin/ready-sets/:id': {
    async make(cast) {
      const url = await aReadySet(cast);
      const { headers } = await call(cast, cast.headers.owner, { method: 'GET', url });
      return { url, body: { text: crypto.randomUUID() }, headers: { 'if-match': String(headers.etag) } };
    },
  },
  'POST /api/admin/ready-sets': {
    make: async (cast) => ({ url: '/api/admin/ready-sets', body: { name: 'Ёлка', goods: await twoProducts(cast) } }),
    answers: 201,
  },
  'POST /api/admin/ready-sets/:id/remove': {
    make: async (cast) => ({ url: `${await aReadySet(cast)}/remove` }),
  },
  'POST /api/admin/ready-set-look': {
    make: async (cast) => ({ url: '/api/admin/ready-set-look', body: { goods: await twoProducts(cast) } }),
    leavesNoLine: true,
  },

  'GET /api/admin/loyalty-programmes': at('/api/admin/loyalty-programmes'),
  'GET /api/admin/loyalty-programmes/:id': { make: async (cast) => ({ url: await aProgramme(cast) }) },
  'PATCH /api/admin/loyalty-programmes/:id': {
    async make(cast) {
      const url = await aProgramme(cast);
      const { headers } = await call(cast, cast.headers.owner, { method: 'GET', url });
      return { url, body: { name: crypto.randomUUID() }, headers: { 'if-match': String(headers.etag) } };
    },
  },
  'POST /api/admin/loyalty-programmes': {
    async make({ db }) {
      await db.deleteFrom('loyalty_levels').where('kind', '=', 'idd').execute();
      await db.deleteFrom('loyalty_programmes').where('kind', '=', 'idd').execute();
      return { url: '/api/admin/loyalty-programmes', body: { id: 'idd', ...rules } };
    },
    answers: 201,
  },
  'POST /api/admin/loyalty-programmes/:id/preview': {
    make: async (cast) => ({
      url: `${await aProgramme(cast)}/preview`,
      body: { levels: rules.levels, counting_days: 365 },
    }),
    leavesNoLine: true,
  },

  'GET /api/admin/wheels': at('/api/admin/wheels'),
  'GET /api/admin/wheels/:id': { make: async (cast) => ({ url: await aWheel(cast) }) },
  'PATCH /api/admin/wheels/:id': {
    async make(cast) {
      const url = await aWheel(cast);
      const { headers } = await call(cast, cast.headers.owner, { method: 'GET', url });
      return { url, body: { title: crypto.randomUUID() }, headers: { 'if-match': String(headers.etag) } };
    },
  },
  'POST /api/admin/wheels': {
    make: () => ({ url: '/api/admin/wheels', body: { ...aCampaign(), code: `koleso-${crypto.randomUUID()}` } }),
    answers: 201,
  },
  'POST /api/admin/wheels/:id/publish': { make: async (cast) => ({ url: `${await aWheel(cast)}/publish` }) },
  'POST /api/admin/wheels/:id/close': {
    async make(cast) {
      const url = await aWheel(cast);
      const { code } = await cast.db
        .selectFrom('fortune_campaigns')
        .select('code')
        .where('id', '=', Number(url.split('/').at(-1)))
        .executeTakeFirstOrThrow();
      await cast.db.transaction().execute((db) => publishCampaign(db, code));
      return { url: `${url}/close` };
    },
  },
  'POST /api/admin/wheel-simulation': {
    make: () => ({ url: '/api/admin/wheel-simulation', body: { prizes, budget_kopecks: 1_000_000 } }),
    leavesNoLine: true,
  },
};

const prizes = [
  { name: 'Купон 1 000 ₽', weight: 1, sum_kopecks: 100_000, min_sum_kopecks: 500_000 },
  { name: 'Купон 100 ₽', weight: 99, sum_kopecks: 10_000, min_sum_kopecks: 100_000 },
].map((prize, at) => ({ ...prize, coupon_days: 14, stock: null, is_consolation: at === 1 }));

const rules = {
  name: 'Карта',
  counting_days: 365,
  expiry_days: null,
  spend_percent: null,
  bonus_kopecks: 100,
  least_paid_kopecks: 100,
  spends_on_reduced: false,
  spends_with_coupon: true,
  grace_days: 14,
  closed_category_ids: [],
  levels: [{ name: 'Старт', from_sum_kopecks: 0, percent: 1 }],
};

const credit = {
  partner: 'Банк',
  name: 'Ремонт',
  min_sum_kopecks: 300_000,
  max_sum_kopecks: 20_000_000,
  months: [6, 12],
  rate_from: 2_190,
  rate_to: 3_290,
  full_cost_from: 2_190,
  full_cost_to: 3_690,
  documents: 'паспорт',
  terms: 'Без первого взноса',
};

const days = { starts_at: '2026-01-01T00:00:00Z', ends_at: '2099-01-01T00:00:00Z' };

function newCode(): string {
  return `C-${crypto.randomUUID().slice(0, 12).toUpperCase()}`;
}

async function aCoupon({ db }: AdminCast, department_id_1c: string): Promise<string> {
  const code = newCode();
  await makeCoupon(db, code, { department_id_1c });
  return `/api/admin/coupons/${code}`;
}

async function aBatch({ db }: AdminCast, department_id_1c: string): Promise<string> {
  const { id: author } = await makeStaff(db, ['marketing']);
  const batch = NewCouponBatch.parse({ prefix: '', count: 2, kind: 'percent', percent: 5, department_id_1c });
  const { id } = await db.transaction().execute((db) => createCouponBatch(db, batch, author, new Date()));
  return `/api/admin/coupon-batches/${id}`;
}

async function anAction({ db }: AdminCast, department_id_1c: string): Promise<string> {
  const [starts_at, ends_at] = [new Date(days.starts_at), new Date(days.ends_at)];
  const slug = `aktsiya-${crypto.randomUUID()}`;
  const action = { slug, name: 'Тёплый дом', rules: 'Скидка в цене', department_id_1c, starts_at, ends_at };
  const { id } = await db.transaction().execute((db) => createAction(db, action));
  return `/api/admin/actions/${id}`;
}

async function aBanner({ db }: AdminCast, department_id_1c: string): Promise<string> {
  const banner = { department_id_1c, title: 'Ремонт', text: '', button_text: 'Смотреть', link: '/actions/' };
  return `/api/admin/banners/${await createBanner(db, banner)}`;
}

async function aWobbler({ db }: AdminCast, department_id_1c: string): Promise<string> {
  const wobbler = { department_id_1c, position: 'bottom' as const, text: '<p>Скидка</p>', action_link: '/actions/' };
  return `/api/admin/wobblers/${await createWobbler(db, wobbler)}`;
}

async function aCreditProgram({ db }: AdminCast): Promise<string> {
  const program = {
    ...credit,
    is_example: false,
    position: 0,
    is_draft: false,
    starts_at: days.starts_at,
    ends_at: null,
  };
  return `/api/admin/credit-programs/${await createCreditProgram(db, program)}`;
}

async function twoProducts({ db, product }: AdminCast) {
  const { idcode } = await makeProduct(db);
  return [
    { idcode: product.idcode, count: 1 },
    { idcode, count: 2 },
  ];
}

async function aReadySet(cast: AdminCast): Promise<string> {
  const goods = await twoProducts(cast);
  const set = { name: 'Готовая ёлка', text: '', position: 0, is_on: true, goods };
  return `/api/admin/ready-sets/${await cast.db.transaction().execute((db) => createReadySet(db, set))}`;
}

async function aProgramme({ db }: AdminCast): Promise<string> {
  if (!(await readStaffProgramme(db, 'bonus')))
    await saveProgramme(db, 'bonus', null, { ...rules, expiry_days: 180, spend_percent: 30 });
  return '/api/admin/loyalty-programmes/bonus';
}

/** Each on days of its own: two published wheels do not meet. */
function aCampaign() {
  const starts_at = new Date(Date.UTC(2090, 0, 1) + nextNumber('wheel') * 2 * 86_400_000);
  return {
    title: 'Зимнее колесо',
    organiser: 'ООО «ИДД»',
    rules_html: 'Крутите',
    period: 'week' as const,
    budget_kopecks: 10_000_000,
    device_limit: 2,
    address_limit: 20,
    prizes,
    starts_at: starts_at.toISOString(),
    ends_at: new Date(starts_at.getTime() + 86_400_000).toISOString(),
  };
}

async function aWheel({ db }: AdminCast): Promise<string> {
  const keys = await secretKeys(db, undefined);
  const campaign = { ...aCampaign(), code: `koleso-${crypto.randomUUID()}` };
  return `/api/admin/wheels/${await db.transaction().execute((db) => createStaffCampaign(db, keys, campaign))}`;
}
