import type { FirmSummary } from '#modules/documents/firm-summary.ts';
import { dueWords, invoicesWords } from '#shared/due-words.ts';
import { formatPrice } from '#shared/money.ts';
import { formatPhone, phoneHref } from '#shared/phone.ts';
import { countOf } from '#shared/plurals.ts';

/** A term of a firm, or what waits for it: its name, its figures, what is to be known beside them. */
export type FirmTerm = {
  icon: string;
  name: string;
  words: string;
  note: string | null;
  /** By what a person is reached. */
  links?: { words: string; href: string }[];
  is_late?: boolean;
};

/** What a firm buys by, as far as rows say so: its deferral, limits, unpaid invoices. */
export function firmTerms({ unpaid, deferral, limit }: FirmSummary): FirmTerm[] {
  const terms: (FirmTerm | null)[] = [
    unpaid && unpaidTerm(unpaid),
    deferral && {
      icon: 'calendar-clock',
      name: 'Отсрочка платежа',
      words:
        deferral.days === 0 ? 'в день получения' : `${countOf(deferral.days, 'день', 'дня', 'дней')} после получения`,
      note: deferral.credit_limit === null ? null : `долг до ${formatPrice(deferral.credit_limit)}`,
    },
    limit && limitTerm(limit),
  ];
  return terms.filter((term) => term !== null);
}

function unpaidTerm(unpaid: NonNullable<FirmSummary['unpaid']>): FirmTerm {
  const due = dueWords(unpaid);
  return {
    icon: 'file-text',
    name: 'Счета ждут оплаты',
    words: invoicesWords(unpaid),
    note: due?.words ?? null,
    is_late: due?.is_late ?? false,
  };
}

function limitTerm({ order, month }: NonNullable<FirmSummary['limit']>): FirmTerm | null {
  const words = [
    order !== null && `заказ до ${formatPrice(order)}`,
    month !== null && `до ${formatPrice(month.whole)} в месяц`,
  ].filter((one) => one !== false);
  if (words.length === 0) return null;
  return {
    icon: 'building-2',
    name: 'Без согласования',
    words: words.join(', '),
    note: month && `в этом месяце осталось ${formatPrice(month.left)}`,
  };
}

/** Whom the firm asks first. */
export function managerTerm({ name, phone, email }: NonNullable<FirmSummary['manager']>): FirmTerm {
  const links = [
    phone !== null && { words: formatPhone(phone), href: phoneHref(phone) },
    email !== null && { words: email, href: `mailto:${email}` },
  ].filter((link) => link !== false);
  return { icon: 'headphones', name: 'Ваш менеджер', words: name, note: null, links };
}
