import { createCouponBatch } from '#modules/pricing/coupon-batch.ts';
import { NewCouponBatch } from '#modules/pricing/coupon-fields.ts';
import { makeStaff } from '#test/support/accounts.ts';
import { makeCoupon } from '#test/support/orders.ts';
import { type AdminCast, branches, type Call, call } from './cast.ts';
import type { Example } from './examples.ts';

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
        ...{ code: 'НЕТТАКОГО', department_id_1c: branches.own, user_id: null, at: null },
        cart: { from: 'goods', lines: [{ product_id: product.id, count: 1 }] },
      },
    }),
    leavesNoLine: true,
  },
  'GET /api/admin/coupon-customers': at(`/api/admin/coupon-customers?q=${encodeURIComponent('Анна')}`),
};

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
