import { z } from 'zod';
import { notePresence } from '#modules/staff/presence.ts';
import { adminAction } from './route.ts';

/** A tab tells which record it has open, or that it left it, and is answered who else has; it locks nothing. */
export const presenceRoute = adminAction({
  url: '/api/admin/presence',
  summary: 'Кто ещё открыл эту запись и кто из них пишет ответ',
  permission: null,
  body: z.strictObject({
    tab: z.uuid(),
    path: z
      .string()
      .max(500)
      .regex(/^(\/[\w.~%-]+){1,6}$/, 'Такого раздела нет'),
    /** There are words of an answer that are not sent yet. */
    is_writing: z.boolean().default(false),
    /** The tab shows this record no longer. */
    leaves: z.boolean().default(false),
  }),
  response: z.object({ others: z.array(z.string()), writing: z.array(z.string()) }),
  run: ({ db, staff, body, now }) =>
    db.transaction().execute((db) => notePresence(db, { ...body, staff_user_id: staff.user_id }, now)),
});
