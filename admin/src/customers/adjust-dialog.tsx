import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { countOf } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { LineField } from '../parts/line-field.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import type { Card } from './customer-types.ts';

type Props = { path: string; card: Pick<Card, 'number' | 'balance'>; onClose: () => void };

/** Bonuses up or down by hand: the reason stands in the card's history, where its owner reads it. */
export function AdjustDialog({ path, card, onClose }: Props) {
  const [isDown, setDown] = useState(false);
  const [typed, setTyped] = useState('');
  const [note, setNote] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const queries = useQueryClient();
  const adjust = useVerb(() => {
    void queries.invalidateQueries();
    onClose();
  });
  function submit() {
    const amount = /^\d{1,7}$/.test(typed.trim()) ? Number(typed.trim()) : 0;
    setWrong(amount === 0 ? 'Целое число бонусов' : null);
    if (amount > 0) adjust.run(path, { amount: isDown ? -amount : amount, note });
  }
  const { fields } = adjust;
  const isAtField = fields.amount !== undefined || fields.note !== undefined;
  return (
    <Dialog title={`Бонусы карты ${card.number}`} onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <p className="soft">Сейчас на карте {countOf(card.balance, 'бонус', 'бонуса', 'бонусов')}.</p>
        <fieldset className="form">
          <legend className="hidden-words">Что сделать</legend>
          <label className="check">
            <input type="radio" name="way" checked={!isDown} onChange={() => setDown(false)} />
            Начислить
          </label>
          <label className="check">
            <input type="radio" name="way" checked={isDown} onChange={() => setDown(true)} />
            Списать
          </label>
        </fieldset>
        <LineField
          label="Сколько бонусов"
          error={wrong ?? fields.amount}
          inputMode="numeric"
          value={typed}
          onChange={setTyped}
        />
        <LineField
          label="Причина"
          error={fields.note}
          hint="Её увидит покупатель в истории карты"
          maxLength={500}
          value={note}
          onChange={setNote}
        />
        <Problem words={isAtField ? null : adjust.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" isBusy={adjust.isBusy}>
            {isDown ? 'Списать' : 'Начислить'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
