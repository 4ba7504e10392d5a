import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useBranchName } from '../parts/branch-choice.tsx';
import { Button } from '../parts/button.tsx';
import { FilterChips } from '../parts/filter-chips.tsx';
import { useGot } from '../parts/got.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { UndoNote } from '../parts/undo-note.tsx';
import { CalendarTabs } from './calendar-tabs.tsx';
import { type CalendarAnswer, type CalendarItem, keyOf, kinds } from './calendar-words.ts';
import { Collisions } from './collisions.tsx';
import { ItemsList } from './items-list.tsx';
import { LookPanel } from './look-panel.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { monthOf, monthsIn, spans, today, useSpan } from './span.ts';
import { Timeline } from './timeline.tsx';
import { useIsNarrow } from './use-is-narrow.ts';
import { useMoves } from './use-moves.ts';

/** Whatever has dates over a span of months, where it collides, and the shop at any day of it. */
export function CalendarPage() {
  const [search, setSearch] = useSearchParams();
  const { span, setSpan, move } = useSpan();
  const branch = search.get('branch');
  const scope = branch ? `&branch=${encodeURIComponent(branch)}` : '';
  const { data, error, refetch } = useGot<CalendarAnswer>(
    `/api/admin/calendar?from=${span.from}&to=${span.to}${scope}`,
  );
  const chosen = search.getAll('kind');
  const isNarrow = useIsNarrow();
  const isList = search.get('view') === 'list' || (search.get('view') === null && isNarrow);
  const whoseOf = useWhose();

  function change(edit: (next: URLSearchParams) => void) {
    const next = new URLSearchParams(window.location.search);
    edit(next);
    setSearch(next);
  }

  const first = monthsIn(span)[0]?.label ?? '';
  return (
    <PageFrame
      title="Календарь"
      beside={
        <>
          <CalendarTabs />
          <fieldset className="segments">
            <legend className="hidden-words">Сколько показать</legend>
            {spans.map(({ key, label }) => (
              <button
                key={key}
                type="button"
                aria-pressed={key === span.key}
                onClick={() => setSpan(key, key === 'year' ? `${span.from.slice(0, 4)}-01-01` : span.from)}
              >
                {label}
              </button>
            ))}
          </fieldset>
          <fieldset className="segments">
            <legend className="hidden-words">Вид</legend>
            {[
              { key: 'bars', label: 'Полосы' },
              { key: 'list', label: 'Список' },
            ].map(({ key, label }) => (
              <button
                key={key}
                type="button"
                aria-pressed={isList === (key === 'list')}
                onClick={() => change((next) => next.set('view', key))}
              >
                {label}
              </button>
            ))}
          </fieldset>
        </>
      }
      actions={
        <>
          <PageLink to={`/calendar/copy?from=${yearBefore(span.from)}&to=${yearBefore(span.to)}`} className="btn">
            Повторить прошлый год
          </PageLink>
          <Button
            icon={<ChevronLeft size={16} aria-hidden="true" />}
            aria-label="Раньше"
            title="Раньше"
            onClick={() => move(-1)}
          />
          <Button onClick={() => setSpan(span.key, monthOf(today()))}>Сегодня</Button>
          <Button
            icon={<ChevronRight size={16} aria-hidden="true" />}
            aria-label="Позже"
            title="Позже"
            onClick={() => move(1)}
          />
        </>
      }
    >
      {error && !data ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
      {!error && !data ? <Skeleton rows={10} /> : null}
      {data ? (
        <Loaded
          data={data}
          span={span}
          chosen={chosen}
          isList={isList}
          whoseOf={whoseOf}
          first={first}
          choose={(wanted) =>
            change((next) => {
              next.delete('kind');
              for (const kind of wanted) next.append('kind', kind);
            })
          }
        />
      ) : null}
    </PageFrame>
  );
}

type LoadedProps = {
  data: CalendarAnswer;
  span: ReturnType<typeof useSpan>['span'];
  chosen: string[];
  choose: (kinds: string[]) => void;
  isList: boolean;
  whoseOf: (item: CalendarItem) => string;
  /** The month and the year that the span begins with. */
  first: string;
};

function Loaded({ data, span, chosen, choose, isList, whoseOf, first }: LoadedProps) {
  const moves = useMoves();
  const { moving, isBusy } = moves;
  const [askedKey, setAskedKey] = useState<string | null>(null);
  // As it was read last: after a conflict the dialog holds the dates that somebody else has set.
  const asked = data.items.find((item) => keyOf(item) === askedKey);
  const ask = (item: CalendarItem) => setAskedKey(keyOf(item));
  const shown = data.kinds.filter((kind) => chosen.length === 0 || chosen.includes(kind));
  const items = data.items
    .filter(({ kind }) => shown.includes(kind))
    .map((item) => (moving?.key === keyOf(item) ? { ...item, ...moving.dates } : item));
  const colliding = new Set(data.collisions.flatMap(({ things }) => things.map(({ kind, id }) => `${kind} ${id}`)));
  return (
    <>
      <FilterChips
        label="Вид"
        choices={data.kinds
          .map((kind) => ({
            value: kind,
            label: kinds[kind].label,
            count: data.items.filter((item) => item.kind === kind).length,
          }))
          .filter(({ value, count }) => count > 0 || chosen.includes(value))}
        chosen={chosen}
        onChange={choose}
      />
      <div className="calendar">
        <div className="calendar-main">
          <section className="panel" aria-label={`Что показываем, ${first.toLowerCase()}`}>
            {items.length === 0 ? (
              <Empty
                title={chosen.length > 0 ? 'Ничего не подошло' : 'В эти дни планов нет'}
                action={chosen.length > 0 ? <Button onClick={() => choose([])}>Показать все виды</Button> : null}
              >
                {chosen.length > 0 ? null : 'Здесь появится всё, у чего есть даты: оформление, слайды, акции, купоны.'}
              </Empty>
            ) : isList ? (
              <ItemsList items={items} colliding={colliding} whoseOf={whoseOf} onAsk={ask} />
            ) : (
              <Timeline
                span={span}
                shown={shown}
                items={items}
                colliding={colliding}
                whoseOf={whoseOf}
                isBusy={isBusy}
                onMove={(item, dates) => void moves.move(item, dates)}
                onAsk={ask}
              />
            )}
          </section>
          <Collisions collisions={data.collisions} />
          <MovedNote {...moves} isDialog={asked !== undefined} />
        </div>
        <LookPanel />
      </div>
      {asked ? (
        <MoveDialog
          item={asked}
          isBusy={isBusy}
          move={moves.move}
          onClose={() => {
            moves.forgetFailure();
            setAskedKey(null);
          }}
        />
      ) : null}
    </>
  );
}

type MovedProps = Pick<ReturnType<typeof useMoves>, 'done' | 'failure' | 'isBusy' | 'undo' | 'forget'> & {
  /** The dialog tells of a failure itself. */
  isDialog: boolean;
};

/** What was moved last, with its undoing, or why it was not: in sight wherever the page is scrolled to. */
function MovedNote({ done, failure, isBusy, undo, forget, isDialog }: MovedProps) {
  return (
    <div className="calendar-moved">
      {failure && !isDialog ? <Problem words={failure} /> : null}
      {done ? <UndoNote words={done.words} isBusy={isBusy} onUndo={() => void undo()} onOver={forget} /> : null}
    </div>
  );
}

/** The same day of the year before; every span begins with a month. */
function yearBefore(day: string): string {
  return `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
}

/** Whose a record is: all branches, or theirs by name while they are few. */
function useWhose(): (item: CalendarItem) => string {
  const nameOf = useBranchName();
  return ({ branches }) => {
    if (branches === null) return 'все филиалы';
    return branches.length > 3 ? `филиалов: ${branches.length}` : branches.map(nameOf).join(', ') || 'вне филиалов';
  };
}
