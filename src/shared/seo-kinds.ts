import { keysOf } from './keys-of.ts';

/** Words of the branch, which stand for every page. */
const ofBranch = {
  region: 'филиал: Вологда',
  region_genitive: 'кого, чего: Вологды',
  region_dative: 'кому, чему: Вологде',
  region_accusative: 'кого, что: Вологду',
  region_instrumental: 'кем, чем: Вологдой',
  region_prepositional: 'о ком, о чём: Вологде',
  address: 'адрес филиала',
  phone: 'телефон филиала',
  schedule: 'часы работы филиала',
  host: 'домен филиала',
};

const ofThing = {
  name: 'название страницы',
  category: 'раздел',
  parent_category: 'раздел над ним',
  root_category: 'главный раздел',
  product: 'товар',
  brand: 'бренд',
};

/** The texts that a page has for search engines, as staff read their names. */
export const seoFieldWords = {
  title: 'Заголовок в поиске (title)',
  description: 'Описание в поиске (description)',
  unique_title: 'Заголовок страницы (H1)',
  keywords: 'Ключевые слова',
  text: 'Текст на странице',
};

/** Every placeholder of the templates of pages, and what stands in its place. */
export const seoPlaceholders = { ...ofBranch, ...ofThing };
export type SeoPlaceholder = keyof typeof seoPlaceholders;

/** Those that say in which town the shop is. */
export const regionPlaceholders = keysOf(ofBranch).filter(
  (name) => name.startsWith('region') || ['address', 'phone', 'host'].includes(name),
);
/** Those that name a thing: a template cannot know how long they are. */
export const thingPlaceholders = keysOf(ofThing);

type Thing = (keyof typeof ofThing)[];
type Kind = { label: string; things: Thing; key: string | null };

/**
 * Kinds of pages that have templates: what they are called, which names of things they know, and what a single page of
 * the kind is known by (null: there is one page; `brands`, `actions`, `blog` and `vacancies` are the lists).
 */
export const seoKinds = {
  home: { label: 'Главная', things: [], key: null },
  catalog: { label: 'Каталог', things: [], key: null },
  category: { label: 'Раздел', things: ['category', 'parent_category', 'root_category'], key: 'код раздела' },
  product: {
    label: 'Товар',
    things: ['product', 'category', 'parent_category', 'root_category', 'brand'],
    key: 'адрес товара',
  },
  brands: { label: 'Бренды', things: [], key: null },
  brand: { label: 'Бренд', things: ['brand', 'name'], key: 'код бренда' },
  actions: { label: 'Акции', things: [], key: null },
  action: { label: 'Акция', things: ['name'], key: 'код акции' },
  blog: { label: 'Блог', things: [], key: null },
  article: { label: 'Статья', things: ['name'], key: 'адрес статьи' },
  vacancies: { label: 'Вакансии', things: [], key: null },
  vacancy: { label: 'Вакансия', things: ['name'], key: 'номер вакансии' },
  landing: { label: 'Посадочная страница', things: ['name'], key: 'адрес страницы' },
  contacts: { label: 'Контакты', things: [], key: null },
  page: { label: 'Страница сайта', things: ['name'], key: 'адрес страницы' },
} as const satisfies Record<string, Kind>;
export type EditedSeoKind = keyof typeof seoKinds;

/** Pages that show the text of their record; the others have their content from elsewhere. */
const kindsWithText: readonly EditedSeoKind[] = ['home', 'catalog', 'category', 'brand', 'blog'];

/** The texts that pages of this kind show. */
export function seoFieldsOf(kind: EditedSeoKind): (keyof typeof seoFieldWords)[] {
  return keysOf(seoFieldWords).filter((field) => field !== 'text' || kindsWithText.includes(kind));
}

/** What may stand in braces on pages of this kind. */
export function placeholdersOf(kind: EditedSeoKind): SeoPlaceholder[] {
  return [...keysOf(ofBranch), ...seoKinds[kind].things];
}

/** As long as a search engine shows whole. */
export const seoLimits = { title: 60, description: 155 } as const;
