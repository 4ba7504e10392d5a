import type { MetaDescriptor, ShouldRevalidateFunctionArgs } from 'react-router';
import type { RequestContext } from '#modules/visitors/request-context.ts';
import { imageUrl } from '#shared/image-url.ts';
import { localHosts } from '#shared/urls.ts';
import logoPicture from '../../images/icon-512.png?url';

/** What a page says of itself to search engines and messengers; made in the loader, printed by `metaOf`. */
export type Seo = {
  title: string;
  description: string;
  keywords?: string;
  /**
   * Absolute address in the slash form; null on pages that must not be indexed (never both signals).
   */
  canonical: string | null;
  image?: string | null;
  json_ld?: Record<string, unknown>[];
};

type SeoInput = {
  title: string;
  description: string;
  keywords?: string;
  /** Path in the slash form, without a query. */
  path: string;
  /** false: filters, sorts, further pages, search, lists of the visitor. */
  isIndexable?: boolean;
  /** Stored path of a picture; the shop's sign stands in for it. */
  image?: string | null;
  jsonLd?: Record<string, unknown>[];
};

/** Canonical is the page itself on its own branch host; a host that is not the shop's (localhost) is never indexed. */
export function seoOf(requestContext: RequestContext, input: SeoInput): Seo {
  const isIndexable = (input.isIndexable ?? true) && !localHosts.has(requestContext.host);
  return {
    title: input.title,
    description: input.description,
    ...(input.keywords ? { keywords: input.keywords } : {}),
    canonical: isIndexable ? requestContext.origin + input.path : null,
    image: requestContext.origin + (input.image ? imageUrl(input.image, { width: 640, height: 640 }) : logoPicture),
    ...(input.jsonLd?.length ? { json_ld: input.jsonLd } : {}),
  };
}

/**
 * A route's `meta`: title, description, canonical or noindex, Open Graph, JSON-LD (React Router escapes its `<`).
 * `jsonLd` is what the page can say from its own data.
 */
export function metaOf(seo: Seo | undefined, jsonLd: Record<string, unknown>[] = []): MetaDescriptor[] {
  if (!seo) return [{ title: 'ИДД' }, { name: 'robots', content: 'noindex,follow' }];
  return [
    { title: seo.title },
    { name: 'description', content: seo.description },
    ...(seo.keywords ? [{ name: 'keywords', content: seo.keywords }] : []),
    seo.canonical
      ? { tagName: 'link', rel: 'canonical', href: seo.canonical }
      : { name: 'robots', content: 'noindex,follow' },
    { property: 'og:locale', content: 'ru_RU' },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: 'ИДД' },
    { property: 'og:title', content: seo.title },
    { property: 'og:description', content: seo.description },
    ...(seo.canonical ? [{ property: 'og:url', content: seo.canonical }] : []),
    ...(seo.image ? [{ property: 'og:image', content: seo.image }] : []),
    ...[...(seo.json_ld ?? []), ...jsonLd].map((data) => ({ 'script:ld+json': data }) as MetaDescriptor),
  ];
}

/**
 * A route's `shouldRevalidate`, for a page of everybody: hearts, scales, the cart and a question of a price change
 * nothing in what it shows.
 */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return formMethod && formMethod !== 'GET' ? false : defaultShouldRevalidate;
}
