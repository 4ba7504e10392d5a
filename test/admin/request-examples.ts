import { randomUUID } from 'node:crypto';
import { openTicket } from '#modules/support/open-ticket.ts';
import type { Database } from '#platform/database.ts';
import { type AdminCast, branches } from './cast.ts';
import { type Example, ifMatch } from './example.ts';

const at = (url: string) => ({ make: () => ({ url }) });

/** A call about a thing that `make` makes in a branch: `path` behind its address. */
function about(make: (cast: AdminCast, branch: string) => Promise<string>, path = '', body?: object): Example {
  const given = async (cast: AdminCast, branch: string) => ({
    url: `${await make(cast, branch)}${path}`,
    ...(body && { body }),
  });
  return { make: (cast) => given(cast, branches.own), foreign: (cast) => given(cast, branches.foreign) };
}

/** Nobody has decided on them. */
export const newReview = {
  ...{ state: 'new', author_name: 'Анна', rating: 5, text: 'Ложится ровно', pros: '', cons: '' },
  ...{ photo_ids: [] as string[], reply: null },
};
export const newQuestion = { state: 'new', answer: null };

/** Requests, reviews, questions and leads. */
export const requestExamples: Record<string, Example> = {
  'GET /api/admin/tickets': at(`/api/admin/tickets?filter=${encodeURIComponent('{"state":["open"]}')}`),
  'GET /api/admin/tickets/:id': about(aTicket),
  'GET /api/admin/tickets/:id/files/:file_id': {
    ...about(aTicket, `/files/${randomUUID()}`),
    answers: 404,
  },
  'POST /api/admin/tickets/:id/answer': about(aTicket, '/answer', { text: 'Привезём завтра' }),
  'POST /api/admin/tickets/:id/close': about(aTicket, '/close'),

  'GET /api/admin/reply-templates': at('/api/admin/reply-templates'),
  'GET /api/admin/reply-templates/:id': at('/api/admin/reply-templates/reviews'),
  'PATCH /api/admin/reply-templates/:id': {
    make: async (cast) => ({
      url: '/api/admin/reply-templates/reviews',
      body: { templates: [`Спасибо, ${randomUUID()}`] },
      headers: await ifMatch(cast, '/api/admin/reply-templates/reviews'),
    }),
  },
  'GET /api/admin/reviews': at('/api/admin/reviews'),
  'GET /api/admin/reviews/:id': about(aReview),
  'GET /api/admin/reviews/:id/photos/:photo_id': { ...about(aReview, `/photos/${randomUUID()}`), answers: 404 },
  'POST /api/admin/reviews/:id/approve': about(aReview, '/approve', { seen: newReview }),
  'POST /api/admin/reviews/:id/refuse': about(aReview, '/refuse', { reason: 'Не о товаре', seen: newReview }),
  'POST /api/admin/reviews/:id/reply': about(aReview, '/reply', { text: 'Спасибо!', seen: newReview }),

  'GET /api/admin/questions': at('/api/admin/questions'),
  'POST /api/admin/questions/:id/answer': about(aQuestion, '/answer', { text: 'Да, подходит', seen: newQuestion }),
  'POST /api/admin/questions/:id/approve': about(aQuestion, '/approve', { seen: newQuestion }),
  'POST /api/admin/questions/:id/refuse': about(aQuestion, '/refuse', { reason: 'Не о товаре', seen: newQuestion }),

  'GET /api/admin/leads': at(`/api/admin/leads?filter=${encodeURIComponent('{"is_waiting":true}')}`),
  'GET /api/admin/leads/:id/tries': about(aLead, '/tries'),
  'POST /api/admin/leads/:id/retry': about(aLead, '/retry'),
};

async function aTicket({ db }: { db: Database }, department_id_1c: string): Promise<string> {
  const { id } = await db
    .transaction()
    .execute((db) =>
      openTicket(
        db,
        { user_id: null, department_id_1c, origin: 'http://idd.localhost' },
        { theme: 'delivery', name: 'Анна Смирнова', email: `${randomUUID()}@idd.example`, text: 'Где заказ?' },
      ),
    );
  return `/api/admin/tickets/${id}`;
}

async function aReview({ db, product }: AdminCast, department_id_1c: string): Promise<string> {
  const { id } = await db
    .insertInto('reviews')
    .values({
      product_id: product.id,
      author_name: 'Анна',
      rating: 5,
      text: 'Ложится ровно',
      is_demo: true,
      department_id_1c,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return `/api/admin/reviews/${id}`;
}

async function aQuestion({ db, product }: AdminCast, department_id_1c: string): Promise<string> {
  const { id } = await db
    .insertInto('product_questions')
    .values({
      product_id: product.id,
      author_name: 'Анна',
      text: 'Подходит для ванной?',
      is_demo: true,
      department_id_1c,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return `/api/admin/questions/${id}`;
}

async function aLead({ db }: AdminCast, department_id_1c: string): Promise<string> {
  const origin_id = randomUUID();
  const now = new Date();
  await db
    .insertInto('leads')
    .values({
      origin_id,
      form: 'callback',
      title: 'Обратный звонок',
      name: 'Анна',
      phone: '+79210000000',
      department_id_1c,
      created_at: now,
      next_try_at: now,
    })
    .execute();
  return `/api/admin/leads/${origin_id}`;
}
