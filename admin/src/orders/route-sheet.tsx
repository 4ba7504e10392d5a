import { Truck } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { useCan } from '../session/session.ts';

/** Deliveries of a day on paper for the driver: of the chosen branch, or of each. */
export function RouteSheet() {
  const [isShown, setIsShown] = useState(false);
  if (!useCan('orders.contacts')) return null;
  return (
    <>
      <Button icon={<Truck size={16} aria-hidden="true" />} onClick={() => setIsShown(true)}>
        Маршрутный лист
      </Button>
      {isShown ? <DayDialog onClose={() => setIsShown(false)} /> : null}
    </>
  );
}

function DayDialog({ onClose }: { onClose: () => void }) {
  const [date, setDate] = useState(() => new Date().toLocaleDateString('sv-SE'));
  const branch = useSearchParams()[0].get('branch');
  const search = new URLSearchParams({ date, ...(branch && { branch }) });
  return (
    <Dialog title="Маршрутный лист" onClose={onClose}>
      <div className="form">
        <p>
          Доставки одного дня {branch ? 'выбранного филиала' : 'по филиалам'}: адреса, время, товары, вес и сколько
          взять с получателя. Выданные и отменённые заказы в лист не входят.
        </p>
        <Field label="День доставки">
          {(given) => (
            <input {...given} type="date" required value={date} onChange={({ target }) => setDate(target.value)} />
          )}
        </Field>
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          {date ? (
            <a
              className="btn btn-primary"
              href={`/api/admin/orders/route-sheet?${search}`}
              target="_blank"
              rel="noreferrer"
              onClick={onClose}
            >
              Открыть лист
            </a>
          ) : null}
        </div>
      </div>
    </Dialog>
  );
}
