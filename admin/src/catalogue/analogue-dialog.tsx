import { useState } from 'react';
import { useNavigate } from 'react-router';
import { countOf } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { FindProduct } from '../parts/find-product.tsx';
import { useAddress } from '../parts/page-link.tsx';
import { Picture } from '../parts/picture.tsx';
import type { ProductRow } from '../parts/product.ts';

/** One analogue for all marked goods: chosen here, looked at and written in the sheet, where it is put back too. */
export function AnalogueDialog({ ids, onClose }: { ids: readonly number[]; onClose: () => void }) {
  const [analogue, setAnalogue] = useState<ProductRow | null>(null);
  const navigate = useNavigate();
  const to = useAddress();
  const isItself = analogue !== null && ids.includes(analogue.id);
  const isAlone = isItself && ids.length === 1;
  return (
    <Dialog title="Назначить аналог" onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!analogue || isAlone) return;
          const search = `ids=${ids.join(',')}&fields=name,analogues&add=${encodeURIComponent(analogue.idcode)}`;
          void navigate(to(`/catalogue/sheet?${search}`));
        }}
      >
        <p>
          Его предложат, когда {countOf(ids.length, 'отмеченного товара', 'отмеченных товаров', 'отмеченных товаров')}{' '}
          не будет в наличии. Прежние аналоги останутся.
        </p>
        <FindProduct label="Аналог" isOnSale onFound={setAnalogue} />
        {analogue ? (
          <p className="analogue-chosen" role="status">
            <Picture image={analogue.image} />
            <span>
              {analogue.name} <span className="soft small">код {analogue.idcode}</span>
            </span>
          </p>
        ) : null}
        {isItself ? (
          <p className={isAlone ? 'field-error small' : 'soft small'}>
            {isAlone
              ? 'Товар не бывает аналогом самого себя. Выберите другой'
              : 'Он сам среди отмеченных: его строка останется как есть.'}
          </p>
        ) : null}
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" disabled={analogue === null || isAlone}>
            Посмотреть, что изменится
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
