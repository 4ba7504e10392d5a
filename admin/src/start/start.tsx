import '../styles/start.css';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { FirstRunSteps } from './first-run-steps.tsx';
import { useFirstRun } from './use-first-run.ts';

/** The guide from the demonstration to a shop of one's own. */
export default function Start() {
  const { data, error, refetch } = useFirstRun();
  const done = data?.steps.filter(({ state }) => state !== 'todo').length ?? 0;
  return (
    <PageFrame
      title="Первый запуск"
      beside={data?.is_shown ? <Tag tone="outline">{`пройдено ${done} из ${data.steps.length}`}</Tag> : null}
    >
      {error && !data ? (
        <div className="panel">
          <LoadFailure error={error} retry={() => void refetch()} />
        </div>
      ) : null}
      {!error && !data ? (
        <div className="panel">
          <Skeleton rows={11} height={52} />
        </div>
      ) : null}
      {data && !data.is_shown ? (
        <div className="panel">
          <Empty title="Первый запуск закончен" action={<PageLink to="/home">На главную</PageLink>}>
            Магазин открыт. Всё, что было в шагах, меняется в своих разделах.
          </Empty>
        </div>
      ) : null}
      {data?.is_shown ? (
        <>
          <p className="soft start-lead">
            Шаги проверяются по тому, что есть в магазине, а не по отметкам: исправили на своём экране — шаг пройден.
            Порядок можно менять, лишнее — отложить.
          </p>
          <FirstRunSteps steps={data.steps} />
        </>
      ) : null}
    </PageFrame>
  );
}
