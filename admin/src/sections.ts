import {
  Activity,
  CalendarDays,
  ClipboardList,
  CreditCard,
  Globe,
  History,
  House,
  KeyRound,
  LayoutTemplate,
  type LucideIcon,
  MessageCircle,
  Package,
  RefreshCw,
  Rocket,
  ScanLine,
  Search,
  Settings as SettingsIcon,
  ShieldCheck,
  Store,
  Tag,
  TicketPercent,
  Users,
  Warehouse,
} from 'lucide-react';
import type { ComponentType } from 'react';

/** The groups of the menu, in order; the first stands without a heading. */
export const groups = ['Главная', 'Продажи', 'Ассортимент', 'Витрина', 'Магазин'] as const;

export type Section = {
  /** Also the name of its counter in GET /api/admin/counters. */
  key: string;
  group: (typeof groups)[number];
  label: string;
  /** Under /admin, without a slash at the end; the section's own routes stand below it. */
  path: string;
  /** Who lacks it, or all of several, does not see the section; null: everybody who works here. */
  permission: string | string[] | null;
  icon: LucideIcon;
  /** It is not in the menu: other pages lead to it while it is needed, and the search. */
  isHidden?: true;
  /** Letter after `G` that opens it, as it stands on the key: `O` for orders. */
  key_letter?: string;
  /** The section's screens, loaded when they are opened; its default export has routes of its own. */
  load: () => Promise<{ default: ComponentType }>;
};

/** Every section that has a screen, in the order of the menu. The first one that a person may see is the start page. */
export const sections: Section[] = [
  {
    key: 'home',
    group: 'Главная',
    label: 'Главная',
    path: '/home',
    permission: 'dashboard.read',
    icon: House,
    load: () => import('./home/home.tsx'),
  },
  {
    key: 'start',
    group: 'Главная',
    label: 'Первый запуск',
    path: '/start',
    permission: 'settings.write',
    icon: Rocket,
    isHidden: true,
    load: () => import('./start/start.tsx'),
  },
  {
    key: 'orders',
    group: 'Продажи',
    label: 'Заказы',
    path: '/orders',
    permission: 'orders.read',
    icon: ClipboardList,
    key_letter: 'O',
    load: () => import('./orders/orders.tsx'),
  },
  {
    key: 'handover',
    group: 'Продажи',
    label: 'Выдача',
    path: '/handover',
    permission: 'handover.do',
    icon: ScanLine,
    load: () => import('./handover/handover.tsx'),
  },
  {
    key: 'payments',
    group: 'Продажи',
    label: 'Платежи и чеки',
    path: '/payments',
    permission: 'payments.read',
    icon: CreditCard,
    load: () => import('./payments/payments.tsx'),
  },
  {
    key: 'customers',
    group: 'Продажи',
    label: 'Покупатели и фирмы',
    path: '/customers',
    permission: 'customers.read',
    icon: Users,
    load: () => import('./customers/customers.tsx'),
  },
  {
    key: 'catalogue',
    group: 'Ассортимент',
    label: 'Каталог',
    path: '/catalogue',
    permission: 'catalogue.read',
    icon: Package,
    key_letter: 'C',
    load: () => import('./catalogue/catalogue.tsx'),
  },
  {
    key: 'prices',
    group: 'Ассортимент',
    label: 'Цены',
    path: '/prices',
    permission: 'prices.read',
    icon: Tag,
    key_letter: 'P',
    load: () => import('./prices/prices.tsx'),
  },
  {
    key: 'stock',
    group: 'Ассортимент',
    label: 'Остатки',
    path: '/stock',
    permission: 'stock.read',
    icon: Warehouse,
    load: () => import('./stock/stock.tsx'),
  },
  {
    key: 'promo',
    group: 'Витрина',
    label: 'Акции и купоны',
    path: '/promo',
    permission: 'promo.write',
    icon: TicketPercent,
    load: () => import('./promo/promo.tsx'),
  },
  {
    key: 'calendar',
    group: 'Витрина',
    label: 'Календарь',
    path: '/calendar',
    permission: 'preview.use',
    icon: CalendarDays,
    load: () => import('./calendar/calendar.tsx'),
  },
  {
    key: 'search',
    group: 'Витрина',
    label: 'Поиск',
    path: '/search',
    permission: 'search.write',
    icon: Search,
    load: () => import('./search/search.tsx'),
  },
  {
    key: 'seo',
    group: 'Витрина',
    label: 'SEO',
    path: '/seo',
    permission: 'seo.write',
    icon: Globe,
    load: () => import('./seo/seo.tsx'),
  },
  {
    key: 'branches',
    group: 'Магазин',
    label: 'Филиалы',
    path: '/branches',
    permission: 'branches.read',
    icon: Store,
    load: () => import('./branches/branches.tsx'),
  },
  {
    key: 'staff',
    group: 'Магазин',
    label: 'Сотрудники',
    path: '/staff',
    permission: 'staff.manage',
    icon: ShieldCheck,
    load: () => import('./staff/staff.tsx'),
  },
  {
    key: 'journal',
    group: 'Магазин',
    label: 'Журнал',
    path: '/journal',
    permission: null,
    icon: History,
    load: () => import('./journal/journal.tsx'),
  },
  {
    key: 'jobs',
    group: 'Магазин',
    label: 'Задания и здоровье',
    path: '/jobs',
    permission: 'jobs.read',
    icon: Activity,
    load: () => import('./jobs/jobs.tsx'),
  },
  {
    key: 'settings',
    group: 'Магазин',
    label: 'Настройки',
    path: '/settings',
    permission: 'settings.write',
    icon: SettingsIcon,
    load: () => import('./settings/settings.tsx'),
  },
  {
    key: 'keys',
    group: 'Магазин',
    label: 'Ключи и вебхуки',
    path: '/keys',
    permission: 'keys.manage',
    icon: KeyRound,
    load: () => import('./keys/keys.tsx'),
  },
  {
    key: 'requests',
    group: 'Продажи',
    label: 'Обращения',
    path: '/requests',
    permission: ['tickets.write', 'moderation.write', 'leads.read'],
    icon: MessageCircle,
    load: () => import('./requests/requests.tsx'),
  },
  {
    key: 'onec',
    group: 'Ассортимент',
    label: 'Обмен с 1С',
    path: '/onec',
    permission: 'exchange.read',
    icon: RefreshCw,
    load: () => import('./onec/onec.tsx'),
  },
  {
    key: 'content',
    group: 'Витрина',
    label: 'Страницы и блоки',
    path: '/content',
    permission: 'content.write',
    icon: LayoutTemplate,
    load: () => import('./content/content.tsx'),
  },
];
