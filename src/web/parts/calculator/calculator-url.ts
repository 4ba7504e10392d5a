import { productUrl } from '#shared/urls.ts';

/** A product's calculator, which begins with these numbers. */
export function calculatorUrl(slug: string, numbers: Partial<Record<string, string>>): string {
  const typed = Object.entries(numbers).filter((entry): entry is [string, string] => !!entry[1]);
  return `${productUrl(slug)}?${new URLSearchParams(typed)}#calc`;
}
