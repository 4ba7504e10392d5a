import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Department } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { type EditedSeoKind, seoKinds } from '#shared/seo-kinds.ts';
import { lintSeo, repeatedTitles, type SeoProblem, templateProblems } from './lint-seo.ts';
import type { SeoChange } from './seo-change.ts';
import { type SeoPage, seoSample } from './seo-samples.ts';
import { ownTemplates, removeSeoText, type SeoTexts, seoFields, setSeoText } from './seo-texts.ts';
import {
  filledText,
  isSamePlace,
  ownRows,
  placeId,
  readSeoWorld,
  type SeoPlace,
  type SeoWorld,
  shownFields,
} from './seo-world.ts';
import { similarTexts } from './similar-texts.ts';

/** A page, or all of a kind (empty key), that somebody has written texts for. */
export type SeoEntry = {
  kind: EditedSeoKind;
  key: string;
  /** The common title; empty: branches have texts of their own alone. */
  title: string;
  is_common: boolean;
  branches: string[];
};

/** Where a field that is left empty takes its text from. */
export type InheritedText = { source: 'page' | 'kind_branch' | 'kind' | 'built_in'; text: string } | null;

export type StaffSeoText = SeoPlace & {
  /** What the page is called; null: there is none of this key any more. */
  name: string | null;
  is_written: boolean;
  fields: SeoTexts;
  inherited: Record<keyof SeoTexts, InheritedText>;
  /** The page whose names stand in the preview. */
  sample: SeoPage | null;
};

/** A page of places that have texts, common and of these branches (null: of all). */
export async function listSeoEntries(
  db: Db,
  { branches, kind, q = '' }: { branches: string[] | null; kind?: EditedSeoKind[] | undefined; q?: string | undefined },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ entries: SeoEntry[]; count: number }> {
  const kinds = kind?.length ? kind : Object.keys(seoKinds);
  const where = sql`t.kind = any(${kinds}::text[])
    and (t.department_id_1c is null or ${branches === null}::boolean or t.department_id_1c = any(${branches ?? []}::text[]))
    and (strpos(t.key, lower(${q}::text)) > 0 or strpos(lower(t.title), lower(${q}::text)) > 0)`;
  const [entries, counts] = await Promise.all([
    sql<SeoEntry>`
      select t.kind, t.key, coalesce(max(t.title) filter (where t.department_id_1c is null), '') as title,
        bool_or(t.department_id_1c is null) as is_common,
        coalesce(array_agg(t.department_id_1c order by t.department_id_1c)
          filter (where t.department_id_1c is not null), '{}') as branches
      from seo_texts t where ${where} group by t.kind, t.key order by t.kind, t.key limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ count: number }>`
      select count(*)::int as count from (select from seo_texts t where ${where} group by t.kind, t.key) counted`.execute(
      db,
    ),
  ]);
  return { entries: entries.rows, count: counts.rows[0]?.count ?? 0 };
}

/** The texts of a place with what stands behind each; a place without texts has empty ones. */
export async function readSeoText(db: Db, place: SeoPlace): Promise<StaffSeoText> {
  const { kind, key, department_id_1c } = place;
  const [rows, sample] = await Promise.all([
    sql<SeoPlace & SeoTexts>`
      select kind, key, department_id_1c, title, keywords, description, text, unique_title from seo_texts
      where kind = ${kind} and key in (${key}, '')`.execute(db),
    seoSample(db, kind, key),
  ]);
  const written = rows.rows.find((row) => isSamePlace(row, place));
  // An unwritten place stands before what it inherits from, with empty texts.
  const known = written ? rows.rows : [{ ...place, ...emptyTexts }, ...rows.rows];
  const [own, ...behind] = ownRows(known, place, department_id_1c);
  return {
    ...place,
    name: key === '' ? null : (sample?.name ?? null),
    is_written: written !== undefined,
    fields: textsOf(own ?? emptyTexts),
    inherited: Object.fromEntries(
      seoFields.map((field) => [field, inheritedText(place, field, behind)]),
    ) as StaffSeoText['inherited'],
    sample,
  };
}

const emptyTexts: SeoTexts = { title: '', keywords: '', description: '', text: '', unique_title: '' };

function textsOf({ title, keywords, description, text, unique_title }: SeoTexts): SeoTexts {
  return { title, keywords, description, text, unique_title };
}

function inheritedText({ kind, key }: SeoPlace, field: keyof SeoTexts, behind: (SeoPlace & SeoTexts)[]): InheritedText {
  const row = behind.find((one) => one[field].trim() !== '');
  if (row) {
    const source = row.key === key && key !== '' ? 'page' : row.department_id_1c === null ? 'kind' : 'kind_branch';
    return { source, text: row[field] };
  }
  const text = ownTemplates[kind].find((template) => template[field])?.[field];
  return text ? { source: 'built_in', text } : null;
}

/**
 * Sets fields of a place; one whose fields are all empty is no place any more. Throws bad_input: a placeholder that
 * there is not, a lone brace; not_found: no page has this key.
 */
export async function saveSeoText(db: Db, place: SeoPlace, change: SeoChange): Promise<void> {
  const { fields, is_written, sample } = await readSeoText(db, place);
  if (!sample && !is_written && place.key !== '') throw new Refusal('not_found');
  const wrong = Object.entries(change).flatMap(([field, template]) => {
    const [problem] = templateProblems(place, field as keyof SeoTexts, template ?? '');
    return problem ? [[field, problem.words] as const] : [];
  });
  if (wrong.length > 0) throw new Refusal('bad_input', { fields: Object.fromEntries(wrong) });
  const given = Object.entries(change).filter(([, text]) => text !== undefined);
  const next: SeoTexts = { ...fields, ...Object.fromEntries(given) };
  if (Object.values(next).some((text) => text.trim() !== '')) await setSeoText(db, place, next);
  else if (is_written) await removeSeoText(db, place);
}

/** What the pages of a branch show. */
export type SeoPreviewRow = {
  department_id_1c: string;
  branch: string;
  title: string;
  description: string;
  unique_title: string;
  /** Fields that come from this very place. */
  own: string[];
};

/** The texts of a place, saved or not, in these branches (null: in all), and what is wrong with them. */
export async function previewSeo(
  db: Db,
  place: SeoPlace,
  texts: SeoTexts,
  branches: string[] | null,
): Promise<{ rows: SeoPreviewRow[]; problems: SeoProblem[] }> {
  const [world, sample] = await Promise.all([
    readSeoWorld(db, { ...place, ...texts }),
    seoSample(db, place.kind, place.key),
  ]);
  const shown = world.branches.filter(({ id_1c }) => branches === null || branches.includes(id_1c));
  return {
    rows: shown.map((branch) => previewRow(world, place, branch, sample)),
    problems: lintSeo(world, place, texts, sample),
  };
}

function previewRow(
  world: SeoWorld,
  place: SeoPlace,
  branch: SeoWorld['branches'][number],
  sample: SeoPage | null,
): SeoPreviewRow {
  const filled = shownFields.map(
    (field) => [field, filledText(world.rowsOf(place), place, branch, sample?.values ?? {}, field)] as const,
  );
  const textOf = (field: (typeof shownFields)[number]) => filled.find(([name]) => name === field)?.[1].text ?? '';
  return {
    department_id_1c: branch.id_1c,
    branch: branch.name_for_site,
    title: textOf('title'),
    description: textOf('description'),
    unique_title: textOf('unique_title'),
    own: filled
      .filter(
        ([, { place: source }]) => source?.key === place.key && source.department_id_1c === place.department_id_1c,
      )
      .map(([field]) => field),
  };
}

export type SeoFault = SeoPlace & { name: string | null; problems: SeoProblem[] };

/**
 * Every text of the shop that something is wrong with, every page whose title is another's, whoever wrote it, and every
 * text that repeats another branch's. Of hundreds of pages in dozens of branches it takes seconds: ask for it in a job.
 * `addressOf`: an address on a branch's host, as people see it.
 */
export async function lintAllSeo(db: Db, world: SeoWorld, addressOf: AddressOf = hostAndPath): Promise<SeoFault[]> {
  const hidden = await sql<SeoPlace & Pick<SeoTexts, 'keywords' | 'text'>>`
    select kind, key, department_id_1c, keywords, text from seo_texts where kind <> 'short'`.execute(db);
  const hiddenOf = new Map(hidden.rows.map((row) => [placeId(row), row]));
  const pages = new Map(world.pages);
  const faults: SeoFault[] = [];
  for (const { title, description, unique_title, ...place } of world.rows) {
    const { kind, key } = place;
    const sample = pages.get(`${kind} ${key}`) ?? (await seoSample(db, kind, key));
    // Goods are in no list of pages: those with texts of their own are compared, and the one a template is tried on.
    if (sample) pages.set(`${kind} ${sample.key}`, sample);
    const { keywords = '', text = '' } = hiddenOf.get(placeId(place)) ?? {};
    const problems = lintSeo(world, place, { title, description, unique_title, keywords, text }, sample);
    if (problems.length > 0) faults.push({ ...place, name: key === '' ? null : (sample?.name ?? null), problems });
    // Others of the process work meanwhile.
    await yieldToEventLoop();
  }
  const isKnown = new Set(
    faults
      .filter(({ problems }) => problems.some(({ code }) => code === 'duplicate'))
      .map(({ kind, key }) => `${kind} ${key}`),
  );
  for (const { page, problem } of repeatedTitles(world)) {
    const { kind, key, name } = page;
    if (!isKnown.has(`${kind} ${key}`)) faults.push({ kind, key, department_id_1c: null, name, problems: [problem] });
  }
  const rows = world.rows.map((row) => ({ ...row, text: hiddenOf.get(placeId(row))?.text ?? '' }));
  for (const { page, place, problem } of await similarTexts(world.branches, rows, pages.values(), addressOf)) {
    const known = faults.find((fault) => isSamePlace(fault, place));
    if (known) known.problems.push(problem);
    else faults.push({ ...place, name: place.key === '' ? null : page.name, problems: [problem] });
  }
  return faults;
}

export type AddressOf = (branch: Department, path: string) => string;

/** Where the settings of the shop are not at hand. */
const hostAndPath: AddressOf = ({ domain }, path) => domain + path;
