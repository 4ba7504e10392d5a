import { addressOfDraft } from '../drafts/draft-address.ts';
import type { Got } from '../parts/got.ts';
import type { Tone } from '../parts/tag.tsx';
import { moment } from '../promo/coupon-words.ts';
import type { FieldWords } from '../record/values.ts';

export type ReleaseRow = Got<'/api/admin/releases'>['items'][number];
export type Release = Got<'/api/admin/releases/{id}'>;
export type Part = Release['parts'][number];
export type PartKind = Part['kind'];
export type FreeDraft = Got<'/api/admin/release-drafts'>['items'][number];

export const releaseStates: Record<ReleaseRow['state'], { label: string; tone: Tone }> = {
  planned: { label: 'готовится', tone: 'info' },
  published: { label: 'опубликован', tone: 'good' },
  failed: { label: 'не опубликован', tone: 'bad' },
  undone: { label: 'отменён', tone: 'plain' },
};

export const partStates: Record<Part['state'], { label: string; tone: Tone }> = {
  waiting: { label: 'ждёт', tone: 'info' },
  elsewhere: { label: 'уже опубликовано отдельно', tone: 'warn' },
  published: { label: 'опубликовано', tone: 'good' },
  changed: { label: 'меняли после выпуска', tone: 'warn' },
  undone: { label: 'отменено', tone: 'plain' },
  gone: { label: 'удалено', tone: 'bad' },
};

export const partKinds: Record<PartKind, string> = {
  products: 'Правка товара',
  categories: 'Правка раздела',
  brands: 'Правка бренда',
  attributes: 'Правка свойства',
  branches: 'Правка филиала',
  settings: 'Правка настроек',
  email_texts: 'Правка письма',
  seo_texts: 'Правка SEO',
  coupons: 'Купон',
  forms: 'Форма',
  landings: 'Посадочная',
  actions: 'Акция',
  layouts: 'Главная',
  menu: 'Меню',
  slides: 'Слайд',
  wobblers: 'Плашка',
  credit: 'Кредит',
  vacancies: 'Вакансия',
  wheels: 'Колесо',
  synonyms: 'Синоним',
  search_redirects: 'Перенаправление поиска',
  stop_words: 'Стоп-слово',
  pins: 'Закреплённый товар',
  articles: 'Статья',
  pages: 'Страница',
  plans: 'Цены',
};

/** Fields of a release, as the form and the journal call them. */
export const releaseWords: FieldWords = {
  name: 'Название',
  publish_at: { label: 'Опубликовать', show: (value) => (typeof value === 'string' ? moment(value) : 'вручную') },
};

/** Where a part of a release is opened. */
export function partAddress({ kind, id, record_id }: Pick<Part, 'kind' | 'id' | 'record_id'>): string {
  if (record_id !== null) return addressOfDraft(`${kind}/${record_id}`);
  return kind === 'pages' ? `/content/texts/${encodeURIComponent(id)}` : placeOf(kind, id);
}

/** Where a record with dates or a draft is opened; what has no page of its own is found in its list. */
export function placeOf(kind: string, id: string): string {
  const of = encodeURIComponent(id);
  switch (kind) {
    case 'layouts':
      return `/content/home/${of}`;
    case 'landings':
      return `/content/landings/${of}`;
    case 'forms':
      return `/content/forms/${of}`;
    case 'vacancies':
      return `/content/vacancies/${of}`;
    case 'articles':
      return `/content/blog/${of}`;
    case 'menu':
      return '/content/menu';
    case 'plans':
      return `/prices/plans/${of}`;
    case 'synonyms':
      return '/search/synonyms';
    case 'search_redirects':
      return '/search/redirects';
    case 'stop_words':
      return '/search/stop-words';
    case 'pins':
      return '/search/pins';
    default:
      return `/promo/${kind}/${of}`;
  }
}
