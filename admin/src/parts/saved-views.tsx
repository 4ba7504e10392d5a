import { Bookmark, Users, X } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useCan } from '../session/session.ts';
import { roleWords } from '../staff/role-words.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { FilterChips } from './filter-chips.tsx';
import { type Got, useGot } from './got.ts';
import { Problem } from './problem.tsx';
import { useVerb } from './use-verb.ts';

type Role = keyof typeof roleWords;
export type SavedView = Got<'/api/admin/views'>['items'][number];

export type SavedViewsOf = {
  /** The screen, as the filters are stored by. */
  path: string;
  /** Of the address, what a filter under a name brings back. */
  search: string;
  items: readonly SavedView[];
  /** The one that the address shows now. */
  shown: SavedView | null;
  /** Nothing has come yet. */
  isLoading: boolean;
  reload: () => Promise<unknown>;
};

/** Of the address, what a filter under a name brings back: not the page, and not the branch that is chosen above. */
function filterOf(search: URLSearchParams): string {
  const kept = new URLSearchParams(search);
  for (const name of ['page', 'branch']) kept.delete(name);
  return kept.toString();
}

/** Filters that the person has kept for this screen; `isOn`: false reads none. */
export function useSavedViews(isOn: boolean): SavedViewsOf {
  const { pathname: path } = useLocation();
  const search = filterOf(useSearchParams()[0]);
  const read = useGot<Got<'/api/admin/views'>>(`/api/admin/views?path=${encodeURIComponent(path)}`, { isOn });
  const items = read.data?.items ?? [];
  const shown = items.find((view) => view.search === search) ?? null;
  return { path, search, items, shown, isLoading: read.isLoading, reload: read.refetch };
}

type Props = { views: SavedViewsOf; isFiltered: boolean; hidden: readonly string[] };

/** Filters that the person has kept for this screen, and keeping the present one with the columns in sight. */
export function SavedViews({ views, isFiltered, hidden }: Props) {
  const [search, setSearch] = useSearchParams();
  const [isNaming, setNaming] = useState(false);
  const remove = useVerb(() => void views.reload());
  if (views.items.length === 0 && !isFiltered) return null;

  function show(view: SavedView) {
    const next = new URLSearchParams(view.search);
    const branch = search.get('branch');
    if (branch) next.set('branch', branch);
    setSearch(next);
  }

  return (
    <div className="views">
      {views.items.map((view) => (
        <span key={view.id} className="view">
          <button type="button" className="chip" aria-pressed={view === views.shown} onClick={() => show(view)}>
            {view.name}
            {view.roles ? <Users size={12} aria-label="Общий для ролей" /> : null}
          </button>
          {view === views.shown && view.may_remove ? (
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
      {isFiltered && !views.shown ? (
        <Button size="small" icon={<Bookmark size={14} aria-hidden="true" />} onClick={() => setNaming(true)}>
          Сохранить отбор
        </Button>
      ) : null}
      <Problem words={remove.problem} />
      {isNaming ? (
        <NameDialog
          views={views}
          hidden={hidden}
          onClose={() => {
            setNaming(false);
            void views.reload();
          }}
        />
      ) : null}
    </div>
  );
}

type NameProps = { views: SavedViewsOf; hidden: readonly string[]; onClose: () => void };

function NameDialog({ views: { path, search }, hidden, onClose }: NameProps) {
  const [name, setName] = useState('');
  const [roles, setRoles] = useState<Role[]>([]);
  const mayShare = useCan('staff.manage');
  const verb = useVerb(onClose);
  return (
    <Dialog title="Сохранить отбор" onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          verb.run('/api/admin/views', { path, search, name, hidden, roles: roles.length > 0 ? roles : null });
        }}
      >
        <Field
          label="Название"
          hint={`${roles.length > 0 ? 'Кнопка' : 'Видно только вам, кнопка'} над этим списком. Столбцы запомнятся вместе с ним`}
          error={verb.fields.name}
        >
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
        {mayShare ? <p className="soft small">Кому ещё показать: всем, у кого эта роль</p> : null}
        {mayShare ? (
          <FilterChips
            label="Кому ещё показать"
            choices={Object.entries(roleWords).map(([value, label]) => ({ value, label }))}
            chosen={roles}
            onChange={(chosen) => setRoles(chosen as Role[])} // choices are the roles themselves
          />
        ) : null}
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
