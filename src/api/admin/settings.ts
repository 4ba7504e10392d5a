import { z } from 'zod';
import { checkable, checkConnection } from '#api/check-connection.ts';
import { readConnections } from '#api/connections.ts';
import { readSettings } from '#modules/settings/read-setting.ts';
import { saveSetting } from '#modules/settings/save-setting.ts';
import { type SettingKey, settingNames, settingSchemas } from '#modules/settings/schema.ts';
import { refuseToShutOut } from '#modules/staff/office-network.ts';
import { takeLimit, tooMany } from '#platform/limits.ts';
import { Refusal } from '#platform/refusal.ts';
import { adminRecord, recordOf } from './record.ts';
import { draftRoutes } from './record-drafts.ts';
import { type AdminRoute, adminAction, adminRead } from './route.ts';

/** Of one partner, by whoever asks. */
const checksPerMinute = 10;

const Setting = z.object({ id: z.string(), name: z.string(), value: z.record(z.string(), z.unknown()) });

const ConnectionShape = z.object({
  id: z.string(),
  name: z.string(),
  settings: z.string(),
  is_on: z.boolean(),
  /** The last characters of a long key. */
  ends_with: z.string().nullable(),
  words: z.string(),
  /** It can be asked whether it answers. */
  is_checkable: z.boolean(),
  last_success: z.string().nullable(),
  last_failure: z.object({ at: z.string(), words: z.string() }).nullable(),
});

const settingRecord = recordOf({
  url: '/api/admin/settings/:id',
  resource: 'settings',
  summaries: { read: 'Группа настроек', write: 'Изменение настроек' },
  permissions: { read: 'settings.write', write: 'settings.write' },
  params: z.object({ id: z.string().max(40) }),
  response: Setting,
  body: z.record(z.string().max(60), z.unknown()),
  isUndoable: true,
  async read({ db, params: { id } }) {
    return isKey(id) ? presented(id, (await readSettings(db))[id]) : null;
  },
  editable: ({ value }) => value,
  async change({ db, address, params: { id }, body }, { name, value }) {
    if (isKey(id)) {
      const saved = await saveSetting(db, id, { ...value, ...body });
      if ('networks' in saved) refuseToShutOut(saved, address);
    }
    return { words: `Настройки «${name}» изменены` };
  },
});

/** What the owner sets about the whole shop, one record for each group of fields. */
export const settingRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/settings',
    summary: 'Настройки магазина',
    permission: 'settings.write',
    response: z.object({ items: z.array(Setting), total: z.int() }),
    async run({ db }) {
      const items = Object.entries(await readSettings(db)).map(([key, value]) => presented(key as SettingKey, value));
      return { items, total: items.length };
    },
  }),

  adminRead({
    url: '/api/admin/connections',
    summary: 'С чем соединён магазин: какие ключи заданы и как по ним работается, без самих ключей',
    permission: 'settings.write',
    response: z.object({ items: z.array(ConnectionShape), total: z.int() }),
    async run({ db, context }) {
      const items = (await readConnections(db, context.config)).map(
        ({ last_success, last_failure, ...connection }) => ({
          ...connection,
          is_checkable: connection.is_on && checkable.some((id) => id === connection.id),
          last_success: last_success?.toISOString() ?? null,
          last_failure: last_failure && { ...last_failure, at: last_failure.at.toISOString() },
        }),
      );
      return { items, total: items.length };
    },
  }),

  adminAction({
    url: '/api/admin/connections/:id/check',
    summary: 'Отвечает ли партнёр и принимает ли ключ: спрашивают то, что у него ничего не меняет',
    permission: 'settings.write',
    params: z.object({ id: z.enum(checkable) }),
    body: z.strictObject({}).optional(),
    response: z.object({ is_met: z.boolean(), words: z.string() }),
    async run({ db, context: { partners }, params: { id } }) {
      const wait = await takeLimit(db, 'check connection', id, checksPerMinute, 60);
      if (wait > 0) throw tooMany(wait, 'Слишком часто. Партнёр может отключить магазин за лишние запросы');
      const checked = await checkConnection(id, partners);
      if (!checked) throw new Refusal('not_found', {}, 'Ключ не задан: проверять нечего');
      return checked;
    },
  }),

  ...adminRecord(settingRecord),
  ...draftRoutes(settingRecord, 'настроек'),
];

function isKey(id: string | number): id is SettingKey {
  return Object.hasOwn(settingSchemas, id);
}

function presented(key: SettingKey, value: object): z.input<typeof Setting> {
  return { id: key, name: settingNames[key], value: { ...value } };
}
