import { readSettings } from '#modules/settings/read-setting.ts';
import { saveSetting } from '#modules/settings/save-setting.ts';
import { type SettingKey, settingSchemas } from '#modules/settings/schema.ts';
import { Refusal } from '#platform/refusal.ts';
import { type Command, CommandFailure, json } from './command.ts';

/** What the owner changes about the shop itself. */
export const commands: Command[] = [
  {
    name: 'settings list',
    summary: 'всё, что владелец задаёт о магазине: продавец, телефоны, сроки, вход сотрудников',
    options: { json },
    async run({ db, args: { values }, out }) {
      const settings = await readSettings(db);
      if (values.json) return out.json(settings);
      for (const [key, value] of Object.entries(settings))
        for (const [field, words] of Object.entries(value)) out.line(`${key} ${field}: ${written(words)}`);
    },
  },
  {
    name: 'settings set',
    changes: 'settings',
    summary: 'изменить одно значение; действует сразу',
    parameters: [
      { name: 'НАСТРОЙКА', summary: Object.keys(settingSchemas).join(' или ') },
      { name: 'ПОЛЕ', summary: 'как его называет settings list' },
      { name: 'ЗНАЧЕНИЕ', summary: 'несколько значений — через точку с запятой; пустая строка убирает значение' },
    ],
    async run({ db, args: { positionals }, out }) {
      const [key = '', field = '', typed = ''] = positionals;
      if (!isKey(key)) throw new CommandFailure(`Нет такой настройки: ${key}`);
      const before: Record<string, unknown> = (await readSettings(db))[key];
      if (!Object.hasOwn(before, field))
        throw new CommandFailure(`Нет такого поля: ${field}. Есть: ${Object.keys(before).join(', ')}`);
      const value = Array.isArray(before[field]) ? listOf(typed) : typed.trim();
      const after: Record<string, unknown> = await db
        .transaction()
        .execute((db) => saveSetting(db, key, { ...before, [field]: value }))
        .catch((error: unknown) => {
          throw error instanceof Refusal ? new CommandFailure(problemsOf(error).join('\n')) : error;
        });
      out.line(`${key} ${field}: ${written(after[field])}`);
    },
  },
];

function isKey(text: string): text is SettingKey {
  return Object.hasOwn(settingSchemas, text);
}

function listOf(typed: string): string[] {
  return typed
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean);
}

function written(value: unknown): string {
  if (value === null) return '—';
  return Array.isArray(value) ? value.join('; ') || '—' : String(value);
}

function problemsOf({ details }: Refusal): string[] {
  const fields = details.fields as Record<string, string>;
  return Object.entries(fields).map(([field, problems]) => `${field}: ${problems}`);
}
