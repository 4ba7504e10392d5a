import { listDepartments } from '#modules/departments/queries.ts';
import { listTries, replay } from '#modules/webhooks/deliveries.ts';
import {
  addWebhook,
  listWebhooks,
  renewSecret,
  switchOffWebhook,
  switchOnWebhook,
} from '#modules/webhooks/webhooks.ts';
import type { Db } from '#platform/database.ts';
import { networkList } from '#platform/networks.ts';
import { findOutside } from '#platform/outside-address.ts';
import { formatDateTime } from '#shared/dates.ts';
import { ensure } from '#shared/ensure.ts';
import { type WebhookEvent, webhookEvents, webhookEventWords } from '#shared/exchange-words.ts';
import { countOf } from '#shared/plurals.ts';
import { isUuid } from '#shared/uuid.ts';
import { type Command, CommandFailure, json, limit, readLimit, readNumber, refusing, textOf } from './command.ts';

const zone = 'Europe/Moscow';
const parameter = { name: 'НОМЕР', summary: 'как его показывает webhooks list' };
const stateWords: Record<string, string> = { waiting: 'ждёт', sent: 'передано', given_up: 'не передано' };

/** Addresses of other programs that are notified of orders, prices and stock: docs/api-exchange.md. */
export const commands: Command[] = [
  {
    name: 'webhooks add',
    changes: 'webhooks',
    summary: 'передавать события другой программе; секрет подписи показывается один раз',
    parameters: [{ name: 'АДРЕС', summary: 'https://…, куда слать' }],
    options: {
      events: {
        type: 'string',
        value: 'СОБЫТИЯ',
        summary: `через запятую: ${webhookEvents.map((event) => `${event} (${webhookEventWords[event]})`).join(', ')}`,
      },
      branch: { type: 'string', value: 'ФИЛИАЛ', summary: 'id_1c филиала; не указан — события всех' },
    },
    async run({ db, keys, config, args: { positionals, values }, out }) {
      const url = (positionals[0] ?? '').trim();
      if (url.length > 500) throw new CommandFailure('Адрес длиннее 500 знаков');
      const found = await findOutside(url, ensure(networkList(config.WEBHOOK_NETWORKS)));
      if ('problem' in found)
        throw new CommandFailure(`${url}: ${found.problem}. Свои внутренние сети перечисляют в WEBHOOK_NETWORKS`);
      const given = {
        url,
        events: readEvents(values.events),
        department_id_1c: await readBranch(db, textOf(values.branch)),
      };
      const { id, secret } = await db.transaction().execute((db) => addWebhook(db, keys, given));
      out.line(`${id}  ${url}: ${given.events.map((event) => webhookEventWords[event]).join(', ')}.`);
      out.line('Секрет подписи, больше он показан не будет:');
      out.line(secret);
    },
  },
  {
    name: 'webhooks renew-secret',
    changes: 'webhooks',
    summary: 'новый секрет подписи, показывается один раз; прежний действует ещё сутки',
    parameters: [parameter],
    async run({ db, keys, args: { positionals }, out }) {
      const id = readNumber(positionals[0]);
      const { url, secret } = await refusing(() => renewSecret(db, keys, id), `Вебхука ${id} нет`);
      out.line(`${url}: прежний секрет действует ещё сутки. Новый, больше он показан не будет:`);
      out.line(secret);
    },
  },
  {
    name: 'webhooks list',
    summary: 'кому передаются события и принимает ли он их',
    options: { json },
    async run({ db, args: { values }, out }) {
      const webhooks = await listWebhooks(db);
      if (values.json) return out.json(webhooks);
      if (webhooks.length === 0) return out.line('События никому не передаются.');
      for (const { id, url, events, department_id_1c, is_on, off_at, off_why, failing_since, waiting } of webhooks)
        out.line(
          [
            `${id}  ${url}`,
            events.join(', '),
            department_id_1c ? `филиал ${department_id_1c}` : 'все филиалы',
            ...(waiting > 0 ? [`ждут ${countOf(waiting, 'сообщение', 'сообщения', 'сообщений')}`] : []),
            ...(is_on && failing_since ? [`не принимает с ${formatDateTime(failing_since, zone)}`] : []),
            ...(is_on || !off_at ? [] : [`выключен ${formatDateTime(off_at, zone)}: ${off_why}`]),
          ].join('  '),
        );
    },
  },
  {
    name: 'webhooks tries',
    summary: 'последние попытки передать события по адресу',
    parameters: [parameter],
    options: { json, limit },
    async run({ db, args: { positionals, values }, out }) {
      const tries = await listTries(db, readNumber(positionals[0]), readLimit(values.limit));
      if (values.json) return out.json(tries);
      if (tries.length === 0) return out.line('Попыток ещё не было.');
      for (const { at, event, event_id, order_number, failure, status, milliseconds, state } of tries)
        out.line(
          [
            formatDateTime(at, zone),
            event + (order_number === null ? '' : ` ${order_number}`),
            failure ?? `принято, ответ ${status ?? 'не нужен'}`,
            `${milliseconds} мс`,
            ensure(stateWords[state]),
            event_id,
          ].join('  '),
        );
    },
  },
  {
    name: 'webhooks replay',
    changes: 'webhooks',
    summary: 'передать события ещё раз: одно или все с указанного времени, не старше 14 дней',
    parameters: [parameter],
    options: {
      event: { type: 'string', value: 'ИД', summary: 'одно событие, как его показывает webhooks tries' },
      since: { type: 'string', value: 'ВРЕМЯ', summary: 'все с этого времени: 2026-11-23 или 2026-11-23T08:00+03:00' },
    },
    async run({ db, args: { positionals, values }, out }) {
      const event_id = textOf(values.event);
      const since = readTime(textOf(values.since));
      if ((event_id === undefined) === (since === undefined))
        throw new CommandFailure('Нужно одно из двух: --event ИД или --since ВРЕМЯ');
      if (event_id !== undefined && !isUuid(event_id))
        throw new CommandFailure(`--event: это не ид события: ${event_id}`);
      const count = await refusing(
        () => db.transaction().execute((db) => replay(db, readNumber(positionals[0]), { event_id, since })),
        'Такого включённого адреса нет',
      );
      out.line(`Передаётся ещё раз: ${countOf(count, 'сообщение', 'сообщения', 'сообщений')}.`);
    },
  },
  {
    name: 'webhooks end',
    changes: 'webhooks',
    summary: 'больше не передавать события по адресу; что ждало, не передаётся',
    parameters: [parameter],
    async run({ db, args: { positionals }, out }) {
      const id = readNumber(positionals[0]);
      const { url } = await refusing(
        () => db.transaction().execute((db) => switchOffWebhook(db, id, 'выключен командой')),
        'Такого включённого адреса нет',
      );
      out.line(`${url} больше не получает событий.`);
    },
  },
  {
    name: 'webhooks on',
    changes: 'webhooks',
    summary: 'снова передавать события по выключенному адресу, с прежним секретом',
    parameters: [parameter],
    async run({ db, args: { positionals }, out }) {
      const id = readNumber(positionals[0]);
      const { url } = await refusing(
        () => db.transaction().execute((db) => switchOnWebhook(db, id)),
        'Такого выключенного адреса нет',
      );
      out.line(`${url} снова получает события.`);
    },
  },
];

function readEvents(typed: string | boolean | undefined): WebhookEvent[] {
  const words = (textOf(typed) ?? '').split(',').map((word) => word.trim());
  return words.map((word) => {
    const event = webhookEvents.find((event) => event === word);
    if (!event) throw new CommandFailure(`--events: через запятую из ${webhookEvents.join(', ')}`);
    return event;
  });
}

async function readBranch(db: Db, id_1c: string | undefined): Promise<string | null> {
  if (id_1c === undefined) return null;
  const branches = (await listDepartments(db)).filter(({ branch_id_1c }) => branch_id_1c === null);
  if (branches.some((branch) => branch.id_1c === id_1c)) return id_1c;
  throw new CommandFailure(`Филиал не найден: ${id_1c}. Есть: ${branches.map((branch) => branch.id_1c).join(', ')}`);
}

function readTime(typed: string | undefined): Date | undefined {
  if (typed === undefined) return undefined;
  const time = new Date(typed);
  if (Number.isNaN(time.getTime())) throw new CommandFailure(`--since: это не время: ${typed}`);
  return time;
}
