import { z } from 'zod';
import { sendTest } from '#integrations/webhooks/send-test.ts';
import { listTries, replay } from '#modules/webhooks/deliveries.ts';
import {
  addWebhook,
  listWebhooks,
  readReceiver,
  renewSecret,
  switchOffWebhook,
  switchOnWebhook,
  type Webhook,
} from '#modules/webhooks/webhooks.ts';
import type { Db } from '#platform/database.ts';
import { networkList } from '#platform/networks.ts';
import { findOutside } from '#platform/outside-address.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import { webhookEvents, webhookEventWords } from '#shared/exchange-words.ts';
import { countOf } from '#shared/plurals.ts';
import { iso, Ok, ok } from './answers.ts';
import { refuseUnknownBranches } from './branch-rule.ts';
import { type AdminRoute, adminAction, adminRead, adminWrite, NumberParam } from './route.ts';

const Event = z.enum(webhookEvents);

const Receiver = z.object({
  id: z.int(),
  url: z.string(),
  events: z.array(Event),
  /** null: of all branches. */
  department_id_1c: z.string().nullable(),
  is_on: z.boolean(),
  off_at: z.string().nullable(),
  off_why: z.string().nullable(),
  failing_since: z.string().nullable(),
  /** Messages that wait to be sent. */
  waiting: z.int(),
});

/** What was answered; `failure` in Russian, null: it was taken. */
const Answered = z.object({ status: z.int().nullable(), failure: z.string().nullable(), milliseconds: z.int() });

const SentTry = Answered.extend({
  at: z.string(),
  event: z.string(),
  event_words: z.string(),
  event_id: z.string(),
  order_number: z.int().nullable(),
  state: z.enum(['waiting', 'sent', 'given_up']),
});

/** Either one message, or all since a moment. */
const Replay = z
  .object({ event_id: z.uuid().optional(), since: z.iso.datetime({ offset: true }).optional() })
  .refine(({ event_id, since }) => (event_id === undefined) !== (since === undefined), {
    path: ['since'],
    message: 'Укажите, с какого времени передать события',
  });

const permission = 'keys.manage';
const mostTries = 100;

/** Addresses of other programs that are notified of orders, prices and stock: docs/api-exchange.md. */
export const webhookRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/webhooks',
    summary: 'Кому передаются события',
    permission,
    response: z.object({ items: z.array(Receiver), total: z.int() }),
    async run({ db }) {
      const items = (await listWebhooks(db)).map(present);
      return { items, total: items.length };
    },
  }),

  adminWrite({
    url: '/api/admin/webhooks',
    summary: 'Новый адрес для событий: секрет подписи показывается один раз',
    permission,
    needsKey: true,
    isShownOnce: true,
    body: z.object({
      url: z.string().trim().min(1, 'Укажите адрес').max(500, 'Максимум 500 символов'),
      events: z.array(Event).min(1, 'Выберите хотя бы одно событие').max(webhookEvents.length),
      department_id_1c: z.string().max(40).nullable(),
    }),
    status: 201,
    response: z.object({ id: z.int(), secret: z.string() }),
    async run({ db, context, body }) {
      if (body.department_id_1c !== null) await refuseUnknownBranches(db, [body.department_id_1c]);
      const found = await findOutside(body.url, ensure(networkList(context.config.WEBHOOK_NETWORKS)));
      if ('problem' in found)
        throw new Refusal('bad_input', { fields: { url: `Сюда нельзя передавать: ${found.problem}` } });
      const given = { ...body, events: webhookEvents.filter((event) => body.events.includes(event)) };
      const made = await addWebhook(db, context.keys, given);
      return {
        answer: made,
        audit: {
          resource: 'webhooks',
          record_id: made.id,
          after: given,
          words: `События передаются на ${body.url}`,
        },
      };
    },
  }),

  adminRead({
    url: '/api/admin/webhooks/:id/tries',
    summary: 'Последние попытки передать события',
    permission,
    params: NumberParam,
    response: z.object({ items: z.array(SentTry) }),
    async run({ db, params: { id } }) {
      await readReceiver(db, id);
      const tries = await listTries(db, id, mostTries);
      return {
        items: tries.map(({ at, state, ...one }) => ({
          ...one,
          at: at.toISOString(),
          event_words: webhookEventWords[one.event as keyof typeof webhookEventWords] ?? one.event,
          state: state as 'waiting' | 'sent' | 'given_up', // a constraint of the table bounds it
        })),
      };
    },
  }),

  adminWrite({
    url: '/api/admin/webhooks/:id/replay',
    summary: 'Повторная передача событий: одного или всех с указанного времени',
    permission,
    params: NumberParam,
    body: Replay,
    needsKey: true,
    response: z.object({ count: z.int() }),
    async run({ db, params: { id }, body: { event_id, since }, now }) {
      const url = await needOn(db, id);
      const count = await replay(db, id, { event_id, since: since === undefined ? undefined : new Date(since) }, now);
      return {
        answer: { count },
        audit: line(id, `${url}: передаётся ещё раз ${countOf(count, 'сообщение', 'сообщения', 'сообщений')}`),
      };
    },
  }),

  adminWrite({
    url: '/api/admin/webhooks/:id/off',
    summary: 'Выключение передачи событий: что ждало, не передаётся',
    permission,
    params: NumberParam,
    response: Ok,
    async run({ db, params: { id }, now }) {
      await needOn(db, id);
      const { url } = await switchOffWebhook(db, id, 'выключен в управлении магазином', now);
      return { answer: ok, audit: line(id, `${url} больше не получает событий`) };
    },
  }),

  adminWrite({
    url: '/api/admin/webhooks/:id/on',
    summary: 'Включение передачи событий, с прежним секретом',
    permission,
    params: NumberParam,
    response: Ok,
    async run({ db, params: { id } }) {
      if ((await needReceiver(db, id)).is_on) throw new Refusal('wrong_move', {}, 'Этот адрес уже получает события');
      const { url } = await switchOnWebhook(db, id);
      return { answer: ok, audit: line(id, `${url} снова получает события`) };
    },
  }),

  // No key of the request: a stored answer would keep the secret.
  adminWrite({
    url: '/api/admin/webhooks/:id/secret',
    summary: 'Новый секрет подписи: показывается один раз, прежний действует ещё сутки',
    permission,
    params: NumberParam,
    response: z.object({ secret: z.string() }),
    async run({ db, context: { keys }, params: { id }, now }) {
      const { url, secret } = await renewSecret(db, keys, id, now);
      return { answer: { secret }, audit: line(id, `${url}: выдан новый секрет подписи, прежний действует сутки`) };
    },
  }),

  adminAction({
    url: '/api/admin/webhooks/:id/test',
    summary: 'Пробное сообщение на адрес: уходит сразу и не повторяется',
    permission,
    params: NumberParam,
    body: z.object({}),
    response: Answered,
    run: ({ db, context: { keys, config }, params: { id }, now }) =>
      sendTest(db, id, { keys, allowed: ensure(networkList(config.WEBHOOK_NETWORKS)) }, now),
  }),
];

/** Throws not_found. */
async function needReceiver(db: Db, id: number): Promise<Webhook> {
  const webhook = (await listWebhooks(db)).find((one) => one.id === id);
  if (!webhook) throw new Refusal('not_found');
  return webhook;
}

/** The address; throws not_found, wrong_move for one that is off. */
async function needOn(db: Db, id: number): Promise<string> {
  const { url, is_on } = await needReceiver(db, id);
  if (!is_on) throw new Refusal('wrong_move', {}, 'Передача на этот адрес выключена');
  return url;
}

function line(id: number, words: string) {
  return { resource: 'webhooks', record_id: id, words };
}

function present({ off_at, failing_since, ...webhook }: Webhook): z.input<typeof Receiver> {
  return { ...webhook, off_at: iso(off_at), failing_since: iso(failing_since) };
}
