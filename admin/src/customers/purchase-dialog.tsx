import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { kopecksOf } from '#shared/money.ts';
import { countOf } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { LineField } from '../parts/line-field.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import type { Card } from './customer-types.ts';

type Props = { card: Pick<Card, 'id' | 'number' | 'balance' | 'has_bonuses'>; onClose: () => void };

/** A purchase at the cash desk: the ladder counts its sum; bonuses that it earned and that paid for it. */
export function PurchaseDialog({ card, onClose }: Props) {
  const [sum, setSum] = useState('');
  const [earned, setEarned] = useState('');
  const [spent, setSpent] = useState('');
  const [note, setNote] = useState('');
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const queries = useQueryClient();
  const write = useVerb(() => {
    void queries.invalidateQueries();
    onClose();
  });
  function submit() {
    const kopecks = kopecksOf(sum);
    const [plus, minus] = [bonusesOf(earned), bonusesOf(spent)];
    const problems = {
      ...(kopecks ? {} : { sum: 'Сумма в рублях' }),
      ...(plus === null ? { earned: 'Целое число бонусов' } : {}),
      ...(minus === null ? { spent: 'Целое число бонусов' } : {}),
    };
    setWrong(problems);
    if (Object.keys(problems).length === 0)
      write.run(`/api/admin/cards/${card.id}/purchase`, { sum: kopecks, earned: plus, spent: minus, note });
  }
  const errors = { ...write.fields, ...wrong };
  const fields = [
    { key: 'sum', label: 'Сумма покупки, ₽', value: sum, set: setSum, hint: 'Войдёт в счёт ступени' },
    ...(card.has_bonuses
      ? [
          { key: 'earned', label: 'Начислить бонусов', value: earned, set: setEarned, hint: 'Пусто — ни одного' },
          { key: 'spent', label: 'Оплачено бонусами', value: spent, set: setSpent, hint: 'Пусто — ничего' },
        ]
      : []),
    {
      key: 'note',
      label: 'Чек',
      value: note,
      set: setNote,
      hint: 'Номер и день: их увидит покупатель в истории карты',
    },
  ];
  return (
    <Dialog title={`Покупка на кассе: карта ${card.number}`} onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {card.has_bonuses ? (
          <p className="soft">Сейчас на карте {countOf(card.balance, 'бонус', 'бонуса', 'бонусов')}.</p>
        ) : null}
        {fields.map(({ key, label, value, set, hint }) => (
          <LineField
            key={key}
            label={label}
            hint={hint}
            error={errors[key]}
            inputMode={key === 'note' ? 'text' : 'decimal'}
            maxLength={key === 'note' ? 500 : 15}
            value={value}
            onChange={set}
          />
        ))}
        <Problem words={Object.keys(errors).length > 0 ? null : write.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" isBusy={write.isBusy}>
            Записать покупку
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Whole bonuses, 0 for an empty field; null: no number. */
function bonusesOf(typed: string): number | null {
  const text = typed.trim();
  if (text === '') return 0;
  return /^\d{1,7}$/.test(text) ? Number(text) : null;
}
