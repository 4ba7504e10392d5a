import { endCode, makeCampaign, makeShelfCodes } from '#modules/codes/make-code.ts';
import { makeProduct } from '#test/support/shop.ts';
import { type AdminCast, branches } from './cast.ts';
import type { Example } from './example.ts';

const maker = { who: 'Пётр', note: '' };
const places = { [branches.own]: '00132', [branches.foreign]: branches.foreign };

/** Printed codes of shelves and campaigns. */
export const codeExamples: Record<string, Example> = {
  'GET /api/admin/shelf-codes': {
    make: () => ({ url: `/api/admin/shelf-codes?filter=${encodeURIComponent('{"q":"гладь","state":["running"]}')}` }),
  },
  'GET /api/admin/shelf-code-places': { make: () => ({ url: '/api/admin/shelf-code-places' }) },
  'POST /api/admin/shelf-codes': {
    make: async ({ db }) => ({
      url: '/api/admin/shelf-codes',
      body: { product_ids: [(await makeProduct(db)).id], department_id_1c: '00132' },
    }),
    answers: 201,
  },
  'POST /api/admin/shelf-codes/:id/end': {
    make: async (cast) => ({ url: `/api/admin/shelf-codes/${await aShelfCode(cast, branches.own)}/end` }),
  },
  'POST /api/admin/shelf-codes/:id/resume': {
    async make(cast) {
      const code = await aShelfCode(cast, branches.own);
      await endCode(cast.db, 'p', code);
      return { url: `/api/admin/shelf-codes/${code}/resume` };
    },
  },
  'GET /api/admin/shelf-code-labels': {
    make: async (cast) => ({ url: `/api/admin/shelf-code-labels?codes=${await aShelfCode(cast, branches.own)}` }),
    foreign: async (cast) => ({
      url: `/api/admin/shelf-code-labels?codes=${await aShelfCode(cast, branches.foreign)}`,
    }),
  },

  'GET /api/admin/campaign-codes': {
    make: () => ({ url: `/api/admin/campaign-codes?filter=${encodeURIComponent('{"q":"list","state":["ended"]}')}` }),
  },
  'POST /api/admin/campaign-codes': {
    make: () => ({
      url: '/api/admin/campaign-codes',
      body: { code: newCode(), target: '/actions/', utm_source: 'qr' },
    }),
    answers: 201,
  },
  'POST /api/admin/campaign-codes/:id/end': {
    make: async (cast) => ({ url: `/api/admin/campaign-codes/${await aCampaign(cast)}/end` }),
  },
  'POST /api/admin/campaign-codes/:id/resume': {
    make: async (cast) => ({
      url: `/api/admin/campaign-codes/${await aCampaign(cast)}/resume`,
      body: { ends_at: '2099-01-01T00:00:00Z' },
    }),
  },
  'GET /api/admin/campaign-codes/:id/label': {
    make: async (cast) => ({ url: `/api/admin/campaign-codes/${await aCampaign(cast)}/label` }),
  },
};

const newCode = () => `kod-${crypto.randomUUID().slice(0, 12)}`;

async function aShelfCode({ db }: AdminCast, branch: string): Promise<string> {
  const { id } = await makeProduct(db);
  const asked = { product_ids: [id], department_id_1c: places[branch] ?? null };
  const { codes } = await db.transaction().execute((db) => makeShelfCodes(db, asked, maker));
  return String(codes[0]);
}

async function aCampaign({ db }: AdminCast): Promise<string> {
  const code = newCode();
  const campaign = { target: '/actions/', utm_source: 'qr', utm_medium: null, utm_campaign: null, ends_at: null };
  await makeCampaign(db, { ...campaign, code }, maker);
  return code;
}
