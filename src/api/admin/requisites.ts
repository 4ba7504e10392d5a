import { z } from 'zod';
import { listDepartments } from '#modules/departments/queries.ts';
import {
  readBankDetails,
  readBranchDetails,
  saveBankDetails,
  saveBranchDetails,
} from '#modules/documents/bank-details.ts';
import { adminRecord } from './record.ts';
import type { AdminRoute } from './route.ts';

/** An empty field of a form comes as null. */
const text = (max: number) => z.preprocess((value) => value ?? '', z.string().trim().max(max));

const Details = z.strictObject({
  /** Organisations only. */
  kpp: z.preprocess((value) => value || null, z.string().trim().max(20).nullable()),
  address: text(400),
  bank_name: text(200),
  bik: text(20),
  account: text(40),
  correspondent_account: text(40),
  director_post: text(200),
  director_name: text(200),
  accountant_name: text(200),
  phone: text(200),
});

const ShopDetails = Details.extend({
  /** False: free of VAT; papers then name none. */
  is_vat_payer: z.boolean(),
});

const BranchDetails = Details.extend({
  /** Behind the number of an УПД: № 12/3. */
  paper_index: z.preprocess((value) => value || null, z.string().trim().max(20).nullable()),
  /** False: the branch uses the shop's, which the other fields then say. */
  is_own: z.boolean(),
});

const Requisites = z.object({ id: z.string(), name: z.string(), value: z.record(z.string(), z.unknown()) });

/** Where buyers pay and who signs: the bank, the director. The name and the numbers are the setting `company`. */
const ofShop = adminRecord({
  url: '/api/admin/requisites/:id',
  resource: 'requisites',
  summaries: { read: 'Реквизиты продавца', write: 'Изменение реквизитов продавца' },
  permissions: { read: 'requisites.write', write: 'requisites.write' },
  params: z.object({ id: z.string().max(40) }),
  response: Requisites,
  body: ShopDetails.partial(),
  isUndoable: true,
  async read({ db, params: { id } }) {
    return id === 'shop' ? { id, name: 'Реквизиты', value: { ...(await readBankDetails(db)) } } : null;
  },
  editable: ({ value }) => value,
  async change({ db, body, now }, { value }) {
    await saveBankDetails(db, { ...value, ...body }, now);
    return { words: 'Реквизиты продавца изменены' };
  },
});

/** What a branch has of its own: a subdivision's КПП, its bank and who signs there. */
const ofBranch = adminRecord({
  url: '/api/admin/branches/:id/requisites',
  resource: 'branch_requisites',
  summaries: { read: 'Реквизиты филиала', write: 'Изменение реквизитов филиала' },
  permissions: { read: 'requisites.write', write: 'requisites.write' },
  params: z.object({ id: z.string().max(40) }),
  response: Requisites,
  body: BranchDetails.partial(),
  isUndoable: true,
  async read({ db, params: { id } }) {
    const branch = (await listDepartments(db)).find((one) => one.id_1c === id && one.branch_id_1c === null);
    if (!branch) return null;
    const own = await readBranchDetails(db, branch.id_1c);
    const { is_vat_payer: _, ...shop } = await readBankDetails(db);
    const value = own ? { ...own, is_own: true } : { ...shop, paper_index: null, is_own: false };
    return { id: branch.id_1c, name: branch.name_for_site, value };
  },
  editable: ({ value }) => value,
  async change({ db, body, now }, { id, name, value }) {
    const { is_own, ...given }: Record<string, unknown> = { ...value, ...body };
    await saveBranchDetails(db, id, is_own ? given : null, now);
    const words = is_own ? `Реквизиты филиала «${name}» изменены` : `Филиал «${name}» работает по общим реквизитам`;
    return { words, department_id_1c: id };
  },
});

/** Requisites of the seller: the shop's, and those of a branch that has its own. */
export const requisiteRoutes: AdminRoute[] = [...ofShop, ...ofBranch];
