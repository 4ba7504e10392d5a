import { createAttribute } from '#modules/catalogue/save-attribute.ts';
import { createBrand } from '#modules/catalogue/save-brand.ts';
import { readStaffProduct } from '#modules/catalogue/staff-product.ts';
import type { DraftResource, Fields } from '#modules/drafts/kinds.ts';
import { saveDraft } from '#modules/drafts/save-draft.ts';
import { makeCategory, makeProduct } from '#test/support/shop.ts';
import { type AdminCast, branches, call } from './cast.ts';
import type { Example } from './example.ts';

/** A record of one resource: its address among the calls, and fields that it does not have yet. */
type Made = { record_id: string; url: string; fields: Fields };
type Make = (cast: AdminCast, branch: string | null) => Promise<Made>;

const products: Make = async ({ db }) => {
  const { id } = await makeProduct(db);
  const name = (await readStaffProduct(db, id))?.name;
  return { record_id: String(id), url: `/api/admin/products/${id}`, fields: { name: `${name}, новая` } };
};

const categories: Make = async ({ db }) => {
  const { id } = await makeCategory(db, `razdel-${crypto.randomUUID()}`, 'Раздел');
  return { record_id: String(id), url: `/api/admin/categories/${id}`, fields: { description: 'Для стен и потолков' } };
};

const brands: Make = async ({ db }) => {
  const name = `Бренд ${crypto.randomUUID()}`;
  const { id } = await createBrand(db, { name, slug: `brend-${crypto.randomUUID()}` });
  return { record_id: String(id), url: `/api/admin/brands/${id}`, fields: { country: 'Россия' } };
};

const seoTexts: Make = async ({ db }, branch) => {
  const key = `razdel-${crypto.randomUUID()}`;
  await makeCategory(db, key, 'Раздел');
  const record_id = `category~${key}~${branch ?? ''}`;
  return { record_id, url: `/api/admin/seo-texts/${record_id}`, fields: { title: 'Раздел {category}' } };
};

const attributes: Make = async ({ db }) => {
  const filter = null;
  const { id } = await createAttribute(db, {
    name: `Свойство ${crypto.randomUUID()}`,
    type: 'text',
    unit: null,
    filter,
  });
  return { record_id: String(id), url: `/api/admin/attributes/${id}`, fields: { group_name: 'Размеры' } };
};

const departments: Make = async (_cast, branch) => {
  const record_id = branch ?? branches.own;
  return { record_id, url: `/api/admin/branches/${record_id}`, fields: { address: `ул. ${crypto.randomUUID()}` } };
};

const settings: Make = async () => {
  const fields = { header_hours: [crypto.randomUUID()] };
  return { record_id: 'contact_centre', url: '/api/admin/settings/contact_centre', fields };
};

const emailTexts: Make = async (_cast, branch) => {
  const record_id = `order_placed~${branch ?? ''}`;
  return {
    record_id,
    url: `/api/admin/email-texts/${record_id}`,
    fields: { lead: `Спасибо, ${crypto.randomUUID()}.` },
  };
};

/** Drafts over records that are on the site. */
export const draftExamples: Record<string, Example> = {
  'GET /api/admin/drafts': { make: () => ({ url: '/api/admin/drafts?sort=-publish_at' }) },
  ...examplesOf('products', '/api/admin/products/:id', products),
  ...examplesOf('categories', '/api/admin/categories/:id', categories),
  ...examplesOf('brands', '/api/admin/brands/:id', brands),
  ...examplesOf('attributes', '/api/admin/attributes/:id', attributes),
  ...examplesOf('branches', '/api/admin/branches/:id', departments, true),
  ...examplesOf('settings', '/api/admin/settings/:id', settings),
  ...examplesOf('email_texts', '/api/admin/email-texts/:id', emailTexts, true),
  ...examplesOf('seo_texts', '/api/admin/seo-texts/:id', seoTexts, true),
};

/** `hasBranches`: the record may be of a branch. */
function examplesOf(
  resource: DraftResource,
  path: string,
  makeRecord: Make,
  hasBranches = false,
): Record<string, Example> {
  const make: Make = async (cast, branch) => {
    const made = await makeRecord(cast, branch);
    // Some records are there once: what another example left waits over them.
    await cast.db
      .deleteFrom('drafts')
      .where('resource', '=', resource)
      .where('record_id', '=', made.record_id)
      .execute();
    return made;
  };
  const given = (run: (cast: AdminCast, branch: string | null) => ReturnType<Example['make']>): Example => ({
    make: (cast) => run(cast, null),
    ...(hasBranches && { foreign: (cast: AdminCast) => run(cast, branches.foreign) }),
  });
  const about = (end: string, body?: object): Example =>
    given(async (cast, branch) => {
      const { url } = await withDraft(cast, resource, await make(cast, branch));
      return { url: `${url}/draft${end}`, ...(body && { body }) };
    });
  return {
    [`GET ${path}/draft`]: about(''),
    [`PUT ${path}/draft`]: given(async (cast, branch) => {
      const { url, fields } = await make(cast, branch);
      return { url: `${url}/draft`, body: { fields, version: null, etag: await etagOf(cast, url) } };
    }),
    [`POST ${path}/draft/settle`]: about('/settle', { version: 1, mine: [] }),
    [`POST ${path}/draft/plan`]: about('/plan', { version: 1, publish_at: '2098-12-12T06:00:00Z' }),
    [`POST ${path}/draft/publish`]: about('/publish', { version: 1 }),
    [`POST ${path}/draft/discard`]: about('/discard', { version: 1 }),
  };
}

async function withDraft({ db, staff }: AdminCast, resource: DraftResource, made: Made): Promise<Made> {
  const author = { user_id: staff.owner.id, full_name: 'Вера Хозяева' };
  const key = { resource, record_id: made.record_id };
  await db
    .transaction()
    .execute((db) => saveDraft(db, key, { fields: made.fields, version: null }, author, new Date()));
  return made;
}

async function etagOf(cast: AdminCast, url: string): Promise<string> {
  const { headers } = await call(cast, cast.headers.owner, { method: 'GET', url });
  return String(headers.etag);
}
