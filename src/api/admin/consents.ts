import { z } from 'zod';
import { type LedgerEntry, listLedger } from '#modules/consents/ledger.ts';
import { withdrawByContact } from '#modules/customers/withdraw-by-contact.ts';
import { consentPlace } from '#modules/forms/consent-place.ts';
import { formFilesArea } from '#modules/forms/schema.ts';
import { removePrivateFile } from '#platform/private-files.ts';
import { csvTable, xlsxTable } from '#platform/table-export.ts';
import { formatDate, formatDateTime } from '#shared/dates.ts';
import { hiddenContacts } from '#shared/hidden-contact.ts';
import { countOf } from '#shared/plurals.ts';
import { iso } from './answers.ts';
import { needOwnRow } from './branch-rule.ts';
import { exportLimit, exportRows } from './export-rows.ts';
import { endlessAnswer, endlessQuery } from './list.ts';
import { type AdminRoute, adminExport, adminRead, adminWriteApart, rowsWords } from './route.ts';

const Purpose = z.enum(['personal_data', 'advertising']);
const purposeWords = { personal_data: 'обработка данных', advertising: 'реклама' } as const;

const Entry = z.object({
  id: z.int(),
  purpose: Purpose,
  /** In words after «Дано». */
  place: z.string(),
  /** Half hidden. */
  subject: z.string(),
  order_number: z.int().nullable(),
  page_slug: z.string(),
  page_version: z.int(),
  page_title: z.string(),
  given_at: z.string(),
  withdrawn_at: z.string().nullable(),
});

const Query = endlessQuery({
  purpose: Purpose,
  subject: z.string().trim().max(200),
  page_slug: z.string().max(80),
  from: z.coerce.date(),
  to: z.coerce.date(),
  is_withdrawn: z.boolean(),
});

const Withdrawal = z.strictObject({
  /** Email or phone, whole, in any writing. */
  contact: z.string().trim().min(5).max(254),
  purpose: Purpose,
  /** Until when consents end by it: the end of the day it came, or now. */
  received_at: z.coerce.date(),
  /** How it came and what was asked for. */
  reason: z.string().trim().min(5).max(500),
});

/** Who agreed to what and when; consents are common to all branches. */
export const consentRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/consents',
    summary: 'Журнал согласий: новые сверху',
    permission: 'customers.read',
    query: Query,
    response: endlessAnswer(Entry),
    async run({ db, staff, query: { filter, after, per_page } }) {
      needOwnRow(staff, null);
      const entries = await listLedger(db, filter, { after: after ?? null, limit: per_page + 1 });
      const shown = entries.slice(0, per_page);
      return { items: shown.map(present), next: entries.length > per_page ? String(shown.at(-1)?.id) : null };
    },
  }),

  adminExport({
    url: '/api/admin/consents/export',
    summary: 'Согласия по отбору таблицей для проверки, не больше 10 000',
    permission: 'customers.export',
    query: Query.extend({ format: z.enum(['xlsx', 'csv']).default('xlsx') }),
    async run({ db, staff, query: { filter, format }, now }) {
      needOwnRow(staff, null);
      const entries = await listLedger(db, filter, { after: null, limit: exportLimit });
      const rows = exportRows(entries, exportRow);
      const file = format === 'csv' ? csvTable(head, rows) : await xlsxTable(head, rows, widths);
      return {
        file: { name: `Согласия ${formatDate(now)}.${file.extension}`, type: file.type, bytes: file.bytes },
        audit: {
          resource: 'consents',
          record_id: null,
          words: `Выгружены согласия по отбору: ${rowsWords(rows.length)}`,
        },
      };
    },
  }),

  adminWriteApart({
    url: '/api/admin/consents/withdrawals',
    summary: 'Отзыв согласия, который пришёл письмом или по телефону: по почте или телефону того, кто его дал',
    permission: 'customers.erase',
    body: Withdrawal,
    response: z.object({ withdrawn: z.int() }),
    async run({ db, context, staff, body: { reason, ...asked }, now }, note) {
      needOwnRow(staff, null);
      const { withdrawn, files } = await db.transaction().execute(async (db) => {
        const done = await withdrawByContact(db, asked, now);
        const count = countOf(done.withdrawn, 'согласие', 'согласия', 'согласий');
        const { purpose, received_at } = asked;
        await note(db, {
          resource: 'consents',
          record_id: null,
          isAboutPerson: true,
          words: `Отзыв согласия, ${purposeWords[purpose]}: ${count}. ${reason}`,
          after: { contact: hiddenContacts(asked.contact), purpose, received_at: received_at.toISOString(), reason },
        });
        return done;
      });
      for (const file of files) await removePrivateFile(context.config.DATA_DIR, formFilesArea, file);
      return { withdrawn };
    },
  }),
];

const head = ['№', 'Дано', 'Кто', 'На что', 'Текст', 'Редакция', 'Где дано', 'Заказ', 'Адрес в сети', 'Отозвано'];
const widths = [10, 18, 28, 20, 36, 10, 28, 12, 18, 18];

function exportRow(entry: LedgerEntry) {
  return [
    entry.id,
    formatDateTime(entry.given_at),
    entry.subject || 'удалено по просьбе',
    purposeWords[entry.purpose],
    entry.page_title,
    entry.page_version,
    consentPlace(entry),
    entry.order_number ?? '',
    entry.address ?? '',
    entry.withdrawn_at ? formatDateTime(entry.withdrawn_at) : '',
  ];
}

function present({ subject, address: _, given_at, withdrawn_at, ...entry }: LedgerEntry): z.input<typeof Entry> {
  const { form, form_name, ...shown } = entry;
  const place = consentPlace({ form, form_name });
  const moments = { given_at: given_at.toISOString(), withdrawn_at: iso(withdrawn_at) };
  return { ...shown, place, subject: hiddenContacts(subject), ...moments };
}
