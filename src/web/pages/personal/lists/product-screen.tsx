import './lists.css';
import { listNameForm } from '#modules/saved-lists/schema.ts';
import { countOf } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { productUrl, savedListUrl } from '#shared/urls.ts';
import type { FormAnswer } from '#web/parts/forms/form-answer.ts';
import { FormError } from '#web/parts/forms/form-error.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { answerTo, FieldForm, SmallForm } from '../section.tsx';
import type { ProductToAdd } from './add-product.server.ts';
import type { ListsData } from './route.tsx';

type ProductScreenProps = { product: ProductToAdd; lists: ListsData['lists']; answer: FormAnswer | null };

/** A product, and the lists it can be put on; a list that has it leads there. */
export function ProductScreen({ product, lists, answer }: ProductScreenProps) {
  const refused = answerTo({ done: null, answer }, 'list');
  return (
    <>
      <section className="sheet" id="list">
        <h1>Добавить в список</h1>
        <FormError words={refused?.error} className="lk__said" />
        <div className="row lists__product">
          {product.image ? <Picture path={product.image} width={96} height={96} alt="" /> : null}
          <div>
            <Link className="link" to={productUrl(product.slug)}>
              {unbroken(product.name)}
            </Link>
            {product.article ? <p className="small soft num">Арт. {product.article}</p> : null}
          </div>
        </div>
        {lists.length > 0 ? (
          <ul className="lkrows">
            {lists.map((list) => (
              <li key={list.id} className="lkrow">
                <div>
                  <Link className="b link lk__cut" to={savedListUrl(list.id)}>
                    {list.name}
                  </Link>
                  <p className="small soft num">{countOf(list.count, 'товар', 'товара', 'товаров')}</p>
                </div>
                {product.lists.includes(list.id) ? (
                  <span className="row small lists__there">
                    <Icon name="check" size="s" />
                    Уже здесь
                  </span>
                ) : (
                  <SmallForm name="list" className="inline">
                    <input type="hidden" name="list" value={list.id} />
                    <button type="submit" className="btn btn--sm btn--line">
                      Добавить<span className="sr"> в список «{list.name}»</span>
                    </button>
                  </SmallForm>
                )}
              </li>
            ))}
          </ul>
        ) : null}
      </section>
      <section className="sheet" id="save" aria-labelledby="save-title">
        <h2 id="save-title">Новый список</h2>
        <FieldForm name="save" rules={listNameForm} answer={answerTo({ done: null, answer }, 'save')}>
          <button type="submit" className="btn btn--primary">
            <Icon name="bookmark-plus" />
            Сохранить
          </button>
        </FieldForm>
      </section>
    </>
  );
}
