import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { Form, useFetcher, useNavigation, useSearchParams } from 'react-router';
import { confidences } from '#modules/estimates/schema.ts';
import { lowerFirst } from '#shared/lower-first.ts';
import { formatPrice } from '#shared/money.ts';
import { countOf } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { upperFirst } from '#shared/upper-first.ts';
import { cartUrl, estimateSheetUrl, estimatesUrl, estimateUrl } from '#shared/urls.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import type { EstimateAnswer } from './estimate-action.ts';
import { EstimateLine } from './estimate-line.tsx';
import type { EstimatePage, LineState } from './read-estimate-page.ts';

/** A tick, a choice or a count is saved after this pause, so that typing «12» saves once. */
const saveAfterMs = 500;

type EstimateScreenProps = { page: EstimatePage; answer: EstimateAnswer | null };

/** The lines to check and correct. Without JavaScript the buttons save; with it every change is saved as it is made. */
export function EstimateScreen({ page, answer }: EstimateScreenProps) {
  const { id, lines, counts } = page;
  const { form, saving, saveSoon, saveChange, forget } = useSaving(id);
  const shown = useShownState(page);
  const { failed, held, times } = useAnswers(answer, saving.data ?? null);

  return (
    <>
      <div className="title">
        <h1>{unbroken(page.title)}</h1>
        <span>
          {countOf(lines.length, 'позиция', 'позиции', 'позиций')}, {page.created_text}
        </span>
      </div>
      <nav className="estimate-sum" aria-label="Показать строки">
        <Link
          className={`chip${shown === null ? ' chip--on' : ''}`}
          to="?"
          aria-current={shown === null ? 'true' : undefined}
          preventScrollReset
          replace
        >
          Все: {lines.length}
        </Link>
        {states.map(({ state, words }) =>
          counts[state] === 0 ? null : (
            <Link
              key={state}
              className={`chip${shown === state ? ' chip--on' : ''}`}
              to={`?show=${state}`}
              aria-current={shown === state ? 'true' : undefined}
              preventScrollReset
              replace
            >
              {words}: {counts[state]}
            </Link>
          ),
        )}
      </nav>
      <Legend />
      {failed ? <Failed notice={failed} /> : null}
      {answer && answer.left_out.length > 0 ? <LeftOut notice={answer} /> : null}
      {held > 0 ? <Held lines={held} /> : null}
      {/* Back in the browser would otherwise put the old ticks on the new page. */}
      <Form
        ref={form}
        method="post"
        action={estimateUrl(id)}
        className="estimate"
        autoComplete="off"
        onChange={saveChange}
        onSubmit={forget}
      >
        {/* Enter in a field keeps the corrections and presses no other button. */}
        <button className="sr" type="submit" name="intent" value="save" tabIndex={-1} aria-hidden="true">
          Сохранить
        </button>
        <ol className="estimate__lines" key={times}>
          {lines.map((line) => (
            <EstimateLine
              key={`${line.position} ${line.name}`}
              line={line}
              isHidden={shown !== null && line.state !== shown}
              onCount={saveSoon}
            />
          ))}
        </ol>
        <Foot page={page}>
          {saving.state === 'idle' ? (saving.data && !saving.data.error ? 'Сохранено' : '') : 'Сохраняем…'}
        </Foot>
        {page.total_now < page.total ? (
          <p className="small soft num estimate__now">
            Из отмеченного в наличии на {formatPrice(page.total_now)}, остальное — под заказ или в других пунктах
          </p>
        ) : null}
        <p className="estimate__more">
          <a className="row link" href={estimateSheetUrl(id)}>
            <Icon name="file-spreadsheet" size="s" />
            Скачать таблицей (XLSX)
          </a>
          {lines.some((line) => !line.is_taken && (line.state === 'found' || line.state === 'choice')) ? (
            <button className="link" type="submit" name="intent" value="all">
              Отметить все найденные
            </button>
          ) : null}
          <Link className="link" to={estimatesUrl()}>
            Новая смета
          </Link>
          <button className="link" type="submit" name="intent" value="remove">
            Удалить эту смету
          </button>
        </p>
      </Form>
    </>
  );
}

function Legend() {
  return (
    <details className="small estimate__legend">
      <summary>Что значат пометки</summary>
      <p className="soft">
        Пометки ставим по совпадению слов, размеров и артикулов:{' '}
        {unbroken(
          Object.values(confidences)
            .map(({ words, about }) => `«${words}» — ${lowerFirst(about)}`)
            .join('; '),
        )}
        . Цены и остатки — на эту минуту, окончательные стоят в корзине.
      </p>
    </details>
  );
}

const states: { state: LineState; words: string }[] = [
  { state: 'found', words: 'Точно' },
  { state: 'choice', words: 'Есть выбор' },
  { state: 'doubtful', words: 'Проверьте' },
  { state: 'none', words: 'Не нашли' },
];

/** Which lines the address asks for (`?show=doubtful`); null: all, also where none is left in that state. */
function useShownState({ counts }: EstimatePage): LineState | null {
  const [query] = useSearchParams();
  const asked = states.find(({ state }) => state === query.get('show'))?.state;
  return asked && counts[asked] > 0 ? asked : null;
}

/**
 * `failed`: the last answer, of a button or of a change, when it is a refusal; `held`: how many lines that one found in
 * the cart already. `times`: how many buttons were answered; the ticks are then drawn again, because a button may have
 * changed them. After a refusal what was typed stays.
 */
function useAnswers(answer: EstimateAnswer | null, kept: EstimateAnswer | null) {
  const [seen, setSeen] = useState({ answer, kept, last: answer, times: 0 });
  if (seen.answer !== answer || seen.kept !== kept) {
    const isPressed = seen.answer !== answer;
    const isDone = isPressed && answer !== null && !answer.error;
    setSeen({ answer, kept, last: isPressed ? answer : kept, times: seen.times + (isDone ? 1 : 0) });
  }
  return { failed: seen.last?.error ? seen.last : null, held: seen.last?.held ?? 0, times: seen.times };
}

/** Every change of the form is saved after a pause; one of the words of a line only with its button. */
function useSaving(id: string) {
  const saving = useFetcher<EstimateAnswer>();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const forget = () => clearTimeout(timer.current);

  function saveChange({ target }: ChangeEvent<HTMLFormElement>) {
    const { name } = target as unknown as HTMLInputElement;
    if (!name.startsWith('words_')) saveSoon();
  }

  function saveSoon() {
    forget();
    timer.current = setTimeout(() => {
      if (!form.current) return;
      const fields = new FormData(form.current);
      fields.set('intent', 'keep');
      saving.submit(fields, { method: 'post', action: estimateUrl(id) });
    }, saveAfterMs);
  }

  return { form, saving, saveSoon, saveChange, forget };
}

function Failed({ notice: { line, error } }: { notice: EstimateAnswer }) {
  return (
    <Note kind="err" role="alert">
      {line ? `Строка ${line}: ${error}` : (error ?? '')}
    </Note>
  );
}

/** What could not be put into the cart, for each reason in one sentence. */
function LeftOut({ notice: { left_out, is_in_cart } }: { notice: EstimateAnswer }) {
  const reasons = [...new Set(left_out.map(({ message }) => message))];
  return (
    <Note kind="warn" role="alert">
      <p>
        {is_in_cart ? (
          <>
            Остальное уже в <Link to={cartUrl()}>корзине</Link>. Не положили, строки остались отмеченными:
          </>
        ) : (
          'Положить в корзину не удалось:'
        )}
      </p>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>
            {upperFirst(reason)} —{' '}
            {left_out
              .filter(({ message }) => message === reason)
              .map(({ name }) => name)
              .join('; ')}
          </li>
        ))}
      </ul>
    </Note>
  );
}

/** Lines that an older page shows ticked and an earlier press has put into the cart. */
function Held({ lines }: { lines: number }) {
  return (
    <Note kind="warn" role="alert">
      <p>
        {countOf(lines, 'отмеченная строка', 'отмеченные строки', 'отмеченных строк')} уже в{' '}
        <Link to={cartUrl()}>корзине</Link>: второй раз не положили. Если нужно больше, измените количество там.
      </p>
    </Note>
  );
}

/** The sum of the ticked lines and the way into the cart; its children say whether everything is saved. */
function Foot({ page, children }: { page: EstimatePage; children: string }) {
  const { taken, total, weight_text, delivery_text, counts } = page;
  const isSending = useNavigation().state !== 'idle';
  return (
    <div className="estimate__foot">
      <p>
        <span className="soft">
          Отмечено {countOf(taken, 'строка', 'строки', 'строк')}
          {counts.doubtful > 0 ? (
            <>
              {', '}
              <Link className="link" to="?show=doubtful" preventScrollReset replace>
                ещё {counts.doubtful} проверить
              </Link>
            </>
          ) : null}
        </span>
        <b className="price num" aria-live="polite">
          {formatPrice(total)}
        </b>
        {taken > 0 && weight_text ? (
          <span className="small soft num">{[weight_text, delivery_text].filter(Boolean).join(', ')}</span>
        ) : null}
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
