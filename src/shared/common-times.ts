type Day = { date: string; words: string };
/** When a point works: lines of the week, and the days that differ from it. */
export type Times = { work_lines: string[]; holidays: Day[] };
export type CommonTimes = Times & {
  /** Some points work by other hours, or differ on one of these days. */
  is_not_all: boolean;
};

/**
 * What most points have in common, to be said once, and each point with what it has of its own. A holiday is common
 * only if every point has one on that day: a point that works as usual then would be hidden by the others.
 */
export function commonTimes<P extends Times>(points: P[]): { common: CommonTimes; points: P[] } {
  const lines = usual(points.map(({ work_lines }) => work_lines.join(';')));
  const dates = [...new Set(points.flatMap(({ holidays }) => holidays.map(({ date }) => date)))];
  const holidays = dates.flatMap((date): Day[] => {
    const words = points.flatMap((point) => point.holidays.filter((day) => day.date === date).map((day) => day.words));
    const common = words.length === points.length ? usual(words) : null;
    return common === null ? [] : [{ date, words: common }];
  });
  const own = points.map((point) => ({
    ...point,
    work_lines: point.work_lines.join(';') === lines ? [] : point.work_lines,
    holidays: point.holidays.filter((day) => !holidays.some((other) => isSame(day, other))),
  }));
  const hasCommon = lines !== null || holidays.length > 0;
  return {
    common: {
      work_lines: lines?.split(';') ?? [],
      holidays,
      is_not_all: hasCommon && own.some((point) => point.work_lines.length + point.holidays.length > 0),
    },
    points: own,
  };
}

function isSame(a: Day, b: Day): boolean {
  return a.date === b.date && a.words === b.words;
}

/** What more than half of them say, if at least two do. */
function usual(words: string[]): string | null {
  const counts = new Map<string, number>();
  for (const one of words) counts.set(one, (counts.get(one) ?? 0) + 1);
  const [most = '', count = 0] = [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? [];
  return most !== '' && count > 1 && count * 2 > words.length ? most : null;
}
