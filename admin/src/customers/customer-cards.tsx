import { useState } from 'react';
import { lowerFirst } from '#shared/lower-first.ts';
import { Button } from '../parts/button.tsx';
import { useGot } from '../parts/got.ts';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { useCan } from '../session/session.ts';
import { CardPanel } from './card-panel.tsx';
import type { Cards } from './customer-types.ts';
import { NewCardDialog } from './new-card-dialog.tsx';

/** The customer's cards: what is on them, why, and changing it with a reason. */
export function CustomerCards({ id }: { id: string }) {
  const { data, error, refetch } = useGot<Cards>(`/api/admin/customers/${id}/cards`);
  if (!data)
    return (
      <div className="panel">
        {error ? <LoadFailure error={error} retry={() => void refetch()} /> : <Skeleton rows={6} />}
      </div>
    );
  return (
    <div className="customer-panels">
      {data.items.length === 0 ? (
        <div className="panel">
          <Empty title="Карт нет">Карту выдают на кассе или здесь; покупатель может завести её и сам.</Empty>
        </div>
      ) : null}
      {data.items.map((card) => (
        <CardPanel key={card.id} card={card} path={`/api/admin/customers/${id}/cards/${card.id}`} />
      ))}
      <IssueCards customer={id} kinds={data.may_issue} />
    </div>
  );
}

function IssueCards({ customer, kinds }: { customer: string; kinds: Cards['may_issue'] }) {
  const canIssue = useCan('bonuses.adjust');
  const [issued, setIssued] = useState<Cards['may_issue'][number] | null>(null);
  return (
    <>
      {canIssue && kinds.length > 0 ? (
        <div className="form-actions">
          {kinds.map((kind) => (
            <Button key={kind.kind} onClick={() => setIssued(kind)}>
              Выдать: {lowerFirst(kind.words)}
            </Button>
          ))}
        </div>
      ) : null}
      {issued ? (
        <NewCardDialog
          title={`Новая карта: ${lowerFirst(issued.words)}`}
          words="Карта сразу появится в кабинете покупателя. Номер и код покажем здесь."
          label="Выдать карту"
          path={`/api/admin/customers/${customer}/cards`}
          body={{ kind: issued.kind }}
          onClose={() => setIssued(null)}
        />
      ) : null}
    </>
  );
}
