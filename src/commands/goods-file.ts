import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { hashOfRehearsal, listFileImports, readImportRows } from '#modules/exchange/file-imports.ts';
import { type FileColumn, fileFields, listFileMaps, readFileMap, saveFileMap } from '#modules/exchange/file-maps.ts';
import { type ImportedTable, importTable } from '#modules/exchange/import-table.ts';
import { readTable, tableLimits } from '#modules/exchange/read-table.ts';
import type { Db } from '#platform/database.ts';
import { formatDateTime } from '#shared/dates.ts';
import {
  type Command,
  CommandFailure,
  givenPath,
  json,
  limit,
  type Out,
  readLimit,
  readNumber,
  refusing,
  terminal,
  textOf,
} from './command.ts';

const zone = 'Europe/Moscow';
const stateWords = { rehearsed: 'репетиция', held: 'задержана', applied: 'принята' };
const name = { type: 'string', value: 'ИМЯ', summary: 'имя сопоставления столбцов' } as const;

/** Prices and stock from a table of the owner: docs/api-exchange.md. */
export const commands: Command[] = [
  {
    name: 'goods-file map',
    changes: 'file_maps',
    summary: 'запомнить под именем, что стоит в столбцах таблицы',
    parameters: [{ name: 'ИМЯ', summary: 'до 60 знаков: «Прайс склада»' }],
    options: {
      columns: {
        type: 'string',
        value: 'СТОЛБЦЫ',
        summary: `через точку с запятой: Артикул=article; Цена=price:vologda; Остаток=stock:store12. Поля: ${fileFields.join(', ')}`,
      },
      unit: {
        type: 'string',
        value: 'ЕДИНИЦА',
        summary: 'sales: цены и остатки того, чем товар продают; base: того, чем его учитывает 1С',
        default: 'sales',
      },
      'moved-percent': {
        type: 'string',
        value: 'N',
        summary: 'на сколько процентов цена может сдвинуться без подозрений',
        default: '30',
      },
      'moved-share': {
        type: 'string',
        value: 'N',
        summary: 'сколько процентов таких цен, нулевых цен и кончившихся остатков задерживают файл',
        default: '5',
      },
    },
    async run({ db, args: { positionals, values }, out }) {
      const map = {
        name: (positionals[0] ?? '').trim(),
        columns: readColumns(textOf(values.columns) ?? ''),
        unit: readUnit(textOf(values.unit)),
        moved_percent: readPercent('--moved-percent', values['moved-percent'], 1, 1_000),
        moved_share: readPercent('--moved-share', values['moved-share'], 0, 100),
      };
      if (map.name === '' || map.name.length > 60) throw new CommandFailure('ИМЯ: от 1 до 60 знаков');
      await refusing(() => db.transaction().execute((db) => saveFileMap(db, map, true)));
      out.line(`Сопоставление «${map.name}» запомнено.`);
    },
  },
  {
    name: 'goods-file maps',
    summary: 'запомненные сопоставления столбцов',
    options: { json },
    async run({ db, args: { values }, out }) {
      const maps = await listFileMaps(db, true);
      if (values.json) return out.json(maps);
      if (maps.length === 0) return out.line('Сопоставлений нет.');
      for (const { name, columns, unit } of maps)
        out.line(`${name}  ${columns.map(columnText).join('; ')}${unit === 'base' ? '  в единицах 1С' : ''}`);
    },
  },
  {
    name: 'goods-file import',
    changes: 'file_imports',
    isChange: ({ rehearsal }) => typeof rehearsal === 'string',
    summary:
      'показать, что изменит таблица цен и остатков (CSV, TXT, XLSX или YML), и принять её так, как показано: --rehearsal',
    parameters: [{ name: 'ФАЙЛ', summary: 'путь к таблице' }],
    options: {
      map: name,
      rehearsal: {
        type: 'string',
        value: 'НОМЕР',
        summary: 'принять то, что показала эта репетиция, и ничего другого',
      },
      approved: { type: 'boolean', summary: 'вместе с --rehearsal: принять и подозрительное, человек посмотрел' },
      json,
    },
    async run({ db, args: { positionals, values }, out }) {
      const path = givenPath(positionals[0] ?? '');
      const source = basename(path);
      const map = await refusing(
        () => readFileMap(db, textOf(values.map) ?? '', true),
        'Нет такого сопоставления: --map ИМЯ',
      );
      const size = (await stat(path).catch(() => null))?.size;
      if (size === undefined) throw new CommandFailure(`Файл не найден: ${path}`);
      if (size > tableLimits.bytes) throw new CommandFailure('Файл слишком большой');
      const rehearsed = await readRehearsed(db, textOf(values.rehearsal), values.approved === true);
      const rows = await refusing(async () => readTable(source, await readFile(path), map.columns));
      const isTaken = rehearsed !== null;
      const importing = {
        ...{ map, source, author: terminal, isRehearsal: !isTaken, isApproved: values.approved === true },
        ...(isTaken && { rehearsed }),
      };
      const imported = await refusing(() => db.transaction().execute((db) => importTable(db, rows, importing)));
      if (values.json) out.json(imported);
      else show(out, imported);
      return imported.state !== 'applied' && imported.summary.guards.length > 0 ? 1 : 0;
    },
  },
  {
    name: 'goods-file list',
    summary: 'принятые, задержанные и прорепетированные таблицы',
    options: { json, limit },
    async run({ db, args: { values }, out }) {
      const imports = await listFileImports(db, readLimit(values.limit), true);
      if (values.json) return out.json(imports);
      if (imports.length === 0) return out.line('Таблиц ещё не было.');
      for (const { id, at, source, map_name, state, summary } of imports)
        out.line(
          `${id}  ${formatDateTime(at, zone)}  ${source}  «${map_name}»  ${stateWords[state]}  изменений: ${summary.prices.changed + summary.stock.changed}`,
        );
    },
  },
  {
    name: 'goods-file log',
    summary: 'что стало со строками таблицы, словами',
    parameters: [{ name: 'НОМЕР', summary: 'как его показывает goods-file list' }],
    options: { json, limit: { ...limit, default: '1000' } },
    async run({ db, args: { positionals, values }, out }) {
      const rows = await readImportRows(db, readNumber(positionals[0]), readLimit(values.limit));
      if (values.json) return out.json(rows);
      if (rows.length === 0) return out.line('Ничего не изменилось, или такой таблицы нет.');
      for (const { row, is_refused, words } of rows)
        out.line(`строка ${row}  ${is_refused ? 'не принято: ' : ''}${words}`);
    },
  },
];

/** By what the rehearsal of this number is taken; null: the table is only looked at. */
async function readRehearsed(db: Db, typed: string | undefined, isApproved: boolean): Promise<string | null> {
  if (typed === undefined) {
    if (isApproved)
      throw new CommandFailure('Сначала посмотрите, что изменит таблица, и назовите это: --rehearsal НОМЕР');
    return null;
  }
  const hash = await hashOfRehearsal(db, readNumber(typed));
  if (hash === null) throw new CommandFailure(`Репетиции ${typed} нет: сначала посмотрите, что изменит таблица`);
  return hash;
}

function show(out: Out, { id, state, summary: { rows, prices, stock, guards } }: ImportedTable): void {
  const done = state === 'applied';
  out.line(`Таблица ${id}, строк: ${rows}.`);
  out.line(
    `Цены: ${done ? 'изменены' : 'изменились бы'} ${prices.changed}, прежние ${prices.unchanged}, не приняты ${prices.refused}.`,
  );
  out.line(
    `Остатки: ${done ? 'изменены' : 'изменились бы'} ${stock.changed}, прежние ${stock.unchanged}, не приняты ${stock.refused}.`,
  );
  for (const guard of guards) out.line(`Внимание: ${guard}.`);
  if (state === 'held') out.line('Файл задержан.');
  out.line(`Построчно: npm run shop -- goods-file log ${id}`);
  const approved = guards.length > 0 ? ' --approved' : '';
  if (!done) out.line(`Ничего не изменено. Принять так, как показано: та же команда и --rehearsal ${id}${approved}`);
}

function readColumns(typed: string): FileColumn[] {
  const parts = typed.split(';').map((part) => part.trim());
  return parts.filter(Boolean).map((part) => {
    const [, heading = '', word = '', target] = /^(.+?)\s*=\s*(\w+)(?:\s*:\s*(\w+))?$/.exec(part) ?? [];
    const field = fileFields.find((field) => field === word);
    if (!field)
      throw new CommandFailure(`--columns: «${part}» — нужно «Заголовок=поле», поля: ${fileFields.join(', ')}`);
    return { heading, field, target: target ?? null };
  });
}

function columnText({ heading, field, target }: FileColumn): string {
  return `${heading}=${field}${target === null ? '' : `:${target}`}`;
}

function readUnit(typed: string | undefined): 'sales' | 'base' {
  if (typed !== 'sales' && typed !== 'base') throw new CommandFailure('--unit: sales или base');
  return typed;
}

function readPercent(option: string, typed: string | boolean | undefined, least: number, most: number): number {
  const percent = Number(typed);
  if (!Number.isInteger(percent) || percent < least || percent > most)
    throw new CommandFailure(`${option}: от ${least} до ${most}`);
  return percent;
}
