import { z } from 'zod';
import { readBankDetails, saveBankDetails } from '#modules/documents/bank-details.ts';
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
  /** False: free of VAT; papers then name none. */
  is_vat_payer: z.boolean(),
});

const Requisites = z.object({ id: z.string(), name: z.string(), value: z.record(z.string(), z.unknown()) });

/** Where buyers pay and who signs: the bank, the director. The name and the numbers are the setting `company`. */
export const requisiteRoutes: AdminRoute[] = adminRecord({
  url: '/api/admin/requisites/:id',
  resource: 'requisites',
  summaries: { read: 'Реквизиты продавца', write: 'Изменение реквизитов продавца' },
  permissions: { read: 'requisites.write', write: 'requisites.write' },
  params: z.object({ id: z.string().max(40) }),
  response: Requisites,
  body: Details.partial(),
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
