import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { importPackage } from '#integrations/onec/import-package.ts';
import type { ImportSummary } from '#integrations/onec/summary.ts';
import type { Db } from '#platform/database.ts';
import { atEnd } from './at-end.ts';

/** Files of one package by their names; text is written as UTF-8. */
export type PackageFiles = Record<string, string | Buffer>;

/** Writes packages into folders of their own and imports them; everything is removed after the test file. */
export async function openImports(url: string) {
  const root = await mkdtemp(join(tmpdir(), 'idd-1c-test-'));
  atEnd(() => rm(root, { recursive: true }));
  const filesDir = join(root, 'files');
  let made = 0;
  const write = async (files: PackageFiles): Promise<string> => {
    const folder = join(root, `package-${++made}`);
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), content);
    }
    return folder;
  };
  const take = (path: string): Promise<ImportSummary> => importPackage({ url, path, filesDir });
  return { filesDir, write, take, import: async (files: PackageFiles) => take(await write(files)) };
}

/** What an import made of the good, or the offer, with this id. */
export function productOf(db: Db, id_1c: string) {
  return db.selectFrom('products').selectAll().where('id_1c', '=', id_1c).executeTakeFirst();
}

type Document = { version?: string; namespace?: string; encoding?: string; formed?: string };

/** A whole file around its containers. */
export function commerceml(body: string, { version = '2.08', namespace, encoding = 'UTF-8', formed }: Document = {}) {
  const xmlns = namespace === undefined ? '' : ` xmlns="${namespace}"`;
  return `<?xml version="1.0" encoding="${encoding}"?>
<КоммерческаяИнформация${xmlns} ВерсияСхемы="${version}" ДатаФормирования="${formed ?? '2026-05-01T10:00:00'}">
${body}
</КоммерческаяИнформация>
`;
}

/** true: СодержитТолькоИзменения="true"; undefined: the attribute is left out. */
type Fullness = { changes?: boolean };

function mark({ changes }: Fullness): string {
  return changes === undefined ? '' : ` СодержитТолькоИзменения="${changes}"`;
}

export function classifier(body: string, { id = 'classifier', ...fullness }: Fullness & { id?: string } = {}) {
  return `<Классификатор${mark(fullness)}><Ид>${id}</Ид><Наименование>Классификатор</Наименование>${body}</Классификатор>`;
}

export function groups(...children: string[]) {
  return `<Группы>${children.join('\n')}</Группы>`;
}

export function group(id: string, name: string, ...children: string[]) {
  return `<Группа><Ид>${id}</Ид><Наименование>${name}</Наименование>${children.length > 0 ? groups(...children) : ''}</Группа>`;
}

export function catalog(goods: string[], { id = 'catalog', ...fullness }: Fullness & { id?: string } = {}) {
  return `<Каталог${mark(fullness)}><Ид>${id}</Ид><ИдКлассификатора>classifier</ИдКлассификатора><Наименование>Каталог</Наименование>
<Товары>${goods.join('\n')}</Товары></Каталог>`;
}

/** A good in pieces; `more` is XML put behind the usual elements. */
export function good(id: string, name: string, more = '', { attributes = '', group = 'g1', article = '' } = {}) {
  return `<Товар${attributes}><Ид>${id}</Ид>${article && `<Артикул>${article}</Артикул>`}<Наименование>${name}</Наименование>
${more.includes('<БазоваяЕдиница') ? '' : '<БазоваяЕдиница Код="796 ">шт</БазоваяЕдиница>'}
${group && `<Группы><Ид>${group}</Ид></Группы>`}${more}</Товар>`;
}

/** A file of goods; of those that have changed alone, unless said otherwise. */
export function goodsOf(goods: string[], id = 'catalog', changes = true) {
  return commerceml(catalog(goods, { id, changes }));
}

export function offersPackage(
  offers: string[],
  {
    catalog_id = 'catalog',
    types = '',
    warehouses = '',
    ...fullness
  }: Fullness & { catalog_id?: string; types?: string; warehouses?: string } = {},
) {
  return `<ПакетПредложений${mark(fullness)}><Ид>${catalog_id}#</Ид><Наименование>Пакет</Наименование><ИдКаталога>${catalog_id}</ИдКаталога>
${types && `<ТипыЦен>${types}</ТипыЦен>`}${warehouses && `<Склады>${warehouses}</Склады>`}
<Предложения>${offers.join('\n')}</Предложения></ПакетПредложений>`;
}

export function offer(id: string, name: string, ...more: string[]) {
  return `<Предложение><Ид>${id}</Ид>${name && `<Наименование>${name}</Наименование>`}${more.join('')}</Предложение>`;
}

export function priceType(id: string, name: string, currency = 'RUB') {
  return `<ТипЦены><Ид>${id}</Ид><Наименование>${name}</Наименование><Валюта>${currency}</Валюта></ТипЦены>`;
}

export function prices(byType: Record<string, string | number>, more = '') {
  const rows = Object.entries(byType).map(
    ([type, price]) => `<Цена><ИдТипаЦены>${type}</ИдТипаЦены><ЦенаЗаЕдиницу>${price}</ЦенаЗаЕдиницу>${more}</Цена>`,
  );
  return `<Цены>${rows.join('')}</Цены>`;
}

export function rests(byWarehouse: Record<string, string | number>) {
  return Object.entries(byWarehouse)
    .map(([id, quantity]) => `<Склад ИдСклада="${id}" КоличествоНаСкладе="${quantity}"/>`)
    .join('');
}

/** The usual pair: one group, a retail price and the main warehouse. */
export const retail = priceType('retail', 'Розничная');
export const mainGroup = classifier(groups(group('g1', 'Сухие смеси')));
