import { LinkTabs } from '../parts/link-tabs.tsx';

export function PromoTabs() {
  return (
    <LinkTabs
      label="Акции и купоны"
      tabs={[
        { to: '/promo', label: 'Купоны' },
        { to: '/promo/bench', label: 'Почему не сработал' },
        { to: '/promo/actions', label: 'Акции' },
        { to: '/promo/slides', label: 'Слайды' },
        { to: '/promo/wobblers', label: 'Плашки' },
        { to: '/promo/credit', label: 'Кредит' },
        { to: '/promo/bonuses', label: 'Бонусы' },
        { to: '/promo/wheels', label: 'Колесо' },
        { to: '/promo/sets', label: 'Наборы' },
        { to: '/promo/codes', label: 'Коды кампаний' },
      ]}
    />
  );
}
