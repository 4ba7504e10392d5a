import { z } from 'zod';
import { type LedgerEntry, listLedger } from '#modules/consents/ledger.ts';
import { csvTable, xlsxTable } from '#platform/table-export.ts';
import { formatDate, formatDateTime } from '#shared/dates.ts';
import { hiddenEmail, hiddenPhone } from '#shared/hidden-contact.ts';
import { iso, needOwnRow } from './branch-rows.ts';
import { countedRows, endlessAnswer, endlessQuery } from './list.ts';
import { type AdminRoute, adminExport, adminRead, rowsWords } from './route.ts';

const Purpose = z.enum(['personal_data', 'advertising']);
const purposeWords = { personal_data: 'обработка данных', advertising: 'реклама' } as const;

const Entry = z.object({
  id: z.int(),
  purpose: Purpose,
  form: z.string(),
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

/** Who agreed to what and when; consents are common to all branches. */
export const consentRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/consents',
    summary: 'Журнал согласий: новые сверху',
    permission: 'customers.read',
    query: Query,
    response: endlessAnswer(Entry),
    async run({ db, staff, query: { filter, after, per_page } }) {
      await needOwnRow(db, staff, null);
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
      await needOwnRow(db, staff, null);
      const rows = (await listLedger(db, filter, { after: null, limit: countedRows })).map(exportRow);
      const file = format === 'csv' ? csvTable(head, rows) : await xlsxTable(head, rows, widths);
      return {
        file: { name: `Согласия ${formatDate(now)}.${file.extension}`, type: file.type, bytes: file.bytes },
        audit: {
          ...{ resource: 'consents', record_id: null },
          words: `Выгружены согласия по отбору: ${rowsWords(rows.length)}`,
        },
      };
    },
  }),
];

const head = ['№', 'Дано', 'Кто', 'На что', 'Текст', 'Редакция', 'Где дано', 'Заказ', 'Адрес в сети', 'Отозвано'];
const widths = [10, 18, 28, 20, 36, 10, 16, 12, 18, 18];

function exportRow(entry: LedgerEntry) {
  return [
    entry.id,
    formatDateTime(entry.given_at),
    entry.subject || 'удалено по просьбе',
    purposeWords[entry.purpose],
    entry.page_title,
    entry.page_version,
    entry.form,
    entry.order_number ?? '',
    entry.address ?? '',
    entry.withdrawn_at ? formatDateTime(entry.withdrawn_at) : '',
  ];
}

function present({ subject, address: _, given_at, withdrawn_at, ...entry }: LedgerEntry): z.input<typeof Entry> {
  const hidden = subject.includes('@') ? hiddenEmail(subject) : subject === '' ? '' : hiddenPhone(subject);
  return { ...entry, subject: hidden, given_at: given_at.toISOString(), withdrawn_at: iso(withdrawn_at) };
}
