import { z } from 'zod';
import { countOf } from '#shared/plurals.ts';
import { seoKinds } from '#shared/seo-kinds.ts';
import type { StaffSeoText } from './staff-seo.ts';

/** Far beyond what a search engine shows: how long is too long the lint says. */
const Line = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `Не длиннее ${countOf(most, 'знака', 'знаков', 'знаков')}`);

/** The texts of a place, each by itself. */
export const SeoFields = z.strictObject({
  title: Line(300),
  unique_title: Line(300),
  description: Line(1_000),
  keywords: Line(1_000),
  text: z.string().max(20_000, 'Не длиннее 20 000 знаков'),
});
export const SeoChange = SeoFields.partial();
export type SeoChange = z.output<typeof SeoChange>;

/** What the texts belong to: a page by its name, or a kind of pages. */
export function seoTitle({ kind, key, name }: Pick<StaffSeoText, 'kind' | 'key' | 'name'>): string {
  return key === '' ? seoKinds[kind].label : (name ?? key);
}

/** A change of texts as the audit log tells it. */
export function seoChangeWords(text: Pick<StaffSeoText, 'kind' | 'key' | 'name'>): string {
  const what = text.key === '' ? `вида «${seoTitle(text)}»` : `«${seoTitle(text)}»`;
  return `Тексты страниц ${what} изменены`;
}
