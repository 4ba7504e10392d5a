import { addApiKey, endApiKey, listApiKeys } from '#modules/exchange/api-keys.ts';
import { formatDateTime } from '#shared/dates.ts';
import { type Scope, scopes, scopeWords } from '#shared/exchange-words.ts';
import { type Command, CommandFailure, json, refusing, textOf } from './command.ts';
import { readDepartments } from './read-departments.ts';

const zone = 'Europe/Moscow';

/** Keys of programs that send prices and stock: docs/api-exchange.md. */
export const commands: Command[] = [
  {
    name: 'api-keys add',
    changes: 'api_keys',
    summary: 'выдать ключ для вызовов цен и остатков; ключ показывается один раз',
    options: {
      name: { type: 'string', value: 'ИМЯ', summary: 'чей он: «Склад на Гончарной»' },
      scopes: {
        type: 'string',
        value: 'ПРАВА',
        summary: `через запятую: ${scopes.map((scope) => `${scope} (${scopeWords[scope]})`).join(', ')}`,
        default: scopes.join(','),
      },
      departments: {
        type: 'string',
        value: 'ФИЛИАЛЫ',
        summary: 'id_1c филиалов через запятую: только их колонки цен и склады; не указано — все',
      },
    },
    async run({ db, args: { values }, out }) {
      const name = (textOf(values.name) ?? '').trim();
      if (name === '' || name.length > 100) throw new CommandFailure('Нужно имя до 100 знаков: --name "Склад"');
      const given = {
        name,
        scopes: readScopes(values.scopes),
        departments: await readDepartments(db, values.departments),
      };
      const { id, secret } = await db.transaction().execute((db) => addApiKey(db, given));
      out.line(`Ключ ${id} «${name}»: ${given.scopes.map((scope) => scopeWords[scope]).join(', ')}.`);
      out.line('Больше он показан не будет:');
      out.line(secret);
    },
  },
  {
    name: 'api-keys list',
    summary: 'ключи: права, филиалы, когда последний раз пользовались',
    options: { json },
    async run({ db, args: { values }, out }) {
      const keys = await listApiKeys(db);
      if (values.json) return out.json(keys);
      if (keys.length === 0) return out.line('Ключей нет.');
      for (const { id, name, hint, scopes, departments, used_at, ended_at } of keys)
        out.line(
          [
            `${id}  ${hint}…  ${name}`,
            scopes.map((scope) => scopeWords[scope]).join(', '),
            departments.length > 0 ? `филиалы ${departments.join(', ')}` : 'все филиалы',
            used_at ? `последний вызов ${formatDateTime(used_at, zone)}` : 'ещё не вызывали',
            ...(ended_at ? [`отозван ${formatDateTime(ended_at, zone)}`] : []),
          ].join('  '),
        );
    },
  },
  {
    name: 'api-keys end',
    changes: 'api_keys',
    summary: 'отозвать ключ: вызовы с ним сразу перестают приниматься',
    parameters: [{ name: 'НОМЕР', summary: 'как его показывает api-keys list' }],
    async run({ db, args: { positionals }, out }) {
      const id = Number(positionals[0]);
      if (!Number.isInteger(id) || id < 1 || id > 2_147_483_647) throw new CommandFailure('НОМЕР — целое число');
      const { name } = await refusing(
        () => db.transaction().execute((db) => endApiKey(db, id)),
        'Такого действующего ключа нет',
      );
      out.line(`Ключ ${id} «${name}» отозван.`);
    },
  },
];

function readScopes(typed: string | boolean | undefined): Scope[] {
  const words = (textOf(typed) ?? '').split(',').map((word) => word.trim());
  return words.map((word) => {
    const scope = scopes.find((scope) => scope === word);
    if (!scope) throw new CommandFailure(`--scopes: через запятую из ${scopes.join(', ')}`);
    return scope;
  });
}
