import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import type { SheetColumn } from './sheet-file.ts';

type Props = { columns: readonly SheetColumn[]; fill: (field: string, value: string) => void };

/** One value for all goods of the sheet, in one column. */
export function FillColumn({ columns, fill }: Props) {
  const [field, setField] = useState('');
  const [value, setValue] = useState('');
  const chosen = columns.some((column) => column.field === field) ? field : '';
  return (
    <form
      className="fill-column"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen) fill(chosen, value.trim());
      }}
    >
      <select
        className="field-select"
        aria-label="Какой столбец заполнить"
        value={chosen}
        onChange={({ target }) => setField(target.value)}
      >
        <option value="">Заполнить столбец…</option>
        {columns.map((column) => (
          <option key={column.field} value={column.field}>
            {column.heading}
          </option>
        ))}
      </select>
      {chosen ? (
        <>
          <input
            className="sheet-input"
            aria-label="Чем заполнить"
            placeholder="пусто"
            value={value}
            onChange={({ target }) => setValue(target.value)}
          />
          <Button type="submit">Заполнить все строки</Button>
        </>
      ) : null}
    </form>
  );
}
