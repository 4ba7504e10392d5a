import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { getTicket, listTickets, type TicketView } from '#modules/support/queries.ts';
import { ticketFilesArea, ticketStateWords, ticketThemes } from '#modules/support/schema.ts';
import { answerTicket, closeTicket } from '#modules/support/write-to-ticket.ts';
import type { Db } from '#platform/database.ts';
import { pathOf } from '#platform/private-files.ts';
import { Refusal } from '#platform/refusal.ts';
import { keysOf } from '#shared/keys-of.ts';
import { isUuid } from '#shared/uuid.ts';
import { Ok, ok } from './answers.ts';
import { afterPage, listQuery, pagedAnswer, windowOf } from './list.ts';
import { type AdminRoute, adminFile, adminRead, adminWrite } from './route.ts';

const State = z.enum(keysOf(ticketStateWords));

const Summary = z.object({
  id: z.string(),
  number: z.int(),
  theme: z.string(),
  state: State,
  state_words: z.string(),
  order_number: z.int().nullable(),
  name: z.string(),
  city: z.string(),
  answer_due_at: z.string(),
  is_late: z.boolean(),
  created_at: z.string(),
  last_text: z.string(),
});

const Ticket = Summary.omit({ last_text: true }).extend({
  email: z.string(),
  phone: z.string().nullable(),
  order_id: z.string().nullable(),
  user_id: z.string().nullable(),
  messages: z.array(
    z.object({
      id: z.int(),
      is_staff: z.boolean(),
      author_name: z.string(),
      text: z.string(),
      created_at: z.string(),
      files: z.array(z.object({ id: z.string(), name: z.string(), size: z.int() })),
    }),
  ),
});

const Uuid = z.object({ id: z.uuid() });
const permission = 'tickets.write';

/** What customers write to the shop about: what was promised first comes first. */
export const ticketRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/tickets',
    summary: 'Обращения в поддержку: по обещанному сроку',
    permission,
    query: listQuery({ state: z.array(State), q: z.string().max(200) }, ['answer_due_at']),
    response: pagedAnswer(Summary),
    async run({ db, scope: { branches }, now, query: { filter, sort: _sort, ids: _ids, ...page } }) {
      const { limit, offset } = windowOf(page);
      const rows = await listTickets(db, { ...filter, branches, limit: limit + 1, offset });
      const items = rows.slice(0, limit).map(({ time_zone: _, changed_at: __, ...row }) => ({
        ...row,
        ...wordsOf(row, now),
        last_text: row.last_text.slice(0, 200),
      }));
      return { items, ...afterPage(page, rows.length) };
    },
  }),

  adminRead({
    url: '/api/admin/tickets/:id',
    summary: 'Обращение с перепиской',
    permission,
    params: Uuid,
    response: Ticket,
    async run({ db, scope, params: { id }, now }) {
      const { branch, messages, changed_at: _, origin: __, ...ticket } = await needTicket(db, id, scope.branches);
      return {
        ...ticket,
        ...wordsOf(ticket, now),
        city: branch.city,
        messages: messages.map(({ author, created_at, files, ...message }) => ({
          ...message,
          is_staff: author === 'staff',
          created_at: created_at.toISOString(),
          files: files.map(({ id, name, size }) => ({ id, name, size })),
        })),
      };
    },
  }),

  adminFile({
    url: '/api/admin/tickets/:id/files/:file_id',
    summary: 'Файл, приложенный к обращению',
    permission,
    params: z.object({ id: z.uuid(), file_id: z.string().max(80) }),
    async run({ db, context, scope, params: { id, file_id } }) {
      const { messages } = await needTicket(db, id, scope.branches);
      const file = messages.flatMap(({ files }) => files).find((one) => one.id === file_id && isUuid(one.id));
      if (!file) throw new Refusal('not_found');
      const bytes = await readFile(pathOf(context.config.DATA_DIR, ticketFilesArea, file.id)).catch(() => null);
      if (!bytes) throw new Refusal('not_found');
      // Whatever somebody has sent is not opened in the back office's own page.
      return { name: file.name, type: file.type, bytes, isSaved: true };
    },
  }),

  adminWrite({
    url: '/api/admin/tickets/:id/answer',
    summary: 'Ответ на обращение: покупатель получит письмо',
    permission,
    params: Uuid,
    body: z.object({ text: z.string().max(10_000) }),
    needsKey: true,
    response: Ok,
    async run({ db, staff, scope, params: { id }, body: { text }, now }) {
      const ticket = await needTicket(db, id, scope.branches);
      await answerTicket(db, id, { text, who: staff.full_name }, now);
      return { answer: ok, audit: line(ticket, 'отправлен ответ', { text }) };
    },
  }),

  adminWrite({
    url: '/api/admin/tickets/:id/close',
    summary: 'Закрыть обращение; новое сообщение покупателя откроет его снова',
    permission,
    params: Uuid,
    response: Ok,
    async run({ db, scope, params: { id }, now }) {
      const ticket = await needTicket(db, id, scope.branches);
      await closeTicket(db, id, now);
      return { answer: ok, audit: line(ticket, 'закрыто') };
    },
  }),
];

function line({ id, number, branch }: TicketView, words: string, after: object | null = null) {
  return {
    resource: 'tickets',
    record_id: id,
    department_id_1c: branch.id_1c,
    after,
    isAboutPerson: true,
    words: `Обращение ${number}: ${words}`,
  };
}

async function needTicket(db: Db, id: string, branches: string[] | null): Promise<TicketView> {
  const ticket = await getTicket(db, id, branches);
  if (!ticket) throw new Refusal('not_found');
  return ticket;
}

type Timed = Pick<TicketView, 'theme' | 'state' | 'answer_due_at' | 'created_at'>;

function wordsOf({ theme, state, answer_due_at, created_at }: Timed, now: Date) {
  return {
    theme: ticketThemes[theme],
    state,
    state_words: ticketStateWords[state],
    answer_due_at: answer_due_at.toISOString(),
    created_at: created_at.toISOString(),
    is_late: state === 'open' && answer_due_at < now,
  };
}
