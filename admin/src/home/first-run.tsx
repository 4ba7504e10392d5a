import { formatCount } from '#shared/plurals.ts';
import { PageLink } from '../parts/page-link.tsx';
import { useCan } from '../session/session.ts';
import { useFirstRun } from '../start/use-first-run.ts';

/** How far the shop is from opening, until it is open; for those who may open it. */
export function FirstRunNote() {
  const { data } = useFirstRun(useCan('settings.write'));
  if (!data?.is_shown) return null;
  const { steps } = data;
  const done = steps.filter(({ state }) => state !== 'todo').length;
  const next = steps.find(({ state }) => state === 'todo');
  return (
    <section className="panel first-run" aria-labelledby="first-run">
      <div>
        <h2 id="first-run">Первый запуск</h2>
        <p className="soft">
          Пройдено {formatCount(done)} из {formatCount(steps.length)}
          {next ? `. Дальше: «${next.title}»` : ''}
        </p>
      </div>
      <progress value={done} max={steps.length} aria-labelledby="first-run" />
      <PageLink to="/start" className="btn">
        Продолжить
      </PageLink>
    </section>
  );
}
