import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import {
  type Guard,
  guardNames,
  guardTitles,
  guardWords,
  readGuards,
  setGuard,
} from '#integrations/onec/changes/guards.ts';
import { changeNode, createNode } from '#integrations/onec/exchange/nodes.ts';
import { listNodes, listSessions, type NodeView, sessionEndWords } from '#integrations/onec/exchange/queries.ts';
import type { AuditLine } from '#modules/audit/write-audit.ts';
import type { Db } from '#platform/database.ts';
import { holdRecord } from '#platform/record-version.ts';
import { Refusal } from '#platform/refusal.ts';
import { type OwnedField, ownedField, ownedFields } from '#shared/product-fields.ts';
import { iso, Ok } from './answers.ts';
import { adminRecord } from './record.ts';
import { refuseUnseen } from './record-changed.ts';
import { type AdminRoute, adminRead, adminWrite, NumberParam } from './route.ts';

const Fields = z.object({
  name: z.string().trim().min(1, 'Назовите узел').max(100, 'Максимум 100 символов'),
  /** Addresses and networks by commas; empty: from everywhere. */
  networks: z.string().trim().max(1_000, 'Максимум 1000 символов'),
  encoding: z.enum(['utf-8', 'windows-1251']),
  file_limit: z.int('Размер части файла: целое число'),
  takes_zip: z.boolean(),
  /** Its stock is already without what it holds for orders that it took. */
  stock_excludes_reserves: z.boolean(),
  /** The day of a payment without a sum pays the whole order. */
  day_pays_whole: z.boolean(),
});

/** Fields of all its goods that the shop leads: import leaves them as they are. */
const OwnFields = z.array(z.enum(ownedFields));

const Node = Fields.extend({
  own_fields: OwnFields,
  id: z.int(),
  login: z.string(),
  is_on: z.boolean(),
  /** Its password stands in the settings of the machine. */
  is_default: z.boolean(),
  signed_in_at: z.string().nullable(),
  packages: z.int(),
  guards: z.array(
    z.object({
      guard: z.enum(guardNames),
      title: z.string(),
      words: z.string(),
      is_on: z.boolean(),
      share: z.int(),
      at_least: z.int(),
      moved: z.int().nullable(),
    }),
  ),
});

const Session = z.object({
  id: z.string(),
  node: z.string(),
  type: z.string(),
  address: z.string(),
  started_at: z.string(),
  seen_at: z.string(),
  ended_at: z.string().nullable(),
  end_words: z.string(),
  files: z.int(),
  bytes: z.int(),
});

/** The password, shown this once: the shop keeps only its hash. */
const Password = z.object({ id: z.int(), login: z.string(), password: z.string() });

const permissions = { read: 'exchange.read', write: 'exchange.map' } as const;

export const onecNodeRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/onec-nodes',
    summary: 'Узлы обмена с 1С и их предохранители',
    permission: permissions.read,
    response: z.object({ items: z.array(Node), total: z.int() }),
    async run({ db }) {
      const items = await Promise.all((await listNodes(db)).map((node) => presented(db, node)));
      return { items, total: items.length };
    },
  }),

  adminRead({
    url: '/api/admin/onec-sessions',
    summary: 'Последние сеансы обмена с 1С',
    permission: permissions.read,
    response: z.object({ items: z.array(Session), total: z.int() }),
    async run({ db }) {
      const sessions = await listSessions(db, { limit: 50 });
      const items = sessions.map(({ version: _, started_at, seen_at, ended_at, ended_by, ...session }) => ({
        ...session,
        started_at: started_at.toISOString(),
        seen_at: seen_at.toISOString(),
        ended_at: iso(ended_at),
        end_words: ended_by ? (sessionEndWords[ended_by] ?? ended_by) : 'открыт',
      }));
      return { items, total: items.length };
    },
  }),

  adminWrite({
    url: '/api/admin/onec-nodes',
    summary: 'Новый узел обмена: пароль показывается один раз',
    permission: permissions.write,
    needsKey: true,
    isShownOnce: true,
    body: Fields.partial().extend({
      login: z.string().trim().min(1, 'Укажите имя пользователя').max(100, 'Максимум 100 символов'),
      name: Fields.shape.name,
    }),
    status: 201,
    response: Password,
    async run({ db, body }) {
      const password = newPassword();
      const { id } = await createNode(db, { ...given(body), name: body.name, login: body.login, password });
      return {
        answer: { id, login: body.login, password },
        audit: line({ id, name: body.name }, 'создан'),
        location: `/api/admin/onec-nodes/${id}`,
      };
    },
  }),

  ...adminRecord({
    url: '/api/admin/onec-nodes/:id',
    resource: 'onec-nodes',
    summaries: { read: 'Узел обмена с 1С', write: 'Изменение узла обмена' },
    permissions,
    params: NumberParam,
    response: Node,
    body: Fields.extend({ is_on: z.boolean(), own_fields: OwnFields }).partial(),
    isUndoable: true,
    async read({ db, params: { id } }) {
      const node = (await listNodes(db)).find((node) => node.id === id);
      return node ? presented(db, node) : null;
    },
    editable: ({ name, networks, encoding, file_limit, takes_zip, is_on, ...node }) => ({
      ...{ name, networks, encoding, file_limit, takes_zip, is_on, own_fields: node.own_fields },
      ...{ stock_excludes_reserves: node.stock_excludes_reserves, day_pays_whole: node.day_pays_whole },
    }),
    async change({ db, body: { is_on, ...fields } }, { login, name }) {
      await changeNode(db, login, { ...given(fields), ...(is_on !== undefined && { is_on }) });
      return { words: `Узел обмена «${name}»: ${changeWords({ is_on, ...fields })}` };
    },
  }),

  adminWrite({
    url: '/api/admin/onec-nodes/:id/password',
    summary: 'Новый пароль узла: прежний больше не действует',
    permission: permissions.write,
    needsKey: true,
    isShownOnce: true,
    params: NumberParam,
    response: Password,
    async run({ db, params: { id } }) {
      const node = await needNode(db, id);
      if (node.is_default) throw new Refusal('wrong_move', {}, 'Пароль этого узла задан в настройках сервера магазина');
      const password = newPassword();
      await changeNode(db, node.login, { password });
      return { answer: { id, login: node.login, password }, audit: line(node, 'выдан новый пароль') };
    },
  }),

  adminWrite({
    method: 'PUT',
    url: '/api/admin/onec-nodes/:id/guards/:guard',
    summary: 'Предохранитель узла: при каких изменениях пакет ждёт решения',
    permission: permissions.write,
    params: z.object({ id: z.coerce.number().int().positive(), guard: z.enum(guardNames) }),
    body: z.object({
      is_on: z.boolean(),
      share: z.int('Доля: от 0 до 100 процентов'),
      at_least: z.int('Число: от 1'),
      moved: z.int('На сколько меняется цена: от 1 до 1000 процентов').nullable(),
      /** As it was seen; another one by now is refused. */
      seen: z.object({ is_on: z.boolean(), share: z.int(), at_least: z.int(), moved: z.int().nullable() }),
    }),
    response: Ok,
    async run({ db, params: { id, guard }, body: { seen, ...wanted } }) {
      const node = await needNode(db, id);
      await holdRecord(db, 'onec-guards', id);
      const before = guardOf(await readGuards(db, id), guard);
      if (before) {
        const { guard: _, ...current } = before;
        refuseUnseen(seen, current, `Пока вы смотрели, предохранитель изменили. Теперь так: ${guardWords(before)}`);
      }
      await setGuard(db, node.login, guard, wanted);
      const after = guardOf(await readGuards(db, id), guard);
      return {
        answer: { ok: true as const },
        audit: { ...line(node, `предохранитель: ${after ? guardWords(after) : guardTitles[guard]}`), before, after },
      };
    },
  }),
];

function newPassword(): string {
  return randomBytes(18).toString('base64url');
}

function line({ id, name }: { id: number; name: string }, words: string): AuditLine {
  return { resource: 'onec-nodes', record_id: id, words: `Узел обмена «${name}»: ${words}` };
}

/** What a change of a node comes to, for its line of the audit log. */
function changeWords({ is_on, own_fields, ...others }: { is_on?: boolean; own_fields?: OwnedField[] }): string {
  if (is_on !== undefined) return is_on ? 'включён' : 'выключен';
  if (own_fields === undefined || Object.values(others).some((value) => value !== undefined)) return 'изменён';
  if (own_fields.length === 0) return 'все поля товаров ведёт 1С';
  return `магазин ведёт сам: ${own_fields.map((field) => ownedField[field].words).join(', ')}`;
}

function guardOf(guards: Guard[], name: string): Guard | null {
  return guards.find(({ guard }) => guard === name) ?? null;
}

/** Only what was named. */
function given<Given extends object>(fields: Given): { [Name in keyof Given]: Exclude<Given[Name], undefined> } {
  const named = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(named) as { [Name in keyof Given]: Exclude<Given[Name], undefined> };
}

async function needNode(db: Db, id: number): Promise<NodeView> {
  const node = (await listNodes(db)).find((node) => node.id === id);
  if (!node) throw new Refusal('not_found');
  return node;
}

async function presented(db: Db, { signed_in_at, ...node }: NodeView): Promise<z.input<typeof Node>> {
  const guards = await readGuards(db, node.id);
  return {
    ...node,
    signed_in_at: iso(signed_in_at),
    guards: guards.map((guard) => ({ ...guard, title: guardTitles[guard.guard], words: guardWords(guard) })),
  };
}
