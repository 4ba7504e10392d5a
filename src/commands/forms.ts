import { copyFile, readFile } from 'node:fs/promises';
import { closeForm, findForm, publishForm } from '#modules/forms/form-schemas.ts';
import { findSubmission, listSubmissions, type Submission } from '#modules/forms/queries.ts';
import { type FormSchema, formFilesArea } from '#modules/forms/schema.ts';
import type { Db } from '#platform/database.ts';
import { pathOf } from '#platform/private-files.ts';
import { formatDateTime } from '#shared/dates.ts';
import { plural } from '#shared/plurals.ts';
import { type Command, CommandFailure, givenPath, json, limit, readLimit, refusing } from './command.ts';

const parameter = { name: 'ЗАЯВКА', summary: 'номер заявки или её id' };

/** What visitors sent in forms, and the dynamic forms themselves, from the command line. */
export const commands: Command[] = [
  {
    name: 'forms list',
    summary: 'отправленные формы, новые сверху',
    options: {
      code: { type: 'string', value: 'КОД', summary: 'только этой формы: callback, vacancy, …' },
      branch: { type: 'string', value: 'ФИЛИАЛ', summary: 'id_1c филиала' },
      limit,
      json,
    },
    async run({ db, args: { values }, out }) {
      const limit = readLimit(values.limit);
      const lines = await listSubmissions(db, {
        ...(typeof values.code === 'string' && { code: values.code }),
        ...(typeof values.branch === 'string' && { department_id_1c: values.branch }),
        limit,
      });
      if (values.json) return out.json(lines);
      if (lines.length === 0) return out.line('Заявок нет.');
      for (const { number, code, created_at, time_zone, city, answers, about_title, files } of lines) {
        const who = answers.filter(({ field }) => field === 'name' || field === 'phone').map(({ value }) => value);
        const more = [about_title, files > 0 ? `файлов: ${files}` : ''].filter(Boolean);
        out.line([number, formatDateTime(created_at, time_zone), city, code, ...who, ...more].join('  '));
      }
    },
  },
  {
    name: 'forms show',
    summary: 'одна заявка с ответами, согласиями и файлами',
    parameters: [parameter],
    options: { json },
    async run({ db, args: { positionals, values }, out }) {
      const found = await readSubmission(db, positionals[0]);
      if (values.json) return out.json(found);
      for (const line of await describe(db, found)) out.line(line);
    },
  },
  {
    name: 'forms file',
    summary: 'сохранить файл заявки рядом; без номера файла — первый',
    parameters: [
      parameter,
      { name: 'КУДА', summary: 'имя нового файла' },
      { name: 'НОМЕР', summary: 'какой по счёту в списке файлов', optional: true },
    ],
    async run({ db, config, args: { positionals }, out }) {
      const { number, files } = await readSubmission(db, positionals[0]);
      const file = files[Number(positionals[2] ?? 1) - 1];
      if (!file) throw new CommandFailure(`В заявке ${number} нет такого файла. Всего файлов: ${files.length}`);
      const target = givenPath(positionals[1] ?? '');
      try {
        // Never over something that is already there.
        await copyFile(pathOf(config.DATA_DIR, formFilesArea, file.id), target, 1);
      } catch (error) {
        throw new CommandFailure(`Не удалось сохранить ${target}: ${(error as Error).message}`);
      }
      out.line(`${file.name} (${file.type}, ${bytesOf(file.size)}) сохранён: ${target}`);
    },
  },
  {
    name: 'forms publish',
    changes: 'forms',
    summary: 'новая версия динамической формы из файла JSON {code, name, fields}',
    parameters: [{ name: 'ФАЙЛ', summary: 'схема формы' }],
    async run({ db, args: { positionals }, out }) {
      const schema = await readSchema(givenPath(positionals[0] ?? ''));
      const { version } = await db.transaction().execute((db) => publishForm(db, schema));
      out.line(`Форма ${schema.code}, версия ${version}: /forms/${schema.code}/`);
    },
  },
  {
    name: 'forms close',
    changes: 'forms',
    summary: 'больше не принимать динамическую форму; новая версия откроет её снова',
    parameters: [{ name: 'КОД', summary: 'код формы' }],
    async run({ db, args: { positionals }, out }) {
      const code = positionals[0] ?? '';
      await refusing(() => db.transaction().execute((db) => closeForm(db, code)), 'Такой открытой формы нет');
      out.line(`Форма ${code} закрыта.`);
    },
  },
];

async function readSubmission(db: Db, typed = ''): Promise<Submission> {
  const found = await findSubmission(db, typed.toLowerCase());
  if (!found) throw new CommandFailure(`Заявка не найдена: ${typed}`);
  return found;
}

async function describe(db: Db, found: Submission): Promise<string[]> {
  const at = (moment: Date | string) => formatDateTime(moment, found.branch.time_zone);
  const form = await findForm(db, found.code);
  return [
    `Заявка ${found.number} (${found.id})`,
    `Форма: ${form?.schema.name ?? found.code}`,
    `Филиал: ${found.branch.city}; отправлена ${at(found.created_at)}`,
    ...(found.about_title ? [`О чём: ${found.about_title}`] : []),
    ...(found.page ? [`Со страницы: ${found.origin}${found.page}`] : []),
    ...(found.forgotten_at ? [`Личные данные удалены ${at(found.forgotten_at)}`] : []),
    ...found.answers.map(({ name, value }) => `${name}: ${value}`),
    ...found.consents.map(
      ({ page_slug, page_version, given_at }) => `Согласие: ${page_slug}, редакция ${page_version}, ${at(given_at)}`,
    ),
    ...found.files.map(({ name, type, size }, index) => `Файл ${index + 1}: ${name} (${type}, ${bytesOf(size)})`),
    ...(found.files.length > 0 ? [`Сохранить: npm run shop -- forms file ${found.number} ИМЯ [НОМЕР]`] : []),
  ];
}

async function readSchema(path: string): Promise<FormSchema> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as FormSchema;
  } catch (error) {
    throw new CommandFailure(`${path}: ${(error as Error).message}`);
  }
}

function bytesOf(size: number): string {
  return `${size} ${plural(size, 'байт', 'байта', 'байт')}`;
}
