import '../styles/quality.css';
import { useQuery } from '@tanstack/react-query';
import { countOf, formatCount } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { usePaused } from '../parts/use-paused.ts';
import { RequestError, request } from '../request.ts';
import type { RuleDraft } from './search-types.ts';

type Change = {
  before: number | null;
  after: number | null;
  changed: { words: string; before: number; after: number }[];
};
type Props = {
  /** null: all branches, measured in the main one. */
  branch: string | null;
  /** A rule that is not saved yet; null: it is not whole. */
  add?: RuleDraft | null;
  remove?: { kind: string; id: number };
};

/** Every judged query is searched for twice: not at each letter. */
const pauseMs = 700;
/** So many queries are named; the others are counted. */
const named = 6;

/** What a rule, or its removal, does to the judged queries; nothing while there are none or no answer changes. */
export function QualityChange({ branch, add, remove }: Props) {
  const change = { department_id_1c: branch ?? undefined, add: add ?? undefined, remove };
  const asked = usePaused(add || remove ? JSON.stringify(change) : '', pauseMs);
  const { data } = useQuery({
    queryKey: ['quality-change', asked],
    queryFn: ({ signal }) =>
      request<Change>('/api/admin/judged-queries/compare', { method: 'POST', body: JSON.parse(asked), signal }).then(
        ({ body }) => body,
      ),
    enabled: asked !== '',
    retry: false,
  });
  if (!data || data.changed.length === 0) return null;
  return (
    <section className="quality-change" aria-label="Проверочные запросы">
      <h3>Проверочные запросы</h3>
      <p>
        Качество поиска: <FromTo before={data.before ?? 0} after={data.after ?? 0} />
      </p>
      <ChangedQueries changed={data.changed} />
    </section>
  );
}

/** The server holds a rule, or a release, that lowers the quality: what gets worse, and doing it nevertheless. */
export function HeldRule(props: { error: unknown; words: string; isBusy: boolean; onAccept: () => void }) {
  const { error, words, isBusy, onAccept } = props;
  if (!isHeld(error)) return null;
  /** Of a release the sentence names the branches instead. */
  const changed = error.details.changed as Change['changed'] | undefined;
  return (
    <div className="note quality-held" role="alert">
      <p>{error.message}. Всё равно?</p>
      {changed ? <ChangedQueries changed={changed} /> : null}
      <p>
        <Button size="small" kind="danger" isBusy={isBusy} onClick={onAccept}>
          {words}
        </Button>
      </p>
    </div>
  );
}

/** It was not done because the judged queries would be answered worse. */
export function isHeld(error: unknown): error is RequestError {
  return error instanceof RequestError && error.code === 'quality_falls';
}

function ChangedQueries({ changed }: Pick<Change, 'changed'>) {
  return (
    <>
      <ul className="changed-queries">
        {changed.slice(0, named).map(({ words, before, after }) => (
          <li key={words}>
            «{words}» <FromTo before={before} after={after} />
          </li>
        ))}
      </ul>
      {changed.length > named ? (
        <p className="soft small">{`и ещё ${countOf(changed.length - named, 'запрос', 'запроса', 'запросов')}`}</p>
      ) : null}
    </>
  );
}

function FromTo({ before, after }: { before: number; after: number }) {
  return (
    <span className="num">
      {formatCount(before)} → <b className={after < before ? 'bad' : 'good'}>{formatCount(after)}</b>
    </span>
  );
}
