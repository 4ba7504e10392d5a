import {
  exchangeStates,
  exchangeStateWords,
  listOrdersInExchange,
  type OrderInExchange,
  orderLog,
  sendAgain,
} from '#integrations/onec/sale/ledger.ts';
import {
  listOrderFiles,
  type OrderFileListed,
  orderFileStates,
  orderFileStateWords,
} from '#integrations/onec/sale/list-order-files.ts';
import { sendBranchesTo } from '#integrations/onec/sale/order-branches.ts';
import { retakeOrderFile } from '#integrations/onec/sale/retake-order-file.ts';
import { listUnknownDocuments, whatToDo } from '#integrations/onec/sale/unknown-documents.ts';
import { findOrderId } from '#modules/orders/queries.ts';
import type { Db } from '#platform/database.ts';
import { formatDateTime } from '#shared/dates.ts';
import { formatPrice } from '#shared/money.ts';
import { upperFirst } from '#shared/upper-first.ts';
import { type Command, CommandFailure, json, limit, readLimit, refusing, textOf } from './command.ts';
import { findBranch } from './find-branch.ts';

const orderParameter = { name: 'ЗАКАЗ', summary: 'номер заказа или его id' };

/** Orders and 1C: what waits, what was handed over, what came back. */
export const commands: Command[] = [
  {
    name: 'onec orders',
    summary: 'заказы в обмене с 1С: какие ждут, переданы, подтверждены, вернулись, не приняты и почему',
    options: {
      state: { type: 'string', value: 'СОСТОЯНИЕ', summary: exchangeStates.join(', ') },
      limit,
      json,
    },
    async run({ db, args: { values }, out }) {
      const state = textOf(values.state);
      const rows = await listOrdersInExchange(db, {
        ...(state !== undefined && { state: oneOf(exchangeStates, state) }),
        limit: readLimit(values.limit),
      });
      if (values.json) return out.json(rows);
      if (rows.length === 0) out.line('Таких заказов нет.');
      for (const row of rows) out.line(summaryOf(row));
    },
  },
  {
    name: 'onec orders show',
    summary: 'один заказ в обмене с 1С и журнал: что пришло о нём из 1С и что сделано',
    parameters: [orderParameter],
    options: { json },
    async run({ db, args: { positionals, values }, out }) {
      const order_id = await findOrder(db, positionals[0]);
      const [rows, log] = await Promise.all([
        listOrdersInExchange(db, { order_id, limit: 10 }),
        orderLog(db, order_id),
      ]);
      if (values.json) return out.json({ exchange: rows, log });
      if (rows.length === 0) out.line('Заказ в обмене с 1С не участвует: он не подтверждён или уже завершён.');
      for (const row of rows) out.line(summaryOf(row));
      for (const { at, document, is_refused, words } of log) {
        out.line(`${inMoscow(at)}  ${is_refused ? 'Не принято: ' : ''}${words} (${document})`);
      }
    },
  },
  {
    name: 'onec orders send',
    changes: 'orders',
    summary: 'отправить заказ в 1С ещё раз, даже если она его подтвердила',
    parameters: [orderParameter],
    async run({ db, args: { positionals }, out }) {
      const order_id = await findOrder(db, positionals[0]);
      await db.transaction().execute((db) => sendAgain(db, order_id));
      out.line('Заказ уйдёт в 1С при следующем обмене.');
    },
  },
  {
    name: 'onec orders branch',
    changes: 'onec-nodes',
    summary: 'какой базе 1С отдавать заказы филиала; без этого их получает база, которая первой стала их забирать',
    parameters: [{ name: 'ФИЛИАЛ', summary: 'id_1c, метка домена или город' }],
    options: { node: { type: 'string', value: 'ИМЯ', summary: 'имя пользователя узла обмена; none отменяет выбор' } },
    async run({ db, args: { positionals, values }, out }) {
      const login = textOf(values.node);
      if (login === undefined) throw new CommandFailure('Укажите узел: --node ИМЯ или --node none');
      const { id_1c, city } = await findBranch(db, positionals[0] ?? '');
      const node = login === 'none' ? null : await findNode(db, login);
      await sendBranchesTo(db, [id_1c], node?.id ?? null);
      out.line(node ? `Заказы филиала ${city} получает «${node.name}».` : `Выбор базы для филиала ${city} отменён.`);
    },
  },
  {
    name: 'onec orders unknown',
    summary: 'документы 1С о заказах, которых магазин не знает, и почему они не приняты',
    options: { limit, json },
    async run({ db, args: { values }, out }) {
      const found = await listUnknownDocuments(db, { limit: readLimit(values.limit) });
      const rows = found.map((row) => ({ ...row, what_to_do: whatToDo(row.document) }));
      if (values.json) return out.json(rows);
      if (rows.length === 0) out.line('Таких документов нет.');
      for (const { at, last_at, node, document, sum, words, what_to_do } of rows) {
        const came = at.getTime() === last_at.getTime() ? [] : [`последний раз ${inMoscow(last_at)}`];
        out.line([inMoscow(at), ...came, node, document, ...(sum === null ? [] : [formatPrice(sum)])].join('  '));
        out.line(`    ${upperFirst(words)}. ${what_to_do}`);
      }
    },
  },
  {
    name: 'onec orders files',
    summary: 'файлы из 1С о заказах: что из них вышло, какие не приняты и почему',
    options: {
      node: { type: 'string', value: 'ИМЯ', summary: 'только этого узла обмена' },
      state: { type: 'string', value: 'СОСТОЯНИЕ', summary: orderFileStates.join(', ') },
      limit,
      json,
    },
    async run({ db, args: { values }, out }) {
      const state = textOf(values.state);
      const files = await listOrderFiles(db, {
        login: textOf(values.node),
        ...(state !== undefined && { state: [oneOf(orderFileStates, state)] }),
        limit: readLimit(values.limit),
      });
      if (values.json) return out.json(files);
      if (files.length === 0) out.line('Таких файлов нет.');
      for (const file of files) out.line(fileLine(file));
    },
  },
  {
    name: 'onec orders files retake',
    changes: 'onec-order-files',
    summary: 'разобрать ещё раз файл, на котором случился сбой магазина',
    parameters: [{ name: 'НОМЕР', summary: 'номер файла, как его показывает onec orders files' }],
    async run({ db, args: { positionals }, out }) {
      const id = /^\d{1,15}$/.test(positionals[0] ?? '') ? Number(positionals[0]) : 0;
      await refusing(() => db.transaction().execute((db) => retakeOrderFile(db, id)), `Файла № ${positionals[0]} нет`);
      out.line('Файл разберёт worker.');
    },
  },
];

function inMoscow(moment: Date): string {
  return formatDateTime(moment, 'Europe/Moscow');
}

function fileLine({ id, received_at, node, name, state, applied, unchanged, refused, reason }: OrderFileListed) {
  const counts = `изменили заказы ${applied}, без изменений ${unchanged}, не приняты ${refused}`;
  const at = inMoscow(received_at);
  return [`№ ${id}`, at, node, name, orderFileStateWords[state], counts, reason].filter(Boolean).join('  ');
}

async function findNode(db: Db, login: string): Promise<{ id: number; name: string }> {
  const node = await db.selectFrom('onec_nodes').select(['id', 'name']).where('login', '=', login).executeTakeFirst();
  if (!node) throw new CommandFailure(`Узла обмена с именем ${login} нет`);
  return node;
}

async function findOrder(db: Db, typed = ''): Promise<string> {
  const order_id = await findOrderId(db, typed.toLowerCase());
  if (order_id === null) throw new CommandFailure(`Заказ не найден: ${typed}`);
  return order_id;
}

function oneOf<State extends string>(states: readonly State[], typed: string): State {
  const state = states.find((other) => other === typed);
  if (!state) throw new CommandFailure(`Нет такого состояния: ${typed}. Бывают: ${states.join(', ')}`);
  return state;
}

function summaryOf({
  number,
  node,
  state,
  number_1c,
  handed_at,
  confirmed_at,
  came_back_at,
  refused_why,
}: OrderInExchange) {
  const at = (word: string, moment: Date | null) => moment && `${word} ${inMoscow(moment)}`;
  const facts = [
    node && `узел «${node}»`,
    number_1c && `в 1С № ${number_1c}`,
    at('передан', handed_at),
    at('подтверждён', confirmed_at),
    at('пришёл', came_back_at),
    refused_why,
  ].filter(Boolean);
  return `${number}  ${exchangeStateWords[state]}${facts.length > 0 ? `: ${facts.join(', ')}` : ''}`;
}
