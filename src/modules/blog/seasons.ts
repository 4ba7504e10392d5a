import type { ArticleSeason } from './schema.ts';

/** First and last day of each season's picks, 'MM-DD'. They overlap: people prepare for a season before it comes. */
const spans: [season: ArticleSeason, from: string, to: string][] = [
  ['new_year', '11-10', '01-10'],
  ['winter', '11-01', '02-28'],
  ['spring', '03-01', '05-31'],
  ['summer', '05-15', '08-31'],
  ['autumn', '08-25', '11-30'],
];

/** The seasons whose articles are picked on this local date ('YYYY-MM-DD'), the nearest to the calendar first. */
export function seasonsOn(date: string): ArticleSeason[] {
  const day = date.slice(5);
  return spans.flatMap(([season, from, to]) => {
    const isIn = from <= to ? day >= from && day <= to : day >= from || day <= to;
    return isIn ? [season] : [];
  });
}
