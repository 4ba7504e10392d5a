import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { countOf } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { LineField } from '../parts/line-field.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { ShelfLabelsLink } from './shelf-labels-link.tsx';

type Places = Got<'/api/admin/shelf-code-places'>;

/** Codes of the marked goods for the shelves of a point, made where there are none yet, and printed. */
export function ShelfCodesDialog({ ids, onClose }: { ids: readonly number[]; onClose: () => void }) {
  const places = useGot<Places>('/api/admin/shelf-code-places');
  const [place, setPlace] = useState('');
  const [note, setNote] = useState('');
  const queries = useQueryClient();
  const make = useVerb<{ codes: string[]; made: number }>(() => void queries.invalidateQueries());
  const { answer, fields } = make;
  return (
    <Dialog title="Коды на полку" onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          make.run('/api/admin/shelf-codes', { product_ids: ids, department_id_1c: place || null, note });
        }}
      >
        {answer ? (
          <p aria-live="polite">
            Готово: {countOf(answer.codes.length, 'код', 'кода', 'кодов')}, из них {newWords(answer.made)}.
          </p>
        ) : (
          <>
            <p>
              Покупатель наводит камеру на код и видит цену, остаток и отзывы. Коды получит{' '}
              {countOf(ids.length, 'товар', 'товара', 'товаров')}; у кого код уже есть, останется прежний.
            </p>
            <Field
              label="Где висит"
              hint="Код пункта покажет, сколько лежит именно здесь"
              error={
                fields.department_id_1c ??
                (places.error ? 'Пункты не загрузились. Закройте окно и откройте снова' : undefined)
              }
            >
              {(given) => (
                <select {...given} value={place} onChange={({ target }) => setPlace(target.value)}>
                  <option value="">В любом пункте</option>
                  {(places.data?.items ?? []).map(({ id_1c: id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            <LineField
              label="Пометка"
              hint="Для себя: где стоит стеллаж, какой тираж"
              error={fields.note}
              maxLength={300}
              value={note}
              onChange={setNote}
            />
          </>
        )}
        <Problem words={Object.keys(fields).length > 0 ? null : make.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          {answer ? (
            <ShelfLabelsLink codes={answer.codes} hasPlace={place !== ''} className="btn btn-primary" />
          ) : (
            <Button kind="primary" type="submit" isBusy={make.isBusy}>
              Сделать коды
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

function newWords(made: number): string {
  return made === 0 ? 'новых нет' : countOf(made, 'новый', 'новых', 'новых');
}
