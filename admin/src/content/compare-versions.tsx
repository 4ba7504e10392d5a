import { useMemo, useState } from 'react';
import { readTree, wordsOf } from '../editor/html-tree.ts';
import { diffWords } from '../editor/word-diff.ts';
import { useBranchName } from '../parts/branch-choice.tsx';
import { Field } from '../parts/field.tsx';
import { useGot } from '../parts/got.ts';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import type { PageRecord, VersionRecord } from './content-types.ts';
import { pageStates } from './content-words.ts';

/** Another version of the same page beside this one: what was taken out, what was put in. */
export function CompareVersions({ version }: { version: VersionRecord }) {
  const page = useGot<PageRecord>(`/api/admin/pages/${version.slug}`);
  const others = page.data?.versions.filter(({ id }) => id !== version.id) ?? [];
  const [chosen, setChosen] = useState<number | null>(null);
  const shown = others.find(({ state }) => state === 'shown') ?? others[0];
  const id = chosen ?? shown?.id ?? 0;
  const other = useGot<VersionRecord>(`/api/admin/page-versions/${id}`, { isOn: id > 0 });
  const nameOf = useBranchName();
  const error = page.error ?? other.error;
  const retry = () => {
    if (page.error) void page.refetch();
    if (other.error) void other.refetch();
  };
  if (error) return <LoadFailure error={error} retry={retry} />;
  if (page.data && others.length === 0)
    return (
      <div className="panel">
        <Empty title="Сравнивать не с чем">Это единственная редакция страницы.</Empty>
      </div>
    );
  if (!page.data || !other.data) return <Skeleton rows={8} />;
  return (
    <div className="panel form-panel">
      <Field label="Сравнить с">
        {(given) => (
          <select {...given} value={id} onChange={({ target }) => setChosen(Number(target.value))}>
            {others.map(({ id, version, state, department_id_1c: branch }) => (
              <option key={id} value={id}>
                {`редакция ${version}, ${nameOf(branch)}, ${pageStates[state].label.toLowerCase()}`}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Differences was={other.data} is={version} />
    </div>
  );
}

function Differences({ was, is }: { was: VersionRecord; is: VersionRecord }) {
  const parts = useMemo(() => diffWords(readable(was), readable(is)), [was, is]);
  const isSame = parts.every(({ kind }) => kind === 'same');
  return (
    <>
      <p className="soft">
        {isSame ? (
          'Слова в обеих редакциях одни и те же.'
        ) : (
          <>
            <del>Так отмечено то, что было в редакции {was.version}</del>, <ins>так — то, что появилось в этой</ins>.
          </>
        )}
      </p>
      <div className="differences">
        {parts.map(({ kind, text }, at) => {
          const Kind = kind === 'was' ? 'del' : kind === 'is' ? 'ins' : 'span';
          // biome-ignore lint/suspicious/noArrayIndexKey: runs of words have no names
          return <Kind key={at}>{text}</Kind>;
        })}
      </div>
    </>
  );
}

function readable({ title, html }: VersionRecord): string {
  const words = wordsOf(readTree(html) ?? [html]);
  return `${title}\n\n${words}`
    .replaceAll('\u00a0', ' ')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
