import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import { mostHiddenColumns } from '#shared/admin-lists.ts';
import { useSession } from '../session/session.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import type { ListColumns } from './list-columns.ts';
import { Problem } from './problem.tsx';
import type { SavedViewsOf } from './saved-views.tsx';
import { useVerb } from './use-verb.ts';

type Props<Row> = { label: string; columns: ListColumns<Row>; views?: SavedViewsOf };

/** Opens the choice of a list's columns, and says how many of them are out of sight. */
export function ChooseColumns<Row>({ label, columns, views }: Props<Row>) {
  const [isOpen, setOpen] = useState(false);
  const { shown, free, fixed } = columns;
  const all = free.length + fixed.length;
  if (free.length === 0) return null;
  const words = shown.length === all ? 'Столбцы' : `Столбцы: ${shown.length} из ${all}`;
  return (
    <>
      <Button
        size="small"
        className="choose-columns"
        icon={<Columns3 size={14} aria-hidden="true" />}
        aria-label={`${words}. ${label}`}
        onClick={() => setOpen(true)}
      >
        {words}
      </Button>
      {isOpen ? <ColumnsDialog columns={columns} {...(views && { views })} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

type DialogProps<Row> = Omit<Props<Row>, 'label'> & { onClose: () => void };

function ColumnsDialog<Row>({ columns: { name, hidden, free, fixed }, views, onClose }: DialogProps<Row>) {
  const session = useSession();
  const [away, setAway] = useState<ReadonlySet<string>>(() => new Set(hidden));
  // A column that is not here today, say of another branch, stays as it was chosen.
  const next = [...away].slice(-mostHiddenColumns);
  const view = views?.shown ?? null;
  const verb = useVerb(async () => {
    if (view) await views?.reload();
    else session.noteHiddenColumns(name, next);
    onClose();
  });

  function toggle(key: string) {
    const changed = new Set(away);
    if (!changed.delete(key)) changed.add(key);
    setAway(changed);
  }

  function save() {
    if (view && views)
      verb.run('/api/admin/views', { path: views.path, search: view.search, name: view.name, hidden: next });
    else verb.run(`/api/admin/columns/${name}`, { hidden: next }, 'PUT');
  }

  return (
    <Dialog title={view ? `Столбцы отбора «${view.name}»` : 'Столбцы списка'} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <ul className="column-choices" aria-label="Столбцы">
          {free.map(({ key, label }) => (
            <li key={key}>
              <label className="check">
                <input type="checkbox" checked={!away.has(key)} onChange={() => toggle(key)} />
                {label}
              </label>
            </li>
          ))}
        </ul>
        <p className="soft small">Всегда видно: {fixed.map(({ label }) => label).join(', ')}</p>
        <Problem words={verb.problem} />
        <div className="form-actions">
          <Button
            onClick={() => setAway(new Set([...away].filter((key) => !free.some((column) => column.key === key))))}
          >
            Показать все
          </Button>
          <Button kind="primary" type="submit" isBusy={verb.isBusy}>
            Сохранить
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
