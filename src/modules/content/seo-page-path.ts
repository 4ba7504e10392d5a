import {
  actionsUrl,
  actionUrl,
  articleUrl,
  blogUrl,
  brandsUrl,
  brandUrl,
  catalogUrl,
  categoryUrl,
  contactsUrl,
  homeUrl,
  landingUrl,
  productUrl,
  vacanciesUrl,
  vacancyUrl,
  writtenPageUrl,
} from '#shared/urls.ts';
import type { SeoPage } from './seo-samples.ts';

const paths: Record<SeoPage['kind'], (key: string) => string> = {
  home: homeUrl,
  catalog: catalogUrl,
  category: categoryUrl,
  product: productUrl,
  brands: brandsUrl,
  brand: brandUrl,
  actions: actionsUrl,
  action: actionUrl,
  blog: blogUrl,
  article: articleUrl,
  vacancies: vacanciesUrl,
  vacancy: (key: string) => vacancyUrl(Number(key)),
  landing: landingUrl,
  contacts: contactsUrl,
  page: writtenPageUrl,
};

/** The address of a page on every host that has it. */
export function seoPagePath({ kind, key }: Pick<SeoPage, 'kind' | 'key'>): string {
  return paths[kind](key);
}
