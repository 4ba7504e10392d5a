import type { Rating as ProductRating } from '#modules/catalogue/rating.ts';
import { formatCount, plural } from '#shared/plurals.ts';
import { Icon } from '#web/ui/icon.tsx';

/** Star, mean and number of reviews, in words where there is room; demonstration ones are marked as such. */
export function Rating({ rating, isLong = false }: { rating: ProductRating; isLong?: boolean }) {
  return (
    <span className="rate">
      <Icon name="star" filled />
      <span className="sr">Оценка </span>
      <b>{formatStars(rating.value)}</b>
      <span className="sr"> из 5,</span>
      <span className="soft">
        {isLong ? formatCount(rating.count) : `(${formatCount(rating.count)})`}
        <span className={isLong ? undefined : 'sr'}> {plural(rating.count, 'отзыв', 'отзыва', 'отзывов')}</span>
      </span>
      {rating.is_demo ? (
        <abbr className="rate__demo" title="Демонстрационный отзыв">
          демо
        </abbr>
      ) : null}
    </span>
  );
}

/** 4.8 → «4,8», 5 → «5». */
export function formatStars(value: number): string {
  return String(value).replace('.', ',');
}
