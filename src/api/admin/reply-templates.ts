import { z } from 'zod';
import {
  type ReplyKind,
  readReplyTemplates,
  replyFields,
  replyKinds,
  replyTemplates,
  saveReplyTemplates,
} from '#modules/support/reply-templates.ts';
import { Refusal } from '#platform/refusal.ts';
import { needOwnRow } from './branch-rule.ts';
import { adminRecord } from './record.ts';
import { type AdminRoute, adminRead } from './route.ts';

const kindWords: Record<ReplyKind, string> = {
  tickets: 'ответы на обращения',
  reviews: 'ответы на отзывы',
  questions: 'ответы на вопросы',
  refusals: 'причины отказа',
  orders: 'письма по заказам',
};

const Templates = z.object({
  id: z.enum(replyKinds),
  name: z.string(),
  templates: z.array(z.string()),
  /** What the words may name in braces. */
  fields: z.array(z.string()),
});

/** Words that are often said to buyers. */
export const replyTemplateRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/reply-templates',
    summary: 'Шаблоны ответов',
    permission: null,
    response: z.object({ items: z.array(Templates), total: z.int() }),
    async run({ db }) {
      const all = await readReplyTemplates(db);
      return { items: replyKinds.map((kind) => presented(kind, all[kind])), total: replyKinds.length };
    },
  }),

  ...adminRecord({
    url: '/api/admin/reply-templates/:id',
    resource: 'reply-templates',
    summaries: { read: 'Шаблоны одного вида', write: 'Изменение шаблонов ответов' },
    permissions: { read: 'moderation.write', write: 'moderation.write' },
    params: z.object({ id: z.string().max(40) }),
    response: Templates,
    body: z.object({ templates: z.array(z.string().max(2_000)).max(100).optional() }),
    isUndoable: true,
    read: async ({ db, params: { id } }) => (isKind(id) ? presented(id, (await readReplyTemplates(db))[id]) : null),
    editable: ({ templates }) => ({ templates }),
    async change({ db, body, staff }, { id, name, templates }) {
      needOwnRow(staff, null);
      const checked = replyTemplates(id).safeParse(body.templates ?? templates);
      if (!checked.success) throw new Refusal('bad_input', { fields: { templates: problemOf(checked.error) } });
      await saveReplyTemplates(db, id, checked.data);
      return { words: `Шаблоны изменены: ${name}` };
    },
  }),
];

function isKind(id: string | number): id is ReplyKind {
  return (replyKinds as readonly unknown[]).includes(id);
}

function presented(id: ReplyKind, templates: string[]): z.input<typeof Templates> {
  return { id, name: kindWords[id], templates, fields: [...replyFields[id]] };
}

/** «Строка 2: Нет поля {адрес}» */
function problemOf({ issues: [issue] }: z.ZodError): string {
  const [at] = issue?.path ?? [];
  return `${typeof at === 'number' ? `Шаблон ${at + 1}: ` : ''}${issue?.message ?? ''}`;
}
