import { formatPhone } from '#shared/phone.ts';

const names: Record<string, string[]> = {
  main: ['Розничный отдел', 'Оптовый отдел'],
  delivery: ['Доставка'],
};

/**
 * The phones of a department, as they are shown, with who answers. A key is a part of the shop, its value a
 * '|'-separated list (S3-01).
 */
export function departmentPhones(phones: Record<string, string>): { label: string; phone: string }[] {
  return Object.entries(phones).flatMap(([key, list]) =>
    list
      .split('|')
      .map((phone) => formatPhone(phone.trim()))
      .filter(Boolean)
      .map((phone, index) => ({ label: labelOf(key, index), phone })),
  );
}

export const isWholesale = ({ label }: { label: string }) => /^опт/i.test(label);

/** Keys in Russian are names themselves. */
function labelOf(key: string, index: number): string {
  return names[key]?.[index] ?? (/[а-яё]/i.test(key) ? key : 'Телефон');
}
