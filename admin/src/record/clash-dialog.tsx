import { useState } from 'react';
import { formatDateTime } from '#shared/dates.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import type { Clash } from './use-editing.ts';
import { type FieldWords, shownValue, wordOf } from './values.ts';

type Props = {
  clash: Clash;
  words: FieldWords;
  /** The fields as the person left them. */
  mine: Record<string, unknown>;
  settle: (isMine: Record<string, boolean>) => void;
};

/** Two people changed the same fields: what was, what the other made of it, what is one's own, and which to take. */
export function ClashDialog({ clash, words, mine, settle }: Props) {
  const [isMine, setMine] = useState<Record<string, boolean>>(() =>
    Object.fromEntries(clash.names.map((name) => [name, true])),
  );
  const by = clash.who ?? 'другой сотрудник';
  return (
    <Dialog title="Пока вы правили" className="dialog-widest" onClose={() => settle(isMine)}>
      <p className="clash-lead">
        Запись изменил {by}
        {clash.at ? `, ${formatDateTime(clash.at)}` : ''}. Остальные ваши поля с этими изменениями не пересекаются.
      </p>
      <ul className="clashes">
        {clash.names.map((name) => (
          <li key={name}>
            <h3>{wordOf(words, name)}</h3>
            <dl>
              <dt>Было</dt>
              <dd>{shownValue(words, name, clash.base[name])}</dd>
            </dl>
            <fieldset>
              <legend className="hidden-words">Что оставить в поле «{wordOf(words, name)}»</legend>
              <label className="check">
                <input
                  type="radio"
                  name={name}
                  checked={isMine[name] === true}
                  onChange={() => setMine({ ...isMine, [name]: true })}
                />
                <span>
                  <b>Оставить моё:</b> {shownValue(words, name, mine[name])}
                </span>
              </label>
              <label className="check">
                <input
                  type="radio"
                  name={name}
                  checked={isMine[name] === false}
                  onChange={() => setMine({ ...isMine, [name]: false })}
                />
                <span>
                  <b>Взять новое:</b> {shownValue(words, name, clash.theirs[name])}
                </span>
              </label>
            </fieldset>
          </li>
        ))}
      </ul>
      <div className="form-actions">
        <Button kind="primary" onClick={() => settle(isMine)}>
          Продолжить правку
        </Button>
      </div>
    </Dialog>
  );
}
