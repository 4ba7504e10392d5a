import { readSettings } from '#modules/settings/read-setting.ts';
import { saveSetting } from '#modules/settings/save-setting.ts';
import { settingNames } from '#modules/settings/schema.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Fields, RecordOfDrafts } from '../kinds.ts';

/** Settings that visitors see. What identifies the seller by law, and how orders are worked on, does not wait. */
const seen = ['company', 'contact_centre'] as const;
const requisites = ['inn', 'ogrn'];
type Seen = (typeof seen)[number];

export const settings: RecordOfDrafts = {
  async read(db, record_id) {
    if (!isSeen(record_id)) return null;
    const all = await settingOf(db, record_id);
    const fields = Object.fromEntries(Object.entries(all).filter(([name]) => !requisites.includes(name)));
    return { title: settingNames[record_id], department_id_1c: null, fields };
  },
  async change(db, record_id, patch) {
    if (!isSeen(record_id)) throw new Refusal('not_found');
    await saveSetting(db, record_id, { ...(await settingOf(db, record_id)), ...patch });
    return { words: `Настройки «${settingNames[record_id]}» изменены` };
  },
  files: ({ logo }) => (typeof logo === 'string' ? [logo] : []),
};

function isSeen(id: string): id is Seen {
  return seen.some((key) => key === id);
}

async function settingOf(db: Db, key: Seen): Promise<Fields> {
  return { ...(await readSettings(db))[key] };
}
