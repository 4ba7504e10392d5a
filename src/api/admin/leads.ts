import { z } from 'zod';
import { findLead, type LeadView, listLeads, triesOf } from '#modules/leads/queries.ts';
import { retryLeads } from '#modules/leads/retry-leads.ts';
import { Refusal } from '#platform/refusal.ts';
import { hiddenContacts, hiddenEmail, hiddenPhone } from '#shared/hidden-contact.ts';
import { iso, Ok, ok } from './answers.ts';
import { afterPage, listQuery, pagedAnswer, windowOf } from './list.ts';
import { type AdminRoute, adminRead, adminWrite } from './route.ts';

const stateWords = { waiting: 'Ждёт отправки', refused: 'CRM отказала', sent: 'В CRM' } as const;

const Lead = z.object({
  id: z.string(),
  number: z.int(),
  title: z.string(),
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  company: z.string(),
  department_name: z.string(),
  created_at: z.string(),
  /** Until when whoever left it is to be contacted; null: it came before there was a term. */
  due_at: z.string().nullable(),
  is_late: z.boolean(),
  state: z.enum(['waiting', 'refused', 'sent']),
  state_words: z.string(),
  attempts: z.int(),
  failure: z.string().nullable(),
  crm_id: z.int().nullable(),
  comments: z.array(z.object({ name: z.string(), value: z.string() })),
  page: z.string(),
});

const Uuid = z.object({ id: z.uuid() });

/** Leads for the CRM. */
export const leadRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/leads',
    summary: 'Заявки для CRM: сначала те, которых в ней нет, по обещанному сроку',
    permission: 'leads.read',
    query: listQuery({ is_waiting: z.boolean(), q: z.string().max(200) }, ['created_at']),
    response: pagedAnswer(Lead),
    async run({ db, scope: { branches }, may, query: { filter, sort: _sort, ids: _ids, ...page }, now }) {
      const { limit, offset } = windowOf(page);
      const is_waiting = filter.is_waiting === true;
      const rows = await listLeads(db, { is_waiting, branches, q: filter.q, limit: limit + 1, offset });
      const items = rows.slice(0, limit).map((lead) => presented(lead, may('orders.contacts'), now));
      return { items, ...afterPage(page, rows.length) };
    },
  }),

  adminRead({
    url: '/api/admin/leads/:id/tries',
    summary: 'Попытки передать заявку в CRM',
    permission: 'leads.read',
    params: Uuid,
    response: z.object({
      items: z.array(z.object({ at: z.string(), call: z.string(), status: z.int().nullable(), answer: z.string() })),
    }),
    async run({ db, scope, params: { id } }) {
      if (!(await findLead(db, id, scope.branches))) throw new Refusal('not_found');
      const tries = await triesOf(db, id);
      return { items: tries.map(({ at, ...one }) => ({ ...one, at: at.toISOString() })) };
    },
  }),

  adminWrite({
    url: '/api/admin/leads/:id/retry',
    summary: 'Передать заявку в CRM сейчас',
    permission: 'leads.retry',
    params: Uuid,
    needsKey: true,
    response: Ok,
    async run({ db, scope, params: { id }, now }) {
      const lead = await findLead(db, id, scope.branches);
      if (!lead) throw new Refusal('not_found');
      if ((await retryLeads(db, id, now)) === 0) throw new Refusal('wrong_move', {}, 'Эта заявка уже в CRM');
      return {
        answer: ok,
        audit: {
          resource: 'leads',
          record_id: id,
          department_id_1c: lead.department_id_1c,
          words: `Заявка ${lead.number}: передаётся в CRM ещё раз`,
        },
      };
    },
  }),
];

/** `isContactShown` false: phone and email are half hidden, also where they were typed into a field of the form. */
function presented(lead: LeadView, isContactShown: boolean, now: Date): z.input<typeof Lead> {
  const { origin_id, number, title, name, phone, email, company, department_name, created_at } = lead;
  const { state, attempts, failure, crm_id, comments, page, due_at } = lead;
  return {
    id: origin_id,
    number,
    title,
    name,
    phone: phone && (isContactShown ? phone : hiddenPhone(phone)),
    email: email && (isContactShown ? email : hiddenEmail(email)),
    company,
    department_name,
    comments: isContactShown ? comments : comments.map(({ name, value }) => ({ name, value: hiddenContacts(value) })),
    page,
    state,
    state_words: stateWords[state],
    attempts,
    failure,
    crm_id,
    created_at: created_at.toISOString(),
    due_at: iso(due_at),
    is_late: state !== 'sent' && due_at !== null && due_at < now,
  };
}
