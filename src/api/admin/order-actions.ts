import { z } from 'zod';
import type { AuditLine } from '#modules/audit/write-audit.ts';
import { documentOfFile } from '#modules/documents/document-content.ts';
import { issueDocument, readIssued } from '#modules/documents/issue-document.ts';
import { readPaperLogo } from '#modules/documents/paper-logo.ts';
import { renderPickingLists } from '#modules/documents/picking-list.ts';
import { documentFileName, renderDocument } from '#modules/documents/render-document.ts';
import { renderRouteSheet } from '#modules/documents/route-sheet.ts';
import { readPhoto } from '#modules/handover/acts.ts';
import { drawEmail } from '#modules/mail/email.ts';
import { readMailOfOrder } from '#modules/mail/mails-of.ts';
import { assignOrder } from '#modules/orders/assign-order.ts';
import { addOrderNote } from '#modules/orders/order-notes.ts';
import { prolongStorage } from '#modules/orders/prolong-storage.ts';
import { getOrder } from '#modules/orders/queries.ts';
import { staffOrderLines } from '#modules/orders/staff-order.ts';
import { listStaffOrders } from '#modules/orders/staff-orders.ts';
import {
  buyerLink,
  emailTemplateKinds,
  emailTemplates,
  emailToBuyer,
  writeToBuyer,
} from '#modules/orders/write-to-buyer.ts';
import { paymentOf } from '#modules/payments/queries.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import { filesFolder } from '#platform/files-mark.ts';
import { Refusal } from '#platform/refusal.ts';
import { formatDay } from '#shared/dates.ts';
import { ensure } from '#shared/ensure.ts';
import { activeStates } from '#shared/order-states.ts';
import { countOf } from '#shared/plurals.ts';
import { Ok, ok } from './answers.ts';
import { aboutOrder, needOrder } from './need-order.ts';
import { mailKeys, readOrderRecord } from './order-record.ts';
import { OrderRecord } from './order-shapes.ts';
import { type AdminRoute, adminExport, adminFile, adminRead, adminWrite, IdParam } from './route.ts';

const pdf = 'application/pdf';
/** Of one route sheet. */
const mostDeliveries = 200;
const EmailDraft = z.object({ subject: z.string().max(300), text: z.string().max(5_000) });

/** One order: what its page shows, and what is done with it that moves no money and no goods. */
export const orderActionRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/orders/:id',
    summary: 'Заказ',
    permission: 'orders.read',
    params: IdParam,
    query: z.strictObject({ branch: z.string().max(40).optional() }),
    response: OrderRecord,
    async run({ db, scope, may, params: { id }, now }) {
      await needOrder(db, scope, id);
      return ensure(await readOrderRecord(db, id, may('orders.contacts'), now));
    },
  }),

  adminWrite({
    url: '/api/admin/orders/:id/notes',
    summary: 'Заметка к заказу для сотрудников',
    permission: 'orders.read',
    params: IdParam,
    body: z.object({ text: z.string().max(3_000), kind: z.enum(['note', 'call']).default('note') }),
    response: z.object({ id: z.int() }),
    status: 201,
    needsKey: true,
    async run({ db, scope, staff, params: { id }, body, now }) {
      const order = await needOrder(db, scope, id);
      const note = await addOrderNote(db, id, body, staff, now);
      const words = `Заказ ${order.number}: ${body.kind === 'call' ? 'записан звонок' : 'добавлена заметка'}`;
      return { answer: { id: note.id }, audit: aboutOrder(order, words, { isAboutPerson: true }) };
    },
  }),

  adminWrite({
    url: '/api/admin/orders/:id/assign',
    summary: 'Взять заказ себе или отпустить его',
    permission: 'orders.assemble',
    params: IdParam,
    /** `seen`: who looked after it when it was looked at. */
    body: z.object({ isMine: z.boolean(), seen: z.uuid().nullable().optional() }),
    response: Ok,
    async run({ db, scope, staff, params: { id }, body: { isMine, seen } }) {
      const order = await needOrder(db, scope, id);
      await assignOrder(db, id, isMine ? staff.user_id : null, seen);
      const words = `Заказ ${order.number}: ${isMine ? `взял ${staff.full_name}` : 'больше никем не ведётся'}`;
      const after = { assigned_to: isMine ? staff.full_name : null };
      return { answer: ok, audit: aboutOrder(order, words, { after }) };
    },
  }),

  adminWrite({
    url: '/api/admin/orders/:id/prolong',
    summary: 'Продление хранения готового заказа',
    permission: 'orders.edit',
    params: IdParam,
    response: Ok,
    async run({ db, scope, staff, params: { id }, now }) {
      const order = await needOrder(db, scope, id);
      await prolongStorage(db, order, { account: null, staff: staff.full_name, now });
      return { answer: ok, audit: aboutOrder(order, `Заказ ${order.number}: хранение продлено`) };
    },
  }),

  adminWrite({
    url: '/api/admin/orders/:id/documents',
    summary: 'Выпуск документа заказа',
    permission: 'documents.read',
    params: IdParam,
    body: z.object({ kind: z.enum(['invoice', 'upd']), part: z.int().min(1).max(999).default(1) }),
    response: z.object({ number: z.string(), total: z.int() }),
    status: 201,
    needsKey: true,
    async run({ db, scope, params: { id }, body: { kind, part }, now }) {
      const order = await needOrder(db, scope, id);
      const { number, total } = await issueDocument(db, { kind, part }, order, now);
      const words = `Заказ ${order.number}: выпущен ${kind === 'invoice' ? 'счёт' : 'УПД'} № ${number}`;
      return { answer: { number, total }, audit: aboutOrder(order, words, { after: { kind, part, number, total } }) };
    },
  }),

  adminFile({
    url: '/api/admin/orders/:id/acts/:act_id/photos/:position',
    summary: 'Фотография товара, снятая на выдаче',
    permission: 'orders.read',
    params: IdParam.extend({ act_id: z.uuid(), position: z.coerce.number().int().min(0).max(9_999) }),
    async run({ db, scope, params: { id, act_id, position } }) {
      await needOrder(db, scope, id);
      const photo = await readPhoto(db, id, act_id, position);
      if (!photo) throw new Refusal('not_found');
      return { name: `Выдача, строка ${position + 1}`, ...photo };
    },
  }),

  adminFile({
    url: '/api/admin/orders/:id/documents/:file',
    summary: 'Выпущенный документ заказа, PDF',
    permission: 'documents.read',
    params: IdParam.extend({ file: z.string().max(40) }),
    query: z.strictObject({
      branch: z.string().max(40).optional(),
      revision: z.coerce.number().int().min(1).default(1),
    }),
    async run({ db, scope, context: { config }, params: { id, file }, query: { revision } }) {
      await needOrder(db, scope, id);
      const name = documentOfFile(file);
      const content = name && (await readIssued(db, id, { ...name, revision }));
      if (!content) throw new Refusal('not_found');
      const logo = await readPaperLogo(db, filesFolder(config.DATA_DIR));
      return { name: documentFileName(content), type: pdf, bytes: await renderDocument(content, logo) };
    },
  }),

  adminExport({
    url: '/api/admin/orders/route-sheet',
    summary: 'Маршрутный лист: доставки одного дня с адресами, товарами и суммами, PDF',
    permission: 'orders.contacts',
    isShown: true,
    query: z.strictObject({ branch: z.string().max(40).optional(), date: z.iso.date('Назовите день') }),
    async run({ db, scope, query: { date }, now }) {
      const of = {
        receiving_type: ['delivery' as const],
        receiving_from: date,
        receiving_to: date,
        state: [...activeStates],
      };
      const page = { sort: [], limit: mostDeliveries, offset: 0, count_to: mostDeliveries };
      const { orders: found, count } = await listStaffOrders(db, scope, of, page, now);
      if (count > mostDeliveries)
        throw new Refusal('bad_input', {}, `В этот день больше ${mostDeliveries} доставок. Выберите один филиал`);
      const orders = [];
      for (const { id } of found) orders.push(ensure(await getOrder(db, id)));
      const bytes = await renderRouteSheet({ date, orders }, now);
      return {
        file: { name: `Маршрутный лист ${date}.pdf`, type: pdf, bytes },
        audit: aboutPapers(
          `Открыт маршрутный лист на ${formatDay(date)}: ${deliveryWords(orders.length)} с адресами и телефонами`,
          orders,
        ),
      };
    },
  }),

  adminExport({
    url: '/api/admin/orders/picking-lists',
    summary: 'Листы сборки заказов, PDF',
    permission: 'orders.assemble',
    isShown: true,
    query: z.strictObject({ branch: z.string().max(40).optional(), ids: z.string().max(4_000) }),
    async run({ db, scope, query: { ids }, now }) {
      const asked = [...new Set(ids.split(',').filter(Boolean))];
      if (asked.length === 0 || asked.length > 50)
        throw new Refusal('bad_input', {}, 'Листы сборки печатают для 1–50 заказов сразу');
      const lists = [];
      for (const id of asked)
        lists.push({ order: await needOrder(db, scope, id), lines: await staffOrderLines(db, id) });
      const orders = lists.map(({ order }) => order);
      const [only] = orders;
      return {
        file: { name: 'Листы сборки.pdf', type: pdf, bytes: await renderPickingLists(lists, now) },
        audit:
          only && orders.length === 1
            ? aboutOrder(only, `Заказ ${only.number}: открыт лист сборки`, { isAboutPerson: true })
            : aboutPapers(`Открыты листы сборки ${countOf(orders.length, 'заказа', 'заказов', 'заказов')}`, orders),
      };
    },
  }),

  adminRead({
    url: '/api/admin/orders/:id/emails',
    summary: 'Тексты писем покупателю',
    permission: 'orders.edit',
    params: IdParam,
    response: z.object({
      to: z.string(),
      templates: z.array(EmailDraft.extend({ kind: z.enum(emailTemplateKinds), name: z.string() })),
      before: z.string(),
      after: z.string(),
    }),
    async run({ db, context, scope, params: { id }, now }) {
      const order = await needOrder(db, scope, id);
      const email = emailToBuyer(order, buyerLink(order, context.keys, now), { subject: '—', text: '\u2042' });
      const { text } = drawEmail(email, await readSetting(db, 'company'));
      // The link opens the order: only its buyer gets it.
      const [before = '', after = ''] = text.replace(/\?token=\S+/g, '').split('\u2042');
      return {
        to: order.contact.email,
        templates: emailTemplates(order),
        before: before.replace(/^—\s*/, '').trim(),
        after: after.trim(),
      };
    },
  }),

  adminWrite({
    url: '/api/admin/orders/:id/emails',
    summary: 'Письмо покупателю',
    permission: 'orders.edit',
    params: IdParam,
    body: EmailDraft,
    response: Ok,
    needsKey: true,
    async run({ db, context, scope, staff, params: { id }, body, now }) {
      const order = await needOrder(db, scope, id);
      await writeToBuyer(db, context.keys, order, body, staff.full_name, now);
      const words = `Заказ ${order.number}: письмо покупателю «${body.subject.trim()}»`;
      return { answer: ok, audit: aboutOrder(order, words, { isAboutPerson: true }) };
    },
  }),

  adminRead({
    url: '/api/admin/orders/:id/mails/:mail',
    summary: 'Письмо по заказу, как его получили',
    permission: 'orders.contacts',
    params: IdParam.extend({ mail: z.coerce.number().int().positive() }),
    response: z.object({ subject: z.string(), to: z.string(), text: z.string() }),
    async run({ db, scope, params: { id, mail } }) {
      const order = await needOrder(db, scope, id);
      const payment = ensure(await paymentOf(db, id));
      const found = await readMailOfOrder(db, id, mailKeys(payment), mail);
      if (!found) throw new Refusal('not_found');
      // What opens the order, or hands it out, is its buyer's alone.
      const text = found.text.replaceAll(/\?token=\S+/g, '').replaceAll(codePattern(order.pickup_code), '••••••');
      return { subject: found.subject, to: found.to_address, text };
    },
  }),

  adminWrite({
    url: '/api/admin/orders/:id/pickup-code',
    summary: 'Показ кода получения',
    permission: 'handover.do',
    params: IdParam,
    response: z.object({ code: z.string() }),
    async run({ db, scope, params: { id } }) {
      const order = await needOrder(db, scope, id);
      const words = `Заказ ${order.number}: открыт код получения`;
      return { answer: { code: order.pickup_code }, audit: aboutOrder(order, words, { isAboutPerson: true }) };
    },
  }),
];

/** Papers with the addresses of buyers were read: of which orders. */
function aboutPapers(words: string, orders: readonly { number: number }[]): AuditLine {
  return {
    resource: 'orders',
    record_id: null,
    words,
    after: { orders: orders.map(({ number }) => number) },
    isAboutPerson: true,
  };
}

function deliveryWords(count: number): string {
  return countOf(count, 'доставка', 'доставки', 'доставок');
}

/** The code as an email spells it: in one piece or in two. */
function codePattern(code: string): RegExp {
  return new RegExp(`${code.slice(0, 3)}[\\s\u00a0-]?${code.slice(3)}`, 'g');
}
