import { keysOf } from './keys-of.ts';

/** What 1C says of a category that it feeds, and the shop may lead itself, in Russian. */
export const ownedCategoryFields = {
  name: 'название',
  code: 'адрес страницы',
  parent_id: 'место в дереве',
  is_on: 'показ на сайте',
} as const;
export type OwnedCategoryField = keyof typeof ownedCategoryFields;

export const everyOwnedCategoryField = keysOf(ownedCategoryFields);
