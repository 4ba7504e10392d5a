import { formatPrice } from '#shared/money.ts';

type Salary = {
  salary_from_kopecks: number | null;
  salary_to_kopecks: number | null;
  is_salary_after_tax: boolean;
};

/** «от 55 000 до 70 000 ₽», «от 55 000 ₽», «55 000 ₽» when both bounds are one. */
export function salaryRange({ salary_from_kopecks: from, salary_to_kopecks: to }: Salary): string {
  if (from !== null && from === to) return formatPrice(from);
  const least = from === null ? '' : `от\u00a0${formatPrice(from)}`;
  const most = to === null ? '' : `до\u00a0${formatPrice(to)}`;
  return least && most ? `${least.replace(/\s₽$/, '')} ${most}` : least || most;
}

export function salaryNote({ is_salary_after_tax }: Salary): string {
  return is_salary_after_tax ? 'в месяц на руки' : 'в месяц до вычета НДФЛ';
}
