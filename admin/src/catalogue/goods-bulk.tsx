import { countOf } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { PriceTagsLink } from '../parts/price-tags-link.tsx';
import { type Boxes, mostMarked } from './use-boxes.ts';

/** What is done with the marked goods at once: any field of theirs is changed in the sheet, tags are printed. */
export function GoodsBulk({ ids, isFull, clear }: Boxes) {
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
      <PriceTagsLink ids={ids} className="btn btn-small" />
      <Button kind="text" size="small" onClick={clear}>
        Снять отметки
      </Button>
    </div>
  );
}
