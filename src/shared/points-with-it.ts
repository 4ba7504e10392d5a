type OfPoints<Point> = {
  is_on_sale_now: boolean;
  /** Null where no point has more than the branch's store (`fullerPointOf`). */
  fuller_point: object | null;
  points: Point[];
  min_count: number;
  price: number | null;
  buyer_price: number | null;
};

/**
 * Points whose own shelf has what the branch's store has not, the fullest first: the goods are sold there and nowhere
 * else in the branch (decision 540). None for goods without a price, of which nobody can say what they cost.
 */
export function pointsWithIt<Point extends { available: number | null }>(product: OfPoints<Point>): Point[] {
  const { is_on_sale_now, fuller_point, points, min_count, price, buyer_price } = product;
  if (is_on_sale_now || !fuller_point || (price ?? buyer_price) === null) return [];
  const here = points.filter(({ available }) => (available ?? 0) >= min_count);
  return here.toSorted((a, b) => (b.available ?? 0) - (a.available ?? 0));
}
