import { sql } from 'kysely';
import { branchesOf } from '#modules/departments/directory.ts';
import { type Department, listDepartments } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { keysOf } from '#shared/keys-of.ts';
import { type EditedSeoKind, seoKinds } from '#shared/seo-kinds.ts';
import { listSeoPages, type SeoPage } from './seo-samples.ts';
import { builtInTemplates, departmentValues, firstFilled, type SeoTexts, type SeoValues } from './seo-texts.ts';

/** Where a text stands: on a page, or (an empty key) on all pages of a kind; branch null: in all. */
export type SeoPlace = { kind: EditedSeoKind; key: string; department_id_1c: string | null };

/** What a search engine shows of a page, and the heading of the page itself. */
export const shownFields = ['title', 'description', 'unique_title'] as const;
export type ShownField = (typeof shownFields)[number];
export type ShownTexts = Pick<SeoTexts, ShownField>;

export type SeoRow = SeoPlace & ShownTexts;

/** Everything that the texts of a page are judged by. */
export type SeoWorld = {
  branches: Department[];
  rows: SeoRow[];
  /** Those of a page and of its kind. */
  rowsOf: (page: Pick<SeoPlace, 'kind' | 'key'>) => SeoRow[];
  /** By kind and key, with a space between. */
  pages: Map<string, SeoPage>;
  /** Titles of the pages of a branch → the pages that have it. */
  pagesByTitle: (department: Department) => Map<string, SeoPage[]>;
};

/** Whose text a page has: that of a place, or (null) the shop's own that is built in. */
export type FilledText = { text: string; place: SeoPlace | null };

/** `draft`: a place with texts that are not saved yet. */
export async function readSeoWorld(db: Db, draft: SeoRow | null = null): Promise<SeoWorld> {
  const [departments, stored, pages] = await Promise.all([
    listDepartments(db),
    sql<SeoRow>`
      select kind, key, department_id_1c, title, description, unique_title from seo_texts where kind <> 'short'
      order by kind, key, department_id_1c nulls first`.execute(db),
    listSeoPages(db),
  ]);
  const rows = draft ? [...stored.rows.filter((row) => !isSamePlace(row, draft)), draft] : stored.rows;
  const byPage = Map.groupBy(rows, ({ kind, key }) => `${kind} ${key}`);
  const rowsOf: SeoWorld['rowsOf'] = ({ kind, key }) => [
    ...(byPage.get(`${kind} ${key}`) ?? []),
    ...(key === '' ? [] : (byPage.get(`${kind} `) ?? [])),
  ];
  const titles = new Map<Department, Map<string, SeoPage[]>>();
  const pagesByTitle = (department: Department) => {
    const known = titles.get(department);
    if (known) return known;
    const shown = pages.filter((page) => isShownIn(page, department));
    const own = Map.groupBy(shown, (page) => filledText(rowsOf(page), page, department, page.values, 'title').text);
    titles.set(department, own);
    return own;
  };
  return {
    branches: branchesOf(departments),
    rows,
    rowsOf,
    pagesByTitle,
    pages: new Map(pages.map((page) => [`${page.kind} ${page.key}`, page])),
  };
}

/** The branch has this page. */
export function isShownIn({ department_id_1c }: SeoPage, { id_1c }: Department): boolean {
  return department_id_1c === null || department_id_1c === id_1c;
}

export function isSamePlace(a: SeoPlace, b: SeoPlace): boolean {
  return a.kind === b.kind && a.key === b.key && a.department_id_1c === b.department_id_1c;
}

/**
 * A field of a page in a branch, as `seoTexts` fills it: of the page before the kind's, the branch's own before the
 * common one, the first all of whose placeholders have a value. `rows`: of the page and its kind.
 */
export function filledText(
  rows: SeoRow[],
  { kind, key }: Pick<SeoPlace, 'kind' | 'key'>,
  department: Department,
  values: SeoValues,
  field: ShownField,
): FilledText {
  const known = { ...departmentValues(department), host: department.domain, ...values };
  const own = firstFilled(ownRows(rows, { kind, key }, department.id_1c), field, known);
  if (own) return { text: own.text, place: own.template };
  return { text: firstFilled(builtInTemplates(kind), field, known)?.text ?? '', place: null };
}

/** The rows that a page of a branch asks, those that are asked first in front. */
export function ownRows<Row extends SeoPlace>(
  rows: Row[],
  { kind, key }: Pick<SeoPlace, 'kind' | 'key'>,
  department_id_1c: string | null,
): Row[] {
  const keys = key === '' ? [''] : [key, ''];
  const departments = department_id_1c === null ? [null] : [department_id_1c, null];
  return keys.flatMap((key) =>
    departments.flatMap((department_id_1c) => rows.filter((row) => isSamePlace(row, { kind, key, department_id_1c }))),
  );
}

/** How a place is named in addresses: `category~suhie-smesi~00131`. */
export function placeId({ kind, key, department_id_1c }: SeoPlace): string {
  return `${kind}~${key}~${department_id_1c ?? ''}`;
}

/** A place by how it is named; null: no such place can be. */
export function placeOf(id: string): SeoPlace | null {
  const [, name = '', key = '', branch = ''] = /^([a-z]+)~([a-z0-9_-]{0,150})~([0-9A-Za-z-]{0,40})$/.exec(id) ?? [];
  const kind = keysOf(seoKinds).find((one) => one === name);
  if (!kind || (key !== '' && seoKinds[kind].key === null)) return null;
  return { kind, key, department_id_1c: branch || null };
}
