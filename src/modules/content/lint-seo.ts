import type { Department } from '#modules/departments/queries.ts';
import { ensure } from '#shared/ensure.ts';
import { countOf } from '#shared/plurals.ts';
import {
  placeholdersOf,
  regionPlaceholders,
  type SeoPlaceholder,
  seoKinds,
  seoLimits,
  thingPlaceholders,
} from '#shared/seo-kinds.ts';
import { doubtsIn } from '#shared/text-lint.ts';
import { upperFirst } from '#shared/upper-first.ts';
import type { SeoPage } from './seo-samples.ts';
import { departmentValues, type SeoTexts } from './seo-texts.ts';
import {
  filledText,
  isSamePlace,
  isShownIn,
  type SeoPlace,
  type SeoWorld,
  type ShownField,
  shownFields,
} from './seo-world.ts';
import { paragraphsOf } from './written-texts.ts';

export const seoProblemCodes = [
  ...(['unknown_placeholder', 'raw_braces', 'empty_placeholder', 'missing_case', 'too_long'] as const),
  ...(['duplicate', 'no_region', 'repeated_word', 'similar', 'doubt'] as const),
] as const;
export type SeoProblemCode = (typeof seoProblemCodes)[number];

export type SeoProblem = { field: keyof SeoTexts; code: SeoProblemCode; words: string };

const caseWords: Partial<Record<SeoPlaceholder, string>> = {
  region_genitive: 'родительного',
  region_dative: 'дательного',
  region_accusative: 'винительного',
  region_instrumental: 'творительного',
  region_prepositional: 'предложного',
};

/** Cases of the branch's name that its texts would lack, as sentences. */
export function missingCases(branch: Department): string[] {
  const values: Record<string, string | undefined> = departmentValues(branch);
  return Object.entries(caseWords)
    .filter(([name]) => (values[name] ?? '').trim() === '')
    .map(([, grammar]) => `Нет ${grammar} падежа`);
}

/**
 * Pages of categories, brands and the site that share their title with another page of the host, by whichever texts:
 * each but the first of them, at the place where a text of its own would stand.
 */
export function repeatedTitles(world: SeoWorld): { page: SeoPage; problem: SeoProblem }[] {
  const found = new Map<SeoPage, { branch: Department; other: SeoPage }[]>();
  for (const branch of world.branches)
    for (const [, [first, ...others]] of world.pagesByTitle(branch))
      for (const page of first ? others : [])
        if (comparedKinds.includes(page.kind))
          found.set(page, [...(found.get(page) ?? []), { branch, other: ensure(first) }]);
  return [...found].map(([page, all]) => {
    const { branch, other } = ensure(all[0]);
    const words = `Такой же заголовок у страницы «${other.name}»: ${branch.name_for_site}${othersOf(all)}`;
    return { page, problem: { field: 'title', code: 'duplicate', words } };
  });
}

/** Others come and go under the same name. */
const comparedKinds: string[] = ['category', 'brand', 'page'];

/** So often a word in one line reads as spam. */
const mostOfOneWord = 2;

/**
 * What is wrong with the texts of a place: in the templates themselves, and in each branch whose pages show them.
 * `sample`: the page they are tried on; `texts`: of the place, as the world holds them.
 */
export function lintSeo(
  world: SeoWorld,
  place: SeoPlace,
  texts: Partial<SeoTexts>,
  sample: SeoPage | null,
): SeoProblem[] {
  const inTemplates = Object.entries(texts).flatMap(([field, template]) =>
    templateProblems(place, field as keyof SeoTexts, template ?? ''),
  );
  const branches = world.branches.filter(
    ({ id_1c }) => place.department_id_1c === null || id_1c === place.department_id_1c,
  );
  inTemplates.push(...doubtsInTexts(texts, branches[0]));
  if (!sample) return inTemplates;
  const empty = Object.entries(texts).flatMap(([field, template]) =>
    emptyPlaceholders(place, field as keyof SeoTexts, template ?? '', branches, sample),
  );
  const shown = shownFields.flatMap((field) => {
    if (!texts[field]) return [];
    const filled = branches.flatMap((branch): Shown[] => {
      const { text, place: source } = filledText(world.rowsOf(place), place, branch, sample.values, field);
      return source && isSamePlace(source, place) ? [{ branch, text }] : [];
    });
    return shownProblems(world, place, field, ensure(texts[field]), filled, sample);
  });
  return [...inTemplates, ...empty, ...shown];
}

/** What no branch and no page could make right. */
export function templateProblems(
  { kind }: Pick<SeoPlace, 'kind'>,
  field: keyof SeoTexts,
  template: string,
): SeoProblem[] {
  const known: string[] = placeholdersOf(kind);
  const problems = namesIn(template)
    .filter((name) => name !== '' && !known.includes(name))
    .map((name): SeoProblem => {
      const words = thingPlaceholders.some((thing) => thing === name)
        ? `Подстановки {${name}} нет на страницах вида «${seoKinds[kind].label}»`
        : `Подстановки {${name}} нет`;
      return { field, code: 'unknown_placeholder', words };
    });
  const isRaw = /[{}]/.test(template.replace(/\{[^{}]+\}/g, '')) || namesIn(template).includes('');
  if (isRaw) problems.push({ field, code: 'raw_braces', words: 'Скобка без подстановки: такой текст не покажется' });
  return problems;
}

/** Stands for the name of a thing, whose words its own record says. */
const anyName = 'Название';

/** Doubts about the words of the templates, with the town of a branch in its cases, whichever branch it is. */
function doubtsInTexts(texts: Partial<SeoTexts>, branch: Department | undefined): SeoProblem[] {
  const values: Record<string, string | undefined> = branch ? departmentValues(branch) : {};
  const wordOf = (name: string) => (name.startsWith('region') && values[name]) || anyName;
  const towns = branch ? [branch.name_for_site] : [];
  return Object.entries(texts).flatMap(([field, template]) => {
    const filled = (template ?? '').replace(/\{([^{}]*)\}/g, (_, name: string) => wordOf(name.trim().toLowerCase()));
    const found = paragraphsOf(filled, field).flatMap(({ text }) =>
      doubtsIn(text, towns).map(({ rule, words }) => `${upperFirst(rule)}: «${words}»`),
    );
    return [...new Set(found)].map((words): SeoProblem => ({ field: field as keyof SeoTexts, code: 'doubt', words }));
  });
}

/** Names in braces, as they are looked up. */
function namesIn(template: string): string[] {
  return [...new Set([...template.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name.trim().toLowerCase()))];
}

/** Placeholders that are known and have no value: the branch shows another text instead. */
function emptyPlaceholders(
  { kind }: SeoPlace,
  field: keyof SeoTexts,
  template: string,
  branches: Department[],
  { values, name: page }: SeoPage,
): SeoProblem[] {
  const known: string[] = placeholdersOf(kind);
  return namesIn(template)
    .filter((name) => known.includes(name))
    .flatMap((name): SeoProblem[] => {
      if (thingPlaceholders.some((thing) => thing === name))
        return (values[name as keyof typeof values] ?? '').trim() === ''
          ? [{ field, code: 'empty_placeholder', words: `Подстановка {${name}} пуста: «${page}»` }]
          : [];
      const without = branches.filter(
        (branch) => (({ ...departmentValues(branch), host: branch.domain })[name] ?? '').trim() === '',
      );
      if (without.length === 0) return [];
      const grammar = caseWords[name as SeoPlaceholder];
      return [
        grammar
          ? { field, code: 'missing_case', words: `Нет ${grammar} падежа: ${namesOf(without)}` }
          : { field, code: 'empty_placeholder', words: `Подстановка {${name}} пуста: ${namesOf(without)}` },
      ];
    });
}

type Shown = { branch: Department; text: string };

function shownProblems(
  world: SeoWorld,
  place: SeoPlace,
  field: ShownField,
  template: string,
  filled: Shown[],
  sample: SeoPage,
): SeoProblem[] {
  const problems: SeoProblem[] = [];
  const limit = field === 'unique_title' ? Number.POSITIVE_INFINITY : seoLimits[field];
  const long = filled.filter(({ text }) => text.length - spared(place, template, sample) > limit);
  if (long[0])
    problems.push({
      field,
      code: 'too_long',
      words: `Длиннее ${countOf(limit, 'знака', 'знаков', 'знаков')}: ${long[0].branch.name_for_site} — ${long[0].text.length}${othersOf(long)}`,
    });
  if (field === 'title') problems.push(...duplicates(world, filled, sample));
  const isSame = new Set(filled.map(({ text }) => text)).size === 1 && filled.length > 1;
  const hasRegion = namesIn(template).some((name) => regionPlaceholders.some((region) => region === name));
  if (field !== 'unique_title' && isSame && !hasRegion)
    problems.push({ field, code: 'no_region', words: 'Одинаков во всех филиалах: добавьте город' });
  const repeated = filled.flatMap(({ branch, text }) => {
    const word = repeatedWord(text);
    return word ? [{ branch, word }] : [];
  });
  if (repeated[0] && field !== 'unique_title')
    problems.push({
      field,
      code: 'repeated_word',
      words: `«${repeated[0].word}» больше двух раз: ${repeated[0].branch.name_for_site}${othersOf(repeated)}`,
    });
  return problems;
}

/** A template of a whole kind cannot shorten the names of things, so they do not count against it. */
function spared({ kind, key }: SeoPlace, template: string, { values }: SeoPage): number {
  if (key !== '' || seoKinds[kind].key === null) return 0;
  return namesIn(template)
    .filter((name) => thingPlaceholders.some((thing) => thing === name))
    .reduce((sum, name) => sum + (values[name as keyof typeof values] ?? '').length, 0);
}

function duplicates(world: SeoWorld, filled: Shown[], sample: SeoPage): SeoProblem[] {
  const found = filled.flatMap(({ branch, text }) => {
    if (!isShownIn(sample, branch)) return [];
    const other = world
      .pagesByTitle(branch)
      .get(text)
      ?.find(({ kind, key }) => kind !== sample.kind || key !== sample.key);
    return other ? [{ branch, other }] : [];
  });
  if (!found[0]) return [];
  const { branch, other } = found[0];
  const words = `Такой же заголовок у страницы «${other.name}»: ${branch.name_for_site}${othersOf(found)}`;
  return [{ field: 'title', code: 'duplicate', words }];
}

/** A word that a line says more than twice, in whichever form. */
function repeatedWord(text: string): string | null {
  const words = text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  const forms = Map.groupBy(words, (word) => word.slice(0, Math.max(4, word.length - 2)));
  for (const [, [first = '', ...others]] of forms) if (others.length >= mostOfOneWord) return first;
  return null;
}

function namesOf(branches: Department[]): string {
  const shown = branches.slice(0, 3).map(({ name_for_site }) => name_for_site);
  const left = branches.length - shown.length;
  return left > 0 ? `${shown.join(', ')} и ещё ${left}` : shown.join(', ');
}

function othersOf(found: unknown[]): string {
  return found.length > 1 ? ` и ещё ${countOf(found.length - 1, 'филиал', 'филиала', 'филиалов')}` : '';
}
