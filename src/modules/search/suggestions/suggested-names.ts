import type { Category, NamedBrand, Tree } from '#modules/catalogue/categories.ts';
import { normalise, tokensOf } from '#modules/text-index/analyse.ts';
import { soundOf } from '#modules/text-index/sounds.ts';
import type { Group } from '#modules/text-index/text-plan.ts';
import { perObject } from '#shared/per-object.ts';

type Named = { terms: Set<string>; words: string[]; sounds: string[] };

const categoriesOf = perObject((tree: Tree): { category: Category; named: Named }[] =>
  [...tree.byId.values()]
    .map((category) => ({ category, named: namesOf(category.name) }))
    .sort((a, b) => a.category.name.length - b.category.name.length),
);
const brandsOf = perObject((brands: ReadonlyMap<string, NamedBrand>): { brand: NamedBrand; named: Named }[] =>
  [...brands.values()]
    .map((brand) => ({ brand, named: namesOf(brand.name) }))
    .sort((a, b) => a.brand.name.length - b.brand.name.length || (a.brand.name < b.brand.name ? -1 : 1)),
);

/** Categories that all parts of a query name, the shortest name first: the last word may be unfinished. */
export function namedCategories(tree: Tree, groups: Group[]): Category[] {
  if (groups.length === 0) return [];
  return categoriesOf(tree)
    .filter(({ named }) => groups.every((group) => fits(group, named)))
    .map(({ category }) => category);
}

/** Brands that some part of a query names or begins to name, in either alphabet, the shortest name first. */
export function namedBrands(brands: ReadonlyMap<string, NamedBrand>, groups: Group[]): NamedBrand[] {
  const parts = groups.map((group) => {
    const typed = normalise(group.text);
    return { group, typed, sound: soundOf(typed) };
  });
  return brandsOf(brands)
    .filter(({ named }) =>
      parts.some(
        ({ group, typed, sound }) =>
          fits(group, named) ||
          (typed.length > 1 && named.words.some((word) => word.startsWith(typed))) ||
          (sound.length > 2 && named.sounds.some((own) => own.startsWith(sound))),
      ),
    )
    .map(({ brand }) => brand);
}

function namesOf(name: string): Named {
  const tokens = tokensOf(name);
  const words = tokens.flatMap((token) => token.words);
  return { terms: new Set(tokens.flatMap((token) => token.terms)), words, sounds: words.map(soundOf) };
}

function fits(group: Group, { terms, words }: Named): boolean {
  return group.alternatives.some(({ prefix, quality, terms: own }) =>
    prefix === undefined
      ? quality >= 0.8 && own.length > 0 && own.every((term) => terms.has(term))
      : words.some((word) => word.startsWith(prefix)),
  );
}
