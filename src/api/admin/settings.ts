import { z } from 'zod';
import { readSettings } from '#modules/settings/read-setting.ts';
import { saveSetting } from '#modules/settings/save-setting.ts';
import { type SettingKey, settingSchemas } from '#modules/settings/schema.ts';
import { adminRecord } from './record.ts';
import { type AdminRoute, adminRead } from './route.ts';

const keyWords: Record<SettingKey, string> = {
  company: 'Магазин',
  contact_centre: 'Контактный центр',
  orders: 'Заказы',
};

const Setting = z.object({ id: z.string(), name: z.string(), value: z.record(z.string(), z.unknown()) });

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

  ...adminRecord({
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
    async change({ db, params: { id }, body }, { name, value }) {
      if (isKey(id)) await saveSetting(db, id, { ...value, ...body });
      return { words: `Настройки «${name}» изменены` };
    },
  }),
];

function isKey(id: string | number): id is SettingKey {
  return Object.hasOwn(settingSchemas, id);
}

function presented(key: SettingKey, value: object): z.input<typeof Setting> {
  return { id: key, name: keyWords[key], value: { ...value } };
}
