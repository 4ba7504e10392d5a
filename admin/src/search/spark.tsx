import { formatCount } from '#shared/plurals.ts';

const [width, height] = [56, 18];

/** How often something happened week by week, as a line; the numbers stand in its name. */
export function Spark({ weeks }: { weeks: readonly number[] }) {
  const most = Math.max(1, ...weeks);
  const step = width / Math.max(1, weeks.length - 1);
  const points = weeks.map((count, at) => `${at * step},${height - 1 - (count / most) * (height - 2)}`).join(' ');
  return (
    <svg
      className="spark"
      role="img"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-label={`По неделям: ${weeks.map((count) => formatCount(count)).join(', ')}`}
    >
      <polyline points={points} />
    </svg>
  );
}
