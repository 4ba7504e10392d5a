import { formatCount } from '#shared/plurals.ts';
import { type Got, useGot } from '../parts/got.ts';
import { shortMoment } from '../parts/moments.ts';
import { type Column, RecordTable } from '../parts/record-table.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag, type Tone } from '../parts/tag.tsx';
import { OutgoingHeld } from './outgoing-held.tsx';

type Timetable = Got<'/api/admin/timetable'>;
type Task = Timetable['items'][number];

const states: Record<Task['state'], { tone: Tone; words: string }> = {
  never: { tone: 'plain', words: 'ещё не было' },
  running: { tone: 'info', words: 'идёт' },
  cut: { tone: 'warn', words: 'началось и не закончилось' },
  done: { tone: 'good', words: 'получилось' },
  failed: { tone: 'bad', words: 'не удалось' },
  held: { tone: 'plain', words: 'приостановлено' },
};

const columns: Column<Task>[] = [
  {
    key: 'words',
    label: 'Что делает и как часто',
    render: ({ words, how_often: often }) => (
      <>
        {words}
        <small className="soft">{often}</small>
      </>
    ),
  },
  {
    key: 'last',
    label: 'Последний запуск',
    render: ({ started_at: at, took_ms: took }) => (
      <span className="num">
        {at ? shortMoment(at) : '—'}
        {took === null ? null : <small className="soft">за {tookWords(took)}</small>}
      </span>
    ),
  },
  { key: 'state', label: 'Чем кончился', render: (task) => <Outcome {...task} /> },
  {
    key: 'next',
    label: 'Следующий',
    render: ({ state, next_at: at }) => (state === 'held' ? '—' : <span className="num">{shortMoment(at)}</span>),
  },
];

/** What comes round by the clock: how often, how it went, when it comes again. */
export function TimetablePanel({ everyMs }: { everyMs: number }) {
  const { data, error, refetch } = useGot<Timetable>('/api/admin/timetable', { every: everyMs });
  return (
    <section className="panel timetable" aria-labelledby="timetable">
      <div className="panel-head">
        <h2 id="timetable">По расписанию</h2>
        {data ? <WorkerTag isAlive={data.is_worker_alive} /> : null}
      </div>
      {data && !data.is_worker_alive ? (
        <p className="note note-bad timetable-note">
          Обработчик заданий не запущен: ни письма, ни чеки, ни расписание не идут. Запустите магазин снова, а если не
          помогло, смотрите его лог.
        </p>
      ) : null}
      {data?.is_held ? <OutgoingHeld /> : null}
      {error && !data ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
      {!error && !data ? <Skeleton rows={8} /> : null}
      {data?.items.length === 0 ? (
        <Empty title="Расписания ещё нет">Оно появится, когда обработчик заданий запустится в первый раз.</Empty>
      ) : null}
      {data && data.items.length > 0 ? (
        <RecordTable
          label="Расписание"
          rows={data.items}
          columns={columns}
          keyOf={({ id }) => id}
          toneOf={({ state, is_late: isLate }) =>
            isLate || state === 'failed' ? 'bad' : state === 'cut' ? 'warn' : null
          }
        />
      ) : null}
    </section>
  );
}

function WorkerTag({ isAlive }: { isAlive: boolean }) {
  return <Tag tone={isAlive ? 'good' : 'bad'}>{isAlive ? 'обработчик работает' : 'обработчик не запущен'}</Tag>;
}

function Outcome({ state, error, is_late: isLate }: Task) {
  const { tone, words } = states[state];
  return (
    <>
      <Tag tone={tone}>{words}</Tag> {isLate ? <Tag tone="bad">опаздывает</Tag> : null}
      {error ? (
        <details className="job-error">
          <summary className="cell-cut">{error.split('\n')[0]}</summary>
          <pre>{error}</pre>
        </details>
      ) : null}
    </>
  );
}

function tookWords(ms: number): string {
  if (ms < 60_000) return `${formatCount(Math.max(1, Math.round(ms / 100)) / 10)} с`;
  return `${formatCount(Math.floor(ms / 60_000))} мин ${Math.floor((ms % 60_000) / 1_000)} с`;
}
