import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import type { SheetColumn } from './sheet-file.ts';

type Props = {
  choices: readonly SheetColumn[];
  chosen: readonly string[];
  choose: (fields: string[]) => void;
  onClose: () => void;
};

/** As many as one call asks for. */
const mostColumns = 60;

/** Which columns the sheet has, in the order of a product's page. */
export function ColumnsDialog({ choices, chosen, choose, onClose }: Props) {
  const [fields, setFields] = useState<ReadonlySet<string>>(new Set(chosen));
  const [part, setPart] = useState('');
  const isFound = ({ heading }: SheetColumn) => heading.toLowerCase().includes(part.trim().toLowerCase());
  const found = choices.filter(isFound);

  function toggle(field: string) {
    const next = new Set(fields);
    if (!next.delete(field)) next.add(field);
    setFields(next);
  }

  return (
    <Dialog title="Столбцы листа" onClose={onClose}>
      <div className="form">
        <input
          type="search"
          className="sheet-input"
          aria-label="Найти столбец"
          placeholder="Найти столбец"
          value={part}
          onChange={({ target }) => setPart(target.value)}
        />
        <ul className="column-choices" aria-label="Столбцы">
          {found.map(({ field, heading }) => (
            <li key={field}>
              <label className="check">
                <input type="checkbox" checked={fields.has(field)} onChange={() => toggle(field)} />
                {heading}
              </label>
            </li>
          ))}
        </ul>
        {found.length === 0 ? <p className="soft">Такого столбца нет.</p> : null}
        {fields.size > mostColumns ? <p className="field-error">Не больше {mostColumns} столбцов сразу.</p> : null}
        <p className="form-actions">
          <Button
            kind="primary"
            disabled={fields.size === 0 || fields.size > mostColumns}
            onClick={() => choose(choices.filter(({ field }) => fields.has(field)).map(({ field }) => field))}
          >
            Показать {fields.size}
          </Button>
        </p>
      </div>
    </Dialog>
  );
}
