import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { LineField } from '../parts/line-field.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';

type Props = { number: string; path: string; onClose: () => void };

/** Why a card is blocked: its owner reads it in what the shop keeps of them. */
export function BlockDialog({ number, path, onClose }: Props) {
  const [reason, setReason] = useState('');
  const queries = useQueryClient();
  const block = useVerb(() => {
    void queries.invalidateQueries();
    onClose();
  });
  return (
    <Dialog title={`Заблокировать карту ${number}`} onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          block.run(path, { reason });
        }}
      >
        <p>
          Картой нельзя будет платить, её номер и код ничего не откроют. Бонусы и история останутся, за заказы они
          копятся дальше. Блокировку можно снять.
        </p>
        <LineField
          label="Причина"
          hint="Покупатель прочитает её, если попросит свои данные"
          error={block.fields.reason}
          maxLength={500}
          value={reason}
          onChange={setReason}
        />
        <Problem words={block.fields.reason ? null : block.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="danger" type="submit" isBusy={block.isBusy}>
            Заблокировать
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
