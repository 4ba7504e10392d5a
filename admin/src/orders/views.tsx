import { Columns3, List, Phone } from 'lucide-react';
import { useNavigate, useSearchParams } from 'react-router';
import { Button } from '../parts/button.tsx';
import { useAddress } from '../parts/page-link.tsx';
import { useCan } from '../session/session.ts';

/** Board or list; the filter stays. */
export function Views() {
  const [search, setSearch] = useSearchParams();
  const isList = search.get('view') === 'list';
  function show(view: 'list' | null) {
    const next = new URLSearchParams(search);
    next.delete('page');
    if (view) next.set('view', view);
    else next.delete('view');
    setSearch(next);
  }
  return (
    <fieldset className="segments">
      <legend className="hidden-words">Вид</legend>
      <button type="button" aria-pressed={isList} onClick={() => show('list')}>
        <List size={16} aria-hidden="true" />
        Список
      </button>
      <button type="button" aria-pressed={!isList} onClick={() => show(null)}>
        <Columns3 size={16} aria-hidden="true" />
        Доска
      </button>
    </fieldset>
  );
}

export function NewOrder() {
  const navigate = useNavigate();
  const address = useAddress();
  if (!useCan('orders.create')) return null;
  return (
    <Button
      kind="primary"
      icon={<Phone size={16} aria-hidden="true" />}
      onClick={() => void navigate(address('/orders/new'))}
    >
      Заказ по телефону
    </Button>
  );
}
