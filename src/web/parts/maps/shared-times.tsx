import './shared-times.css';
import type { CommonTimes } from '#shared/common-times.ts';

/** Hours and holidays that most points share; nothing where they share none. `level`: of its heading. */
export function SharedTimes({ times, level }: { times: CommonTimes; level: 2 | 3 }) {
  const { work_lines, holidays, is_not_all } = times;
  if (work_lines.length + holidays.length === 0) return null;
  const Heading = `h${level}` as const;
  return (
    <section className="panel panel--quiet times" aria-labelledby="times-title">
      <div>
        <Heading id="times-title" className="h3">
          {work_lines.length > 0 ? 'Часы работы' : 'В праздники'}
        </Heading>
        {work_lines.map((line) => (
          <span key={line} className="line num">
            {line}
          </span>
        ))}
        {is_not_all ? <p className="small soft">Другие часы указаны у пункта.</p> : null}
      </div>
      {holidays.length > 0 ? (
        <ul className="small" aria-label="В праздничные дни">
          {holidays.map(({ date, words }) => (
            <li key={date}>
              <span className="num">{date}</span> — {words}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
