import { z } from 'zod';
import { type ApiKey, addApiKey, endApiKey, listApiKeys } from '#modules/exchange/api-keys.ts';
import { type Scope, scopes, scopeWords } from '#shared/exchange-words.ts';
import { iso, Ok, ok } from './answers.ts';
import { refuseUnknownBranches } from './branch-rule.ts';
import { type AdminRoute, adminRead, adminWrite, NumberParam } from './route.ts';

const Key = z.object({
  id: z.int(),
  name: z.string(),
  /** How the secret begins. */
  hint: z.string(),
  scopes: z.array(z.enum(scopes)),
  /** id_1c of branches; empty: all. */
  departments: z.array(z.string()),
  created_at: z.string(),
  used_at: z.string().nullable(),
  ended_at: z.string().nullable(),
});

const permission = 'keys.manage';

/** Keys of programs that send prices and stock: docs/api-exchange.md. */
export const apiKeyRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/api-keys',
    summary: 'Ключи обмена',
    permission,
    response: z.object({ items: z.array(Key), total: z.int() }),
    async run({ db }) {
      const items = (await listApiKeys(db)).map(present).reverse();
      return { items, total: items.length };
    },
  }),

  adminWrite({
    url: '/api/admin/api-keys',
    summary: 'Новый ключ обмена: показывается один раз',
    permission,
    needsKey: true,
    isShownOnce: true,
    body: z.object({
      name: z.string().trim().min(1, 'Укажите, чей это ключ').max(100, 'Максимум 100 символов'),
      scopes: z.array(z.enum(scopes)).min(1, 'Выберите хотя бы одно право').max(scopes.length),
      departments: z.array(z.string().max(40)).max(200),
    }),
    status: 201,
    response: z.object({ id: z.int(), secret: z.string() }),
    async run({ db, body }) {
      await refuseUnknownBranches(db, body.departments);
      const given = { ...body, scopes: scopes.filter((scope) => body.scopes.includes(scope)) };
      const made = await addApiKey(db, given);
      return {
        answer: made,
        audit: {
          resource: 'api_keys',
          record_id: made.id,
          after: given,
          words: `Выдан ключ обмена «${body.name}»: ${wordsOf(given.scopes)}`,
        },
      };
    },
  }),

  adminWrite({
    url: '/api/admin/api-keys/:id/end',
    summary: 'Отзыв ключа обмена: вызовы с ним сразу не принимаются',
    permission,
    params: NumberParam,
    response: Ok,
    async run({ db, params: { id }, now }) {
      const { name } = await endApiKey(db, id, now);
      return {
        answer: ok,
        audit: { resource: 'api_keys', record_id: id, words: `Ключ обмена «${name}» отозван` },
      };
    },
  }),
];

function wordsOf(given: readonly Scope[]): string {
  return given.map((scope) => scopeWords[scope]).join(', ');
}

function present({ created_at, used_at, ended_at, ...key }: ApiKey): z.input<typeof Key> {
  return { ...key, created_at: created_at.toISOString(), used_at: iso(used_at), ended_at: iso(ended_at) };
}
