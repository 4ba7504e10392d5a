import type { ProductPage } from '#modules/catalogue-index/get-product.ts';
import type { Department } from '#modules/departments/queries.ts';
import type { Company } from '#modules/settings/schema.ts';
import { currency } from '#shared/constants.ts';
import { imageUrl } from '#shared/image-url.ts';
import { phoneList } from '#shared/phone.ts';
import { type ProductState, productState } from '#shared/product-state.ts';
import { type ShownUnit, shownPrice } from '#shared/unit-words.ts';
import { homeUrl, productUrl } from '#shared/urls.ts';
import { clock } from '#shared/work-time.ts';
import type { Crumb } from '#web/ui/breadcrumbs.tsx';
import logoPicture from '../../images/icon-512.png?url';

type JsonLd = Record<string, unknown>;

/** Breadcrumbs as the page shows them; the last one is the page itself and needs no address. */
export function breadcrumbList(origin: string, crumbs: Crumb[], here: string): JsonLd {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [
      ...crumbs.map((crumb, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: crumb.name,
        item: origin + crumb.url,
      })),
      { '@type': 'ListItem', position: crumbs.length + 1, name: here },
    ],
  };
}

/** A review as the page prints it. */
type LdReview = { author_name: string; rating: number; text: string; day: string; is_demo: boolean };

/** Only what buyers have really said: demonstration reviews and the rating made of them are left out. */
function ratingLd({ rating }: ProductPage, reviews: LdReview[]): JsonLd {
  if (!rating || rating.is_demo) return {};
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: rating.value,
      reviewCount: rating.count,
      bestRating: 5,
      worstRating: 1,
    },
    review: reviews
      .filter(({ is_demo }) => !is_demo)
      .map(({ author_name, rating, text, day }) => ({
        '@type': 'Review',
        author: { '@type': 'Person', name: author_name },
        datePublished: day,
        reviewBody: text,
        reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5, worstRating: 1 },
      })),
  };
}

/**
 * The retail price of this branch, always (a business price never leaks into markup). null: without a price there is no
 * offer, and search engines take no product without one.
 */
export function productLd(origin: string, card: ProductPage, url: string, reviews: LdReview[] = []): JsonLd | null {
  if (card.price === null || card.switched_off) return null;
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: card.name,
    description: card.description || card.name,
    sku: card.idcode,
    ...(card.article ? { mpn: card.article } : {}),
    ...(/^(\d{8}|\d{12,14})$/.test(card.barcode ?? '') ? { gtin: card.barcode } : {}),
    ...(card.brand ? { brand: { '@type': 'Brand', name: card.brand.name } } : {}),
    ...ratingLd(card, reviews),
    image: card.images.map((path) => origin + imageUrl(path, { width: 1280, height: 1280, fit: 'contain' })),
    offers: {
      '@type': 'Offer',
      url: origin + url,
      ...unitPriceLd(card.price, card.shown_unit),
      itemCondition: 'https://schema.org/NewCondition',
      availability: `https://schema.org/${availability[productState(card).kind]}`,
    },
  };
}

/** The price of the page, and of how much it is. */
function unitPriceLd(kopecks: number, unit: ShownUnit): JsonLd {
  const price = { price: (shownPrice(kopecks, unit) / 100).toFixed(2), priceCurrency: currency };
  return {
    ...price,
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      ...price,
      valueAddedTaxIncluded: true,
      referenceQuantity: {
        '@type': 'QuantitativeValue',
        value: 1,
        unitText: unit.short,
        unitCode: unitCodes[unit.short] ?? 'C62',
      },
    },
  };
}

/** Codes of UN/CEFACT recommendation 20; C62, one of something, stands for whatever is counted by the piece. */
const unitCodes: Record<string, string> = {
  м: 'MTR',
  'пог. м': 'LM',
  'м²': 'MTK',
  'м³': 'MTQ',
  г: 'GRM',
  кг: 'KGM',
  т: 'TNE',
  мл: 'MLT',
  л: 'LTR',
  мм: 'MMT',
  см: 'CMT',
};

/** Offers of schema.org by what the page says (`productState`). */
const availability: Record<ProductState['kind'], string> = {
  now: 'InStock',
  // Sold there and nowhere else (decision 540).
  point: 'InStoreOnly',
  order: 'BackOrder',
  ask: 'OutOfStock',
  none: 'OutOfStock',
  gone: 'Discontinued',
};

/** A list of products by name and address only: one Product per page is the rule of search engines. */
export function itemList(origin: string, products: { slug: string; name: string }[]): JsonLd {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: products.map((product, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: product.name,
      url: origin + productUrl(product.slug),
    })),
  };
}

/** The branch as a shop with address, phones and hours; it stands on every page, in the footer. */
export function storeLd(origin: string, department: Department, company_name: string): JsonLd {
  return {
    '@context': 'https://schema.org',
    '@type': 'HardwareStore',
    '@id': `${origin}/#store`,
    name: `ИДД, ${department.city}`,
    url: origin + homeUrl(),
    image: origin + logoPicture,
    parentOrganization: { '@type': 'Organization', '@id': `${origin}/#organization`, name: company_name },
    telephone: phoneList(department.phones)[0],
    address: postalAddress(department),
    ...(department.latitude && department.longitude
      ? {
          geo: {
            '@type': 'GeoCoordinates',
            latitude: Number(department.latitude),
            longitude: Number(department.longitude),
          },
        }
      : {}),
    openingHoursSpecification: department.hours.map((hour) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: `https://schema.org/${weekdays[hour.weekday - 1]}`,
      opens: clock(hour.opens_minute),
      closes: clock(hour.closes_minute === 1440 ? 1439 : hour.closes_minute),
    })),
  };
}

/**
 * A pickup point of the branch, at its place on the contacts page, with the picture of its entrance where there is one.
 */
export function pointLd(
  origin: string,
  point: Department,
  { company_name, url, image }: { company_name: string; url: string; image: string | null },
): JsonLd {
  return {
    ...storeLd(origin, point, company_name),
    '@id': origin + url,
    name: `ИДД, пункт выдачи: ${point.city}, ${point.address}`,
    url: origin + url,
    ...(image && { image: origin + imageUrl(image, { width: 1280, height: 720 }) }),
  };
}

function postalAddress(department: Department): JsonLd {
  return {
    '@type': 'PostalAddress',
    addressCountry: 'RU',
    addressRegion: department.region,
    addressLocality: department.city,
    streetAddress: department.address,
    ...(department.postal_code ? { postalCode: department.postal_code } : {}),
  };
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Who stands behind the shop; on the home page. */
export function organizationLd(origin: string, department: Department, company: Company): JsonLd {
  const email = department.email ?? company.email;
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    '@id': `${origin}/#organization`,
    name: 'ИДД',
    legalName: company.name,
    ...(company.inn ? { taxID: company.inn } : {}),
    url: origin + homeUrl(),
    logo: origin + logoPicture,
    ...(email ? { email } : {}),
    telephone: phoneList(department.phones)[0],
    ...(company.vk_url ? { sameAs: [company.vk_url] } : {}),
  };
}

export function webSiteLd(origin: string): JsonLd {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: 'ИДД',
    url: origin + homeUrl(),
    potentialAction: {
      '@type': 'SearchAction',
      target: `${origin}/catalog/?q={search_term_string}`,
      'query-input': 'required name=search_term_string',
    },
  };
}

/** Questions that stand on the page with their answers. */
export function faqPage(faq: { question: string; answer: string }[]): JsonLd {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: faq.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}

type Posting = {
  title: string;
  /** Cleaned HTML. */
  description: string;
  published_at: Date;
  valid_until: Date | null;
  isPartTime: boolean;
  salary_from_kopecks: number | null;
  salary_to_kopecks: number | null;
};

/** An open post with where the work is and what it pays; a closed one says nothing of itself. */
export function jobPosting(
  origin: string,
  url: string,
  posting: Posting,
  department: Department,
  company_name: string,
): JsonLd {
  const bounds = {
    ...(posting.salary_from_kopecks === null ? {} : { minValue: posting.salary_from_kopecks / 100 }),
    ...(posting.salary_to_kopecks === null ? {} : { maxValue: posting.salary_to_kopecks / 100 }),
  };
  return {
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title: posting.title,
    description: posting.description,
    datePosted: posting.published_at.toISOString(),
    ...(posting.valid_until ? { validThrough: posting.valid_until.toISOString() } : {}),
    employmentType: posting.isPartTime ? 'PART_TIME' : 'FULL_TIME',
    url: origin + url,
    directApply: true,
    hiringOrganization: { '@type': 'Organization', name: company_name, sameAs: origin + homeUrl() },
    jobLocation: { '@type': 'Place', address: postalAddress(department) },
    baseSalary: {
      '@type': 'MonetaryAmount',
      currency,
      value: { '@type': 'QuantitativeValue', ...bounds, unitText: 'MONTH' },
    },
  };
}

/** Markup for HTML that is written by hand: names come from 1C and must not end the script. */
export function jsonLdScript(data: JsonLd): string {
  return `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;
}

type WrittenArticle = {
  title: string;
  lead: string;
  author: string;
  picture: string | null;
  published_at: Date;
  updated_at: Date | null;
};

/** An article of the shop's editors. */
export function articleLd(origin: string, url: string, article: WrittenArticle, company_name: string): JsonLd {
  return {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: article.title,
    description: article.lead,
    ...(article.picture
      ? { image: [origin + imageUrl(article.picture, { width: 1280, height: 1280, fit: 'contain' })] }
      : {}),
    author: { '@type': 'Organization', name: article.author, url: origin + homeUrl() },
    publisher: { '@type': 'Organization', name: company_name, url: origin + homeUrl() },
    datePublished: article.published_at.toISOString(),
    dateModified: (article.updated_at ?? article.published_at).toISOString(),
    inLanguage: 'ru',
    mainEntityOfPage: origin + url,
  };
}

type SaleDates = { name: string; starts_at: Date; ends_at: Date; image: string | null; organiser: string };

/** A promotion that runs or will run, at this branch. */
export function saleEventLd(origin: string, department: Department, action: SaleDates, url: string): JsonLd {
  return {
    '@context': 'https://schema.org',
    '@type': 'SaleEvent',
    name: action.name,
    url: origin + url,
    startDate: action.starts_at.toISOString(),
    endDate: action.ends_at.toISOString(),
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode',
    ...(action.image ? { image: origin + imageUrl(action.image, { width: 1280 }) } : {}),
    location: [
      {
        '@type': 'Place',
        name: `ИДД, ${department.city}`,
        address: {
          '@type': 'PostalAddress',
          addressCountry: 'RU',
          addressLocality: department.city,
          streetAddress: department.address,
        },
      },
      { '@type': 'VirtualLocation', url: origin + url },
    ],
    ...(action.organiser
      ? { organizer: { '@type': 'Organization', name: action.organiser, url: origin + homeUrl() } }
      : {}),
  };
}
