import { useQueryClient } from '@tanstack/react-query';
import { ArrowRight, History, Undo2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { paths } from '../api-types.ts';
import { Button } from '../parts/button.tsx';
import { LoadMore } from '../parts/cursor-list.tsx';
import { shortMoment } from '../parts/moments.ts';
import { PageLink } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useCursorList } from '../parts/use-cursor-list.ts';
import { useVerb } from '../parts/use-verb.ts';
import { shownValue, wordOf } from '../record/values.ts';
import { useSections } from '../shell/use-sections.ts';
import { useFieldWords } from './field-words.ts';
import { placeOf, resourceWords } from './record-places.ts';

type Answer = paths['/api/admin/audit']['get']['responses'][200]['content']['application/json'];
export type AuditLine = Answer['items'][number];

/** What lines are asked for by; as the server's filter names it. */
export type AuditFilter = Partial<Record<'staff_user_id' | 'record_id' | 'from' | 'to' | 'q', string | undefined>> & {
  resource?: string | readonly string[] | undefined;
};

type Props = {
  filter: AuditFilter;
  /** Said when there are no lines. */
  empty: React.ReactNode;
  /** The lines are of several records: each says of which, and leads to it. */
  namesRecords?: boolean;
};

const linesOfPage = 50;

/** Lines of the audit log, newest first; more of them come as the end comes into sight. */
export function AuditLines({ filter, empty, namesRecords = false }: Props) {
  const list = useCursorList<AuditLine>('/api/admin/audit', filter, { perPage: linesOfPage });
  const { rows: lines, error, isStale, hasMore, isLoadingMore, loadMore, retry } = list;
  const end = useInSight(() => {
    if (hasMore && !isLoadingMore && !error) loadMore();
  });

  if (error && !lines) return <LoadFailure error={error} retry={retry} />;
  if (!lines) return <Skeleton rows={10} />;
  if (lines.length === 0) return empty;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section className="table-scroll" aria-label="Изменения" tabIndex={0}>
      <table className={`records journal${isStale ? ' stale' : ''}`} aria-busy={isStale}>
        <thead>
          <tr>
            <th scope="col">Когда</th>
            <th scope="col">Кто</th>
            <th scope="col">Что: было → стало</th>
            {namesRecords ? <th scope="col">Запись</th> : null}
            <th scope="col" className="journal-from">
              Откуда
            </th>
          </tr>
        </thead>
        <tbody data-rows>
          {lines.map((line) => (
            <Line key={line.id} line={line} namesRecord={namesRecords} />
          ))}
        </tbody>
      </table>
      <div ref={end}>
        <LoadMore list={list} />
        {hasMore ? null : <p className="list-end soft small">Это начало журнала</p>}
      </div>
    </section>
  );
}

function Line({ line, namesRecord }: { line: AuditLine; namesRecord: boolean }) {
  const queries = useQueryClient();
  const undo = useVerb(() => void queries.invalidateQueries());
  const { at, who, words, address, undo_of: undoOf, undone_by: undoneBy, can_be_undone: canBeUndone } = line;
  return (
    <tr tabIndex={-1}>
      <td className="num">
        <time dateTime={at}>{shortMoment(at)}</time>
      </td>
      <td>{who}</td>
      <td>
        <div className="journal-what">
          <div>
            {words}
            {undoneBy === null ? null : <Tag tone="outline">отменено</Tag>}
            {undoOf === null ? null : <Tag tone="info">отмена</Tag>}
          </div>
          {canBeUndone ? (
            <Button
              kind="quiet"
              size="small"
              icon={<Undo2 size={14} aria-hidden="true" />}
              aria-label={`Вернуть как было: ${words}`}
              isBusy={undo.isBusy}
              onClick={() => undo.run(`/api/admin/audit/${line.id}/undo`)}
            >
              Вернуть
            </Button>
          ) : null}
        </div>
        <Differences line={line} />
        <Problem words={undo.problem} />
      </td>
      {namesRecord ? (
        <td>
          <RecordOf line={line} />
        </td>
      ) : null}
      <td className="journal-from soft num">{address ?? '—'}</td>
    </tr>
  );
}

/** What the line is about: its screen, where the person may see it, and all that was ever changed there. */
function RecordOf({ line }: { line: AuditLine }) {
  const { resource, record_id: record, words } = line;
  const sections = useSections();
  const place = placeOf(line);
  const isOpen = place !== null && sections.some(({ path }) => place === path || place.startsWith(`${path}/`));
  const kind = resourceWords[resource] ?? resource;
  return (
    <span className="journal-record">
      {isOpen ? (
        <PageLink to={place} aria-label={`${kind}: открыть, ${words}`}>
          {kind}
        </PageLink>
      ) : (
        kind
      )}
      {record === null ? null : (
        <PageLink
          className="icon-button"
          to={`/journal?${new URLSearchParams({ kind: resource, record })}`}
          aria-label={`Все изменения этой записи: ${words}`}
          title="Все изменения этой записи"
        >
          <History size={14} aria-hidden="true" />
        </PageLink>
      )}
    </span>
  );
}

function Differences({ line: { resource, before, after } }: { line: AuditLine }) {
  const words = useFieldWords()[resource] ?? {};
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => words[name] !== null,
  );
  if (names.length === 0) return null;
  return (
    <ul className="journal-fields">
      {names.map((name) => (
        <li key={name}>
          <span className="soft">{wordOf(words, name)}: </span>
          {before ? (
            <>
              <s className="soft">{shownValue(words, name, before[name])}</s>
              <ArrowRight size={12} role="img" aria-label="стало" />
            </>
          ) : null}
          {after && name in after ? shownValue(words, name, after[name]) : null}
        </li>
      ))}
    </ul>
  );
}

/** Calls `act` whenever the node comes into sight. */
function useInSight(act: () => void) {
  const node = useRef<HTMLDivElement>(null);
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    if (!node.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) latest.current();
    });
    observer.observe(node.current);
    return () => observer.disconnect();
  });
  return node;
}
