import { sql } from 'kysely';
import type { Department } from '#modules/departments/queries.ts';
import { cachedRead } from '#platform/cached-read.ts';
import { type Db, preparedStatement } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import { escapeHtml } from '#shared/html.ts';
import { phoneList } from '#shared/phone.ts';
import type { EditedSeoKind } from '#shared/seo-kinds.ts';
import { workTimeLines } from '#shared/work-time.ts';
import { cleanHtml } from './clean-html.ts';

/**
 * What a record belongs to; its key is the page's own slug or code. `page` is every written page (key: its slug) and
 * other pages that have only a name; what a short has is not edited in the back office.
 */
export type SeoKind = EditedSeoKind | 'short';

/** S3-11. `unique_title` is the page's H1. */
export type SeoTexts = { title: string; keywords: string; description: string; text: string; unique_title: string };

/**
 * What only the page knows; the branch's own words are filled in from its department. `name`: of the thing the page is
 * about.
 */
export type SeoValues = Partial<
  Record<'host' | 'parent_category' | 'product' | 'root_category' | 'brand' | 'category' | 'name', string>
>;

export const seoFields = ['title', 'keywords', 'description', 'text', 'unique_title'] as const;

const selectTemplates = preparedStatement<SeoTexts>(
  'seo_texts',
  `select title, keywords, description, text, unique_title from seo_texts
  where kind = $1::text and key in ($2::text, '') and (department_id_1c = $3::text or department_id_1c is null)
  order by key = $2::text desc, department_id_1c is not null desc`,
);

const templatesOf = cachedRead<SeoTexts[]>({
  name: 'seo_texts',
  freshMs: 5_000,
  maxMs: 10_000,
  tags: ['content'],
  whileFollowed: true,
  read: (db, key) => selectTemplates(db, JSON.parse(key)),
});

/** The last resort, so that a page is never without a title. */
export const ownTemplates: Record<SeoKind, Partial<SeoTexts>[]> = {
  home: [
    {
      title: 'Товары для стройки, дома и сезона в {region_prepositional}',
      unique_title: 'ИДД в {region_prepositional}',
    },
  ],
  catalog: [{ title: 'Каталог товаров в {region_prepositional}', unique_title: 'Каталог' }],
  category: [
    { title: '{category}: цены в {region_prepositional}', unique_title: '{category}' },
    { title: 'Каталог товаров в {region_prepositional}', unique_title: 'Каталог' },
  ],
  short: [{ title: '{name} в {region_prepositional}', unique_title: '{name}' }],
  product: [
    { title: '{product}: купить в {region_prepositional}', unique_title: '{product}' },
    { title: 'Товар в {region_prepositional}', unique_title: 'Товар' },
  ],
  brands: [
    {
      title: 'Бренды в {region_prepositional} — ИДД',
      unique_title: 'Бренды',
      description: 'Марки товаров для стройки и дома, которые продаёт ИДД в {region_prepositional}.',
    },
  ],
  brand: [
    { title: 'Товары {brand} в {region_prepositional}', unique_title: '{brand}' },
    { title: 'Бренды в {region_prepositional}', unique_title: 'Бренды' },
  ],
  actions: [
    {
      title: 'Акции в {region_prepositional} — ИДД',
      unique_title: 'Акции',
      description: 'Скидки на товары для стройки и дома в {region_prepositional}: сроки, условия и товары акций.',
    },
  ],
  action: [
    { title: '{name}: акция в {region_prepositional}', unique_title: '{name}' },
    { title: 'Акция в {region_prepositional}', unique_title: 'Акция' },
  ],
  blog: [
    {
      title: 'Статьи о ремонте и доме — ИДД, {region}',
      unique_title: 'Блог',
      description:
        'Как выбрать и сколько купить: статьи о ремонте, доме и саде с товарами филиала в {region_prepositional}.',
    },
  ],
  article: [
    { title: '{name} — блог ИДД, {region}', unique_title: '{name}' },
    { title: 'Статья — блог ИДД, {region}', unique_title: 'Статья' },
  ],
  vacancies: [
    {
      title: 'Вакансии ИДД в {region_prepositional}',
      unique_title: 'Вакансии',
      description: 'Работа в магазинах и на складах ИДД в {region_prepositional}: обязанности, график и оплата.',
    },
  ],
  vacancy: [
    { title: 'Вакансия «{name}» в {region_prepositional} — ИДД', unique_title: '{name}' },
    { title: 'Вакансия в {region_prepositional} — ИДД', unique_title: 'Вакансия' },
  ],
  landing: [
    {
      title: '{name} — ИДД, {region}',
      unique_title: '{name}',
      description: '{name}: магазин ИДД, {region}, {address}. Телефон {phone}.',
    },
  ],
  contacts: [
    {
      title: 'Контакты и пункты выдачи в {region_prepositional} — ИДД',
      unique_title: 'Контакты',
      description: 'Адрес, телефон и часы работы ИДД в {region_prepositional}: {address}, {phone}, {schedule}.',
    },
  ],
  page: [
    { title: '{name} — {region}', unique_title: '{name}', description: '{name}: магазин ИДД, {region}.' },
    { title: 'ИДД в {region_prepositional}' },
  ],
};

/** Of every kind, when even the branch's names are missing. */
const lastTemplate: Partial<SeoTexts> = { title: 'ИДД' };

/**
 * The SEO texts of a page: the record of kind and key, the branch's own before the common one, then the kind's
 * templates (empty key), then the shop's. Each field takes the first template all of whose placeholders have a value; a
 * placeholder is never printed raw. Values stand escaped in `text`, which is HTML.
 */
export async function seoTexts(
  db: Db,
  department: Department,
  kind: SeoKind,
  key: string,
  values: SeoValues = {},
): Promise<SeoTexts> {
  const rows = await templatesOf(db, JSON.stringify([kind, key, department.id_1c]));
  const known = { ...departmentValues(department), ...values };
  const escaped = Object.fromEntries(Object.entries(known).map(([name, value]) => [name, escapeHtml(value ?? '')]));
  const templates = [...rows, ...builtInTemplates(kind)];
  const texts = seoFields.map((field) => {
    const filled = firstFilled(templates, field, field === 'text' ? escaped : known);
    return [field, filled?.text ?? ''];
  });
  return Object.fromEntries(texts) as SeoTexts;
}

/** What a kind of pages shows when nobody has written anything. */
export function builtInTemplates(kind: SeoKind): Partial<SeoTexts>[] {
  return [...ownTemplates[kind], lastTemplate];
}

/** The first template that has this field with a value for each placeholder, filled; null: none has. */
export function firstFilled<Template extends Partial<SeoTexts>>(
  templates: readonly Template[],
  field: keyof SeoTexts,
  values: Record<string, string | undefined>,
): { text: string; template: Template } | null {
  for (const template of templates) {
    const text = fillTemplate(template[field] ?? '', values);
    if (text !== null && text.trim() !== '') return { text, template };
  }
  return null;
}

/**
 * Writes a record (S3-11): kind and key, for one branch or (null) for all; an earlier one of the same place is
 * replaced, a field left out is empty. Its text is sanitised. Pages show it at once.
 */
export async function setSeoText(
  db: Db,
  place: { kind: SeoKind; key?: string; department_id_1c?: string | null },
  given: Partial<SeoTexts>,
): Promise<void> {
  const { kind, key = '', department_id_1c = null } = place;
  const { title = '', keywords = '', description = '', text = '', unique_title = '' } = given;
  await sql`
    insert into seo_texts (kind, key, department_id_1c, title, keywords, description, text, unique_title)
    values (${kind}, ${key}, ${department_id_1c}, ${title}, ${keywords}, ${description}, ${text && cleanHtml(text)}, ${unique_title})
    on conflict (kind, key, coalesce(department_id_1c, '')) do update set title = excluded.title, keywords = excluded.keywords,
      description = excluded.description, text = excluded.text, unique_title = excluded.unique_title`.execute(db);
  await invalidate(db, ['content']);
}

/**
 * Texts of one branch alone become those of another too; `names`: how the first one's city is written, for a text with
 * one of these is about that city. Call in a transaction.
 */
export async function copySeoTexts(db: Db, from_id_1c: string, to_id_1c: string, names: string[]): Promise<void> {
  await sql`
    insert into seo_texts (kind, key, department_id_1c, title, keywords, description, text, unique_title)
    select kind, key, ${to_id_1c}, title, keywords, description, text, unique_title from seo_texts
    where department_id_1c = ${from_id_1c} and not exists (
      select from unnest(${names}::text[]) n (name)
      where strpos(lower(concat_ws(' ', title, keywords, description, text, unique_title)), lower(n.name)) > 0)`.execute(
    db,
  );
  await invalidate(db, ['content']);
}

/** Takes a record away: the page has what stands behind it again. Throws not_found. */
export async function removeSeoText(
  db: Db,
  { kind, key, department_id_1c }: { kind: SeoKind; key: string; department_id_1c: string | null },
): Promise<void> {
  const { rows } = await sql`
    delete from seo_texts
    where kind = ${kind} and key = ${key} and department_id_1c is not distinct from ${department_id_1c}
    returning id`.execute(db);
  if (rows.length === 0) throw new Refusal('not_found');
  await invalidate(db, ['content']);
}

/**
 * Puts values in place of {placeholders}, whatever their case and spaces inside; null when one of them is unknown or
 * empty, or when a lone brace is left: a mistyped placeholder is no text for a visitor. Braces of a value itself are
 * dropped.
 */
export function fillTemplate(template: string, values: Record<string, string | undefined>): string | null {
  let isWhole = true;
  const text = template.replace(/\{([^{}]*)\}/g, (_, typed: string) => {
    const name = typed.trim().toLowerCase();
    const value = ((Object.hasOwn(values, name) && values[name]) || '').replace(/[{}]/g, '').trim();
    if (value === '') isWhole = false;
    return value;
  });
  return isWhole && !/[{}]/.test(text) ? text : null;
}

/** What the branch itself fills in. */
export function departmentValues(department: Department): Record<string, string> {
  const { nominative, genitive, dative, accusative, instrumental, prepositional } = department.names_cases;
  return {
    region: nominative,
    region_genitive: genitive,
    region_dative: dative,
    region_accusative: accusative,
    region_instrumental: instrumental,
    region_prepositional: prepositional,
    phone: phoneList(department.phones)[0] ?? '',
    address: department.address,
    schedule: workTimeLines(department.work_time).join(', '),
  };
}
