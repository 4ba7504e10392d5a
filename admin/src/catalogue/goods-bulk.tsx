import { useState } from 'react';
import { countOf } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { PriceTagsLink } from '../parts/price-tags-link.tsx';
import { type Boxes, mostMarked } from '../parts/use-boxes.ts';
import { AnalogueDialog } from './analogue-dialog.tsx';
import { ShelfCodesDialog } from './shelf-codes-dialog.tsx';

/** What is done with the marked goods at once: fields are changed in the sheet, tags and codes printed. */
export function GoodsBulk({ ids, isFull, clear }: Boxes) {
  const [isCoding, setCoding] = useState(false);
  const [isReplacing, setReplacing] = useState(false);
  if (ids.length === 0) return null;
  const given = ids.join(',');
  return (
    <div className="bulk">
      <b>{countOf(ids.length, 'товар', 'товара', 'товаров')}</b>
      {isFull ? (
        <span role="alert">Больше {countOf(mostMarked, 'товара', 'товаров', 'товаров')} сразу не отметить</span>
      ) : null}
      <PageLink className="btn btn-small" to={`/catalogue/sheet?ids=${given}`}>
        Изменить листом
      </PageLink>
      <PageLink className="btn btn-small" to={`/catalogue/sheet?ids=${given}&fields=name,is_on`}>
        Показать или снять
      </PageLink>
      <PageLink className="btn btn-small" to={`/catalogue/sheet?ids=${given}&fields=name,category,brand`}>
        Раздел и бренд
      </PageLink>
      <Button size="small" onClick={() => setReplacing(true)}>
        Назначить аналог
      </Button>
      <PriceTagsLink ids={ids} className="btn btn-small" />
      <Button size="small" onClick={() => setCoding(true)}>
        Коды на полку
      </Button>
      {isCoding ? <ShelfCodesDialog ids={ids} onClose={() => setCoding(false)} /> : null}
      {isReplacing ? <AnalogueDialog ids={ids} onClose={() => setReplacing(false)} /> : null}
      <Button kind="text" size="small" onClick={clear}>
        Снять отметки
      </Button>
    </div>
  );
}
