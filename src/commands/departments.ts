import { readFile, stat } from 'node:fs/promises';
import { outlineLimits, removeOutline, replaceOutline } from '#modules/departments/outline.ts';
import { listDepartments } from '#modules/departments/queries.ts';
import { type LeftOut, type OutlineScene, type ReadOutline, readGeoJson } from '#modules/departments/read-geojson.ts';
import type { Db } from '#platform/database.ts';
import type { OutlineKind } from '#shared/outline-kinds.ts';
import { countOf } from '#shared/plurals.ts';
import { type Command, CommandFailure, givenPath, type Out, textOf } from './command.ts';
import { findBranch } from './find-branch.ts';

const mostBytes = 20 * 1024 * 1024;

const kindWords: Record<OutlineKind, string> = {
  park: 'парки и леса',
  water_area: 'озёра и широкие реки',
  water: 'реки и берега',
  railway: 'железные дороги',
  street: 'улицы',
  highway: 'шоссе и проспекты',
};

const leftOutWords: Record<LeftOut, string> = {
  other: 'не реки и не дороги для схемы (здания, проезды, тропы, точки)',
  outside: 'далеко от пунктов',
  short: 'короче 150 м',
  beyond: `не поместилось: на схеме не больше ${outlineLimits.lines} линий и ${outlineLimits.points} точек`,
};

/** What the owner gives for branches that no screen takes: the lines under the scheme of their points. */
export const commands: Command[] = [
  {
    name: 'departments outline',
    changes: 'branches',
    summary: 'реки и дороги на схеме пунктов филиала: из GeoJSON с тегами OpenStreetMap; прежние заменяются',
    parameters: [
      { name: 'ФИЛИАЛ', summary: 'id_1c, метка домена или город' },
      { name: 'ФАЙЛ', summary: 'FeatureCollection, до 20 МБ', optional: true },
    ],
    options: {
      source: {
        type: 'string',
        value: 'ТЕКСТ',
        summary: 'чьи это данные: «© участники OpenStreetMap», стоит под схемой',
      },
      remove: { type: 'boolean', summary: 'убрать: на схеме останутся одни пункты' },
    },
    async run({ db, args: { positionals, values }, out }) {
      const [typed = '', path] = positionals;
      const branch = await findBranch(db, typed);
      if (values.remove) {
        if (path !== undefined) throw new CommandFailure('С --remove файл не нужен');
        if (!(await db.transaction().execute((db) => removeOutline(db, branch.id_1c))))
          throw new CommandFailure(`${branch.city}: линий на схеме и не было`);
        out.line(`${branch.city}: убрано, на схеме одни пункты.`);
        return;
      }
      const source = textOf(values.source);
      if (path === undefined) throw new CommandFailure('Не указан ФАЙЛ');
      if (source === undefined) throw new CommandFailure('Назовите источник: --source "© участники OpenStreetMap"');
      const read = readGeoJson(await readJson(givenPath(path)), await readScene(db, branch.id_1c));
      await db.transaction().execute((db) => replaceOutline(db, branch.id_1c, { source, lines: read.lines }));
      show(out, branch.city, read);
    },
  },
];

async function readJson(path: string): Promise<unknown> {
  const file = await stat(path).catch(() => null);
  if (!file?.isFile()) throw new CommandFailure(`Файл не найден: ${path}`);
  if (file.size > mostBytes) throw new CommandFailure('Файл больше 20 МБ: выгрузите область поменьше');
  const text = await readFile(path, 'utf8');
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandFailure('Файл не читается как JSON');
  }
}

async function readScene(db: Db, branch: string): Promise<OutlineScene> {
  const points = (await listDepartments(db)).flatMap(({ id_1c, branch_id_1c, latitude, longitude, address }) =>
    (id_1c === branch || branch_id_1c === branch) && latitude !== null && longitude !== null
      ? { is_branch: id_1c === branch, latitude: Number(latitude), longitude: Number(longitude), address }
      : [],
  );
  const shop = points.find(({ is_branch }) => is_branch);
  if (!shop) throw new CommandFailure('У филиала нет координат: сначала укажите их в его карточке');
  return { shop, points };
}

function show(out: Out, city: string, { lines, taken, leftOut }: ReadOutline): void {
  const points = lines.reduce((sum, line) => sum + line.points.length, 0);
  const sum = `${countOf(lines.length, 'линия', 'линии', 'линий')}, ${countOf(points, 'точка', 'точки', 'точек')}`;
  out.line(`${city}: на схеме ${sum}.`);
  for (const { kind, lines, names } of taken) out.line(`  ${kindWords[kind]} — ${lines}${namesWords(names)}`);
  if (leftOut.length > 0) out.line('Не взято:');
  for (const { why, count } of leftOut) out.line(`  ${leftOutWords[why]} — ${count}`);
}

function namesWords(names: string[]): string {
  if (names.length === 0) return '';
  const more = names.length > 5 ? ' и другие' : '';
  return `: ${names.slice(0, 5).join(', ')}${more}`;
}
