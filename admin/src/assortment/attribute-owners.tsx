import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../parts/button.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { useCan } from '../session/session.ts';
import type { Attribute } from './assortment-types.ts';

type OnecValues = NonNullable<Got<'/api/admin/attributes/{id}/onec-words'>['values']>;

/** Who leads the name and the unit of an attribute that 1C makes, and the way back to it. */
export function OwnedOfAttribute({ attribute, onReturned }: { attribute: Attribute; onReturned: () => void }) {
  const path = `/api/admin/attributes/${attribute.id}`;
  const { data } = useGot<{ values: OnecValues | null }>(`${path}/onec-words`);
  const queries = useQueryClient();
  const canWrite = useCan('catalogue.write');
  const verb = useVerb(() => {
    onReturned();
    void queries.invalidateQueries();
  });
  const sent = data?.values;
  if (!sent) return null;
  if (sent.name === attribute.name && sent.unit === attribute.unit)
    return (
      <p className="soft small">
        Название и единицу ведёт 1С. Измените их здесь, и дальше их ведёт магазин: выгрузки их не тронут.
      </p>
    );
  return (
    <section aria-label="Правятся в магазине">
      <h2>Правятся в магазине</h2>
      <p className="soft small">
        В 1С это «{sent.name}»{sent.unit ? `, ${sent.unit}` : ''}. Обмен название и единицу не трогает.
      </p>
      {canWrite ? (
        <p>
          <Button kind="text" size="small" isBusy={verb.isBusy} onClick={() => verb.run(`${path}/release`)}>
            Вернуть 1С
          </Button>
        </p>
      ) : null}
      <Problem words={verb.problem} />
    </section>
  );
}
