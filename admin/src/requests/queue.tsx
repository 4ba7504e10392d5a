import { createContext, type ReactNode, useCallback, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { ListEnd } from '../parts/list-end.tsx';
import { OthersHere } from '../parts/others-here.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { type QueueChoice, useKeysAtOnce, useQueue, useQueueKeys } from './use-queue.ts';

/** The key that was pressed while the chosen one was loading: the field of this key takes the cursor as it comes. */
export const AwaitedKey = createContext<string | null>(null);

/** A field of the chosen one has got its first words (1), or lost the last of them (-1). */
export const Writing = createContext<(by: 1 | -1) => void>(() => {});

type Props<Item> = {
  label: string;
  /** /api/admin/… of the list. */
  path: string;
  /** Choices of the filter. The first one is meant by default. */
  choices: QueueChoice[];
  empty: string;
  /** What it is looked for by; without it the server looks for nothing. */
  search?: string;
  keyOf: (item: Item) => string;
  line: (item: Item) => ReactNode;
  /** The chosen one at the side, with what can be done. */
  detail: (item: Item) => ReactNode;
  /** By the key of the keyboard (`KeyA`): a button of the chosen one with this `data-key` is pressed. */
  help: string;
};

/** A queue at the left, the chosen one at the right; `J` and `K` go through it, letters decide. */
export function Queue<Item>({ label, path, choices, empty, search, keyOf, line, detail, help }: Props<Item>) {
  const queue = useQueue<Item>(path, choices, keyOf);
  const { place, onKeyDown } = useQueueKeys(queue, keyOf);
  useKeysAtOnce(place, queue.chosen && keyOf(queue.chosen));
  const { choice, items, chosen, to } = queue;
  const { data, error, refetch } = queue.list;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the whole queue; all of it can be pressed as well
    <div ref={place} className="request-queue" onKeyDown={onKeyDown}>
      <div className="request-list panel">
        {search ? (
          <div className="padded">
            <FilterText label={search} value={queue.q} onChange={(q) => to({ q, page: '', id: '' })} />
          </div>
        ) : null}
        <Choices
          choices={choices}
          chosen={choice?.value}
          choose={(value) => to({ state: value, q: '', page: '', id: '' })}
        />
        {error && !data ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
        {!error && !data ? <Skeleton rows={8} height={52} /> : null}
        {data && items.length === 0 ? <Empty title={queue.q ? 'Ничего не нашлось' : empty} /> : null}
        <ul aria-label={label}>
          {items.map((item) => (
            <li key={keyOf(item)}>
              <button
                type="button"
                aria-current={item === chosen ? 'true' : undefined}
                onClick={() => to({ id: keyOf(item) })}
              >
                {line(item)}
              </button>
            </li>
          ))}
        </ul>
        <Pages page={queue.page} next={data?.next ?? null} go={(page) => to({ page, id: '' })} />
        {data?.more ? <ListEnd /> : null}
        <p className="rows-foot soft small">{help}</p>
      </div>
      {chosen ? (
        <Chosen key={keyOf(chosen)} path={`${path.replace('/api/admin', '/requests')}/${keyOf(chosen)}`}>
          <AwaitedKey value={queue.awaited}>{detail(chosen)}</AwaitedKey>
        </Chosen>
      ) : null}
    </div>
  );
}

/** The chosen one; `path` names it to those who have it open as well, and whoever answers it is named here. */
function Chosen({ path, children }: { path: string; children: ReactNode }) {
  const [written, setWritten] = useState(0);
  const step = useCallback((by: 1 | -1) => setWritten((before) => before + by), []);
  return (
    <section className="panel onec-card" aria-label="Выбранное">
      <OthersHere path={path} isWriting={written > 0} />
      <Writing value={step}>{children}</Writing>
    </section>
  );
}

type ChoicesProps = { choices: QueueChoice[]; chosen: string | undefined; choose: (value: string) => void };

function Choices({ choices, chosen, choose }: ChoicesProps) {
  return (
    <fieldset className="chips padded">
      <legend className="hidden-words">Какие показать</legend>
      {choices.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          className="chip"
          aria-pressed={value === chosen}
          onClick={() => choose(value)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}

type PagesProps = { page: string; next: string | null; go: (page: string) => void };

/** To the page before and after; nothing when there is one alone. */
function Pages({ page, next, go }: PagesProps) {
  if (page === '1' && !next) return null;
  return (
    <p className="rows-foot">
      <Button size="small" disabled={page === '1'} onClick={() => go(String(Number(page) - 1))}>
        Назад
      </Button>
      <Button size="small" disabled={!next} onClick={() => go(next ?? '')}>
        Дальше
      </Button>
    </p>
  );
}
