import { Bookmark, X } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { type Got, useGot } from './got.ts';
import { Problem } from './problem.tsx';
import { useVerb } from './use-verb.ts';

type Views = Got<'/api/admin/views'>;

/** Of the address, what a filter under a name brings back: not the page, and not the branch that is chosen above. */
function filterOf(search: URLSearchParams): string {
  const kept = new URLSearchParams(search);
  for (const name of ['page', 'branch']) kept.delete(name);
  return kept.toString();
}

/** Filters that the person has kept for this screen, and keeping the present one. */
export function SavedViews({ isFiltered }: { isFiltered: boolean }) {
  const { pathname } = useLocation();
  const [search, setSearch] = useSearchParams();
  const path = encodeURIComponent(pathname);
  const { data, refetch } = useGot<Views>(`/api/admin/views?path=${path}`);
  const [isNaming, setNaming] = useState(false);
  const remove = useVerb(() => void refetch());
  const views = data?.items ?? [];
  const now = filterOf(search);
  const isKept = views.some((view) => view.search === now);
  if (views.length === 0 && !isFiltered) return null;

  function show(view: Views['items'][number]) {
    const next = new URLSearchParams(view.search);
    const branch = search.get('branch');
    if (branch) next.set('branch', branch);
    setSearch(next);
  }

  return (
    <div className="views">
      {views.map((view) => (
        <span key={view.id} className="view">
          <button type="button" className="chip" aria-pressed={view.search === now} onClick={() => show(view)}>
            {view.name}
          </button>
          {view.search === now ? (
            <button
              type="button"
              className="icon-button"
              aria-label={`Удалить отбор «${view.name}»`}
              onClick={() => remove.run(`/api/admin/views/${view.id}`, undefined, 'DELETE')}
            >
              <X size={14} aria-hidden="true" />
            </button>
          ) : null}
        </span>
      ))}
      {isFiltered && !isKept ? (
        <Button size="small" icon={<Bookmark size={14} aria-hidden="true" />} onClick={() => setNaming(true)}>
          Сохранить отбор
        </Button>
      ) : null}
      <Problem words={remove.problem} />
      {isNaming ? (
        <NameDialog
          path={pathname}
          search={now}
          onClose={() => {
            setNaming(false);
            void refetch();
          }}
        />
      ) : null}
    </div>
  );
}

function NameDialog({ path, search, onClose }: { path: string; search: string; onClose: () => void }) {
  const [name, setName] = useState('');
  const verb = useVerb(onClose);
  return (
    <Dialog title="Сохранить отбор" onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          verb.run('/api/admin/views', { path, search, name });
        }}
      >
        <Field label="Название" hint="Видно только вам, над этим списком" error={verb.fields.name}>
          {(given) => (
            <input
              {...given}
              autoComplete="off"
              maxLength={60}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <Problem words={verb.fields.name ? null : verb.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" isBusy={verb.isBusy}>
            Сохранить
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
