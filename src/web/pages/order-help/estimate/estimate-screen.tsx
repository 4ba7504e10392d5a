import { type ChangeEvent, useEffect, useRef } from 'react';
import { Form, Link, useFetcher, useNavigation } from 'react-router';
import { confidences } from '#modules/estimates/schema.ts';
import { lowerFirst } from '#shared/lower-first.ts';
import { formatPrice } from '#shared/money.ts';
import { countOf } from '#shared/plurals.ts';
import { cartUrl, estimateSheetUrl, estimatesUrl, estimateUrl } from '#shared/urls.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Note } from '#web/ui/note.tsx';
import type { EstimateAnswer } from './estimate-action.ts';
import { EstimateLine } from './estimate-line.tsx';
import type { EstimatePage } from './read-estimate-page.ts';

/** A tick, a choice or a count is saved after this pause, so that typing «12» saves once. */
const saveAfterMs = 500;

type EstimateScreenProps = { page: EstimatePage; answer: EstimateAnswer | null };

/** The lines to check and correct. Without JavaScript the buttons save; with it every change is saved as it is made. */
export function EstimateScreen({ page, answer }: EstimateScreenProps) {
  const { id, lines, counts, taken, total } = page;
  const { form, saving, saveSoon } = useSaving(id);
  const notice = answer ?? saving.data ?? null;

  return (
    <>
      <div className="title">
        <h1>{page.title}</h1>
        <span>
          {countOf(lines.length, 'позиция', 'позиции', 'позиций')}, {page.created_text}
        </span>
      </div>
      <ul className="estimate-sum">
        <Count kind="ok" count={counts.found} words="Найдено" />
        <Count kind="lake" count={counts.choice} words="Есть выбор" />
        <Count kind="warn" count={counts.doubtful} words="Проверьте" />
        <Count kind="grey" count={counts.none} words="Не нашли" />
      </ul>
      {notice?.error ? (
        <Note kind="err" role="alert">
          {notice.line ? `Строка ${notice.line}: ${notice.error}` : notice.error}
        </Note>
      ) : null}
      {notice && notice.left_out.length > 0 ? <LeftOut notice={notice} /> : null}
      <Form ref={form} method="post" action={estimateUrl(id)} className="estimate" onChange={saveSoon}>
        {/* Enter in a field keeps the corrections and presses no other button. */}
        <button className="sr" type="submit" name="intent" value="save" tabIndex={-1} aria-hidden="true">
          Сохранить
        </button>
        <ol className="estimate__lines">
          {lines.map((line) => (
            <EstimateLine key={`${line.position} ${line.name}`} line={line} />
          ))}
        </ol>
        <Foot taken={taken} total={total}>
          {saving.state === 'idle' ? (saving.data === undefined ? '' : 'Сохранено') : 'Сохраняем…'}
        </Foot>
        <p className="estimate__more">
          <a className="row link" href={estimateSheetUrl(id)}>
            <Icon name="file-spreadsheet" size="s" />
            Скачать таблицей (XLSX)
          </a>
          <Link className="link" to={estimatesUrl()}>
            Новая смета
          </Link>
          <button className="linkbtn" type="submit" name="intent" value="remove">
            Удалить эту смету
          </button>
        </p>
      </Form>
      <p className="small soft">
        Пометки ставим по совпадению слов, размеров и артикулов:{' '}
        {Object.values(confidences)
          .map(({ words, about }) => `«${words}» — ${lowerFirst(about)}`)
          .join('; ')}
        . Цены и остатки — на эту минуту, окончательные стоят в корзине.
      </p>
    </>
  );
}

/** Every change of the form is saved after a pause; one of the words of a line only with its button. */
function useSaving(id: string) {
  const saving = useFetcher<EstimateAnswer>();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function saveSoon({ target }: ChangeEvent<HTMLFormElement>) {
    const { name } = target as unknown as HTMLInputElement;
    if (name.startsWith('words_')) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (!form.current) return;
      const fields = new FormData(form.current);
      fields.set('intent', 'keep');
      saving.submit(fields, { method: 'post', action: estimateUrl(id) });
    }, saveAfterMs);
  }

  return { form, saving, saveSoon };
}

/** What could not be put into the cart, and why. */
function LeftOut({ notice }: { notice: EstimateAnswer }) {
  return (
    <Note kind="warn" role="alert">
      <p>
        {notice.is_in_cart ? (
          <>
            Остальное уже в <Link to={cartUrl()}>корзине</Link>. Не положили:
          </>
        ) : (
          'Положить в корзину не удалось:'
        )}
      </p>
      <ul>
        {notice.left_out.map(({ product_id, name, message }) => (
          <li key={product_id}>
            {name}: {message}
          </li>
        ))}
      </ul>
    </Note>
  );
}

/** The sum of the ticked lines and the way into the cart; its children say whether everything is saved. */
function Foot({ taken, total, children }: { taken: number; total: number; children: string }) {
  const isSending = useNavigation().state !== 'idle';
  return (
    <div className="estimate__foot">
      <p>
        <span className="soft">Отмечено {countOf(taken, 'строка', 'строки', 'строк')}</span>
        <b className="price num" aria-live="polite">
          {formatPrice(total)}
        </b>
      </p>
      <button
        className="btn btn--primary btn--lg"
        type="submit"
        name="intent"
        value="cart"
        disabled={isSending || taken === 0}
      >
        <Icon name="shopping-cart" />
        Отмеченное в корзину
      </button>
      <button className="btn btn--quiet no-js" type="submit" name="intent" value="save">
        Пересчитать
      </button>
      <span className="small soft estimate__saved" role="status">
        {children}
      </span>
    </div>
  );
}

function Count({ kind, count, words }: { kind: string; count: number; words: string }) {
  return count === 0 ? null : (
    <li className={`badge badge--${kind}`}>
      {words}: {count}
    </li>
  );
}
