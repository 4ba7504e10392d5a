import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { attributeTypeWords } from '#shared/attribute-types.ts';
import { countOf, formatCount, plural } from '#shared/plurals.ts';
import type { paths } from '../api-types.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { request } from '../request.ts';
import type { Attribute } from './assortment-types.ts';

type Rehearsal =
  paths['/api/admin/attributes/{id}/type-rehearsal']['post']['responses'][200]['content']['application/json'];
type Type = Attribute['type'];

/** Another type of an attribute: what of its values can be read so, and which goods would be left without. */
export function TypeDialog({ attribute, onClose }: { attribute: Attribute; onClose: () => void }) {
  const others = Object.entries(attributeTypeWords).filter(([key]) => key !== attribute.type) as [Type, string][];
  const [type, setType] = useState<Type | ''>('');
  const [typed, setTyped] = useState(attribute.unit ?? '');
  // What was typed counts when the field is left: a rehearsal reads every value.
  const [unit, setUnit] = useState(typed);
  return (
    <Dialog title={`Вид свойства «${attribute.name}»`} onClose={onClose}>
      <div className="form">
        <p>Сейчас: {attributeTypeWords[attribute.type]}. Сначала покажем, какие значения прочитаются по-новому.</p>
        <Field label="Новый вид">
          {(given) => (
            <select {...given} value={type} onChange={({ target }) => setType(target.value as Type | '')}>
              <option value="">Выберите вид</option>
              {others.map(([key, words]) => (
                <option key={key} value={key}>
                  {words}
                </option>
              ))}
            </select>
          )}
        </Field>
        {type === 'number' ? (
          <Field label="Единица" hint="мм, кг, Вт; с ней прочитается и «10 мм»">
            {(given) => (
              <input
                {...given}
                autoComplete="off"
                maxLength={50}
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
                onBlur={() => setUnit(typed)}
              />
            )}
          </Field>
        ) : null}
        {type === '' ? (
          <div className="form-actions">
            <Button onClick={onClose}>Закрыть</Button>
          </div>
        ) : (
          <Rehearsed
            attribute={attribute}
            wish={{ type, unit: type === 'number' ? unit.trim() || null : null }}
            isTyping={type === 'number' && typed !== unit}
            onClose={onClose}
          />
        )}
      </div>
    </Dialog>
  );
}

type RehearsedProps = {
  attribute: Attribute;
  wish: { type: Type; unit: string | null };
  /** The unit is being typed: what is shown is of the former one. */
  isTyping: boolean;
  onClose: () => void;
};

function Rehearsed({ attribute, wish, isTyping, onClose }: RehearsedProps) {
  const path = `/api/admin/attributes/${attribute.id}`;
  const queries = useQueryClient();
  const [agreed, setAgreed] = useState<string | null>(null);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['type-rehearsal', attribute.id, wish],
    queryFn: async ({ signal }) =>
      (await request<Rehearsal>(`${path}/type-rehearsal`, { method: 'POST', body: wish, signal })).body,
  });
  const change = useVerb(() => {
    void queries.invalidateQueries();
    onClose();
  });
  if (error && !data) return <LoadFailure error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton rows={5} />;
  const lost = data.total - data.readable;
  const isAgreed = lost === 0 || agreed === data.seen;
  return (
    <form
      className="form"
      noValidate
      aria-busy={isFetching}
      onSubmit={(event) => {
        event.preventDefault();
        if (isAgreed && !isTyping && !isFetching) change.run(`${path}/type`, { ...wish, seen: data.seen });
      }}
    >
      <p role="status" className={lost > 0 ? 'note' : 'note note-good'}>
        {countsWords(data)}
      </p>
      {lost > 0 ? <Unreadable data={data} lost={lost} /> : null}
      {data.shorts.length > 0 ? <Shorts shorts={data.shorts} /> : null}
      {data.onec.length > 0 ? (
        <p className="soft small">
          Свойство наполняет 1С: {data.onec.map((name) => `«${name}»`).join(', ')}. Следующие выгрузки тоже прочитают
          его как «{attributeTypeWords[wish.type]}»: чего так не прочитать, товар останется без значения, и это скажет
          сводка пакета.
        </p>
      ) : null}
      <p className="soft small">
        Прежние значения сохранятся: «Вернуть» в истории свойства поставит и вид, и значения, пока товары не записали
        иначе.
      </p>
      {lost > 0 ? (
        <label className="check">
          <input
            type="checkbox"
            checked={isAgreed}
            onChange={({ target }) => setAgreed(target.checked ? data.seen : null)}
          />
          Оставить {countOf(lost, 'товар', 'товара', 'товаров')} без значения
        </label>
      ) : null}
      <Problem words={change.fields.type ?? change.problem} />
      {change.problem ? (
        <Button
          onClick={() => {
            change.reset();
            void refetch();
          }}
        >
          Проверить ещё раз
        </Button>
      ) : null}
      <div className="form-actions">
        <Button onClick={onClose}>Закрыть</Button>
        <Button kind="primary" type="submit" isBusy={change.isBusy} disabled={!isAgreed || isTyping || isFetching}>
          Изменить вид
        </Button>
      </div>
    </form>
  );
}

/** «1 180 из 1 204 значений читаются». */
function countsWords({ total, readable }: Rehearsal): string {
  if (total === 0) return 'Ни у одного товара это свойство не заполнено.';
  if (readable === total)
    return total === 1 ? 'Единственное значение читается.' : `Читаются все значения: ${formatCount(total)}.`;
  const values = plural(total, 'значения', 'значений', 'значений');
  return `${formatCount(readable)} из ${formatCount(total)} ${values} ${readable === 1 ? 'читается' : 'читаются'}.`;
}

function Unreadable({ data, lost }: { data: Rehearsal; lost: number }) {
  const rest = lost - data.unreadable.length;
  return (
    <div className="type-unread">
      <h3>Не читаются</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="goods-rows" aria-label="Товары, чьи значения не читаются" tabIndex={0}>
        <ul className="value-rows">
          {data.unreadable.map(({ id, name, value }) => (
            <li key={id}>
              <PageLink to={`/catalogue/${id}`} target="_blank">
                {name}
              </PageLink>
              <span className="soft value-text">{value}</span>
            </li>
          ))}
        </ul>
      </section>
      {rest > 0 ? <p className="soft small">и ещё {countOf(rest, 'товар', 'товара', 'товаров')}</p> : null}
    </div>
  );
}

function Shorts({ shorts }: { shorts: Rehearsal['shorts'] }) {
  return (
    <p className="note">
      <span>
        По этому свойству отбирают подборки — проверьте их фильтры после смены:{' '}
        {shorts.map(({ id, name, category_name: category }, at) => (
          <span key={id}>
            {at > 0 ? ', ' : ''}
            <PageLink to={`/catalogue/shorts/${id}`} target="_blank">
              {name}
            </PageLink>{' '}
            ({category})
          </span>
        ))}
      </span>
    </p>
  );
}
