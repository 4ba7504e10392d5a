import { useGot } from '../parts/got.ts';
import { PageLink } from '../parts/page-link.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { type DifferencesAnswer, keyOf, kinds, recordOf } from './calendar-words.ts';
import { whenWords } from './when.ts';

type Props = {
  branch: string;
  /** ISO with zone; null: none is chosen yet. */
  at: string | null;
  hasDrafts: boolean;
  /** With the drafts of this release alone. */
  release: number | null;
};

/** What is in force at the chosen moment and not now, and the other way round. */
export function Differences({ branch, at, hasDrafts, release }: Props) {
  const asked = new URLSearchParams({
    branch,
    at: at ?? '',
    drafts: hasDrafts ? 'yes' : 'no',
    ...(release !== null && { release: String(release) }),
  });
  const { data, error, refetch } = useGot<DifferencesAnswer>(`/api/admin/calendar/differences?${asked}`, {
    isOn: at !== null && branch !== '',
  });
  return (
    <section className="calendar-differences" aria-labelledby="differences">
      <h3 id="differences">Отличия от сегодня</h3>
      {at === null ? <p className="soft small">Выберите день: здесь будет, что в магазине изменится.</p> : null}
      {at !== null && error && !data ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
      {at !== null && !error && !data ? <Skeleton rows={3} /> : null}
      {at !== null && data ? (
        <>
          <Group title="Действует тогда, а сейчас нет" items={data.begin} />
          <Group title="Действует сейчас, а тогда нет" items={data.end} />
          {data.begin.length + data.end.length === 0 ? <p className="soft small">Всё как сегодня.</p> : null}
        </>
      ) : null}
    </section>
  );
}

/** So many are listed; the others stand in the calendar. */
const mostListed = 30;

function Group({ title, items }: { title: string; items: DifferencesAnswer['begin'] }) {
  if (items.length === 0) return null;
  const left = items.length - mostListed;
  return (
    <>
      <h4 className="small soft">
        {title}: <b className="num">{items.length}</b>
      </h4>
      <ul>
        {items.slice(0, mostListed).map((item) => {
          const { label, icon: Icon } = kinds[item.kind];
          return (
            <li key={keyOf(item)}>
              <Icon size={16} aria-hidden="true" />
              <div>
                <PageLink to={recordOf(item)}>
                  {label}: {item.title}
                </PageLink>
                <p className="soft small">
                  {whenWords(item)}
                  {item.is_draft ? ', черновик' : ''}
                </p>
              </div>
            </li>
          );
        })}
      </ul>
      {left > 0 ? <p className="soft small">И ещё {left}: они стоят в календаре.</p> : null}
    </>
  );
}
