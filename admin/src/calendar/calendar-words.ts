import {
  BookOpen,
  Briefcase,
  ClipboardList,
  Clock,
  CreditCard,
  FileText,
  Gift,
  Image,
  LayoutTemplate,
  type LucideIcon,
  Mail,
  Megaphone,
  Menu,
  Package,
  Palette,
  PencilLine,
  Percent,
  Search,
  Tag,
  TicketPercent,
} from 'lucide-react';
import { addressOfDraft } from '../drafts/draft-address.ts';
import type { Got } from '../parts/got.ts';
import { placeOf } from '../releases/release-words.ts';

export type CalendarAnswer = Got<'/api/admin/calendar'>;
export type DifferencesAnswer = Got<'/api/admin/calendar/differences'>;
export type CalendarItem = CalendarAnswer['items'][number];
export type Kind = CalendarItem['kind'];
type Thing = { kind: Kind; id: string };

type KindWords = { label: string; icon: LucideIcon; tone: 'green' | 'lake' | 'brick' | 'ochre' | 'sand' };

export const kinds: Record<Kind, KindWords> = {
  releases: { label: 'Выпуски', icon: Package, tone: 'brick' },
  drafts: { label: 'Правки', icon: PencilLine, tone: 'sand' },
  layouts: { label: 'Оформление', icon: Palette, tone: 'lake' },
  slides: { label: 'Слайды', icon: Image, tone: 'green' },
  actions: { label: 'Акции', icon: Percent, tone: 'brick' },
  coupons: { label: 'Купоны', icon: TicketPercent, tone: 'ochre' },
  landings: { label: 'Посадочные', icon: LayoutTemplate, tone: 'green' },
  wheels: { label: 'Колесо', icon: Gift, tone: 'lake' },
  wobblers: { label: 'Плашки', icon: Megaphone, tone: 'sand' },
  plans: { label: 'Цены', icon: Tag, tone: 'ochre' },
  menu: { label: 'Меню', icon: Menu, tone: 'sand' },
  articles: { label: 'Статьи', icon: BookOpen, tone: 'sand' },
  pages: { label: 'Страницы', icon: FileText, tone: 'green' },
  pins: { label: 'Поиск', icon: Search, tone: 'ochre' },
  credit: { label: 'Кредит', icon: CreditCard, tone: 'lake' },
  forms: { label: 'Формы', icon: ClipboardList, tone: 'sand' },
  vacancies: { label: 'Вакансии', icon: Briefcase, tone: 'green' },
  news: { label: 'Новости покупателям', icon: Mail, tone: 'sand' },
  hours: { label: 'Часы филиалов', icon: Clock, tone: 'ochre' },
};

type Keyed = Pick<CalendarItem, 'kind' | 'id' | 'starts_at'> & Partial<Pick<CalendarItem, 'save'>>;

/**
 * The same while it is moved. Hours of a branch and versions of a form are many rows, each of its own day; versions of
 * a page are many, too, and each that can be moved has a save of its own.
 */
export function keyOf({ kind, id, starts_at, save }: Keyed): string {
  if (kind === 'pages') return `${kind} ${save?.url ?? `${id} ${starts_at}`}`;
  return kind === 'hours' || kind === 'forms' ? `${kind} ${id} ${starts_at}` : `${kind} ${id}`;
}

/** Where a record is opened. */
export function recordOf({ kind, id }: Thing): string {
  const of = encodeURIComponent(id);
  switch (kind) {
    case 'releases':
      return `/calendar/releases/${of}`;
    case 'drafts':
      return addressOfDraft(id);
    case 'pages':
      return `/content/pages/${of}`;
    case 'news':
      return '/content/mails';
    case 'hours':
      return `/branches/${of}`;
    default:
      return placeOf(kind, id);
  }
}
