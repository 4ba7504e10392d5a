import { maintenanceWords } from '#shared/maintenance-words.ts';
import { type ErrorWords, fault, refused } from './fault-words.ts';

/** By the code of the error page (S2-22): 665 and 666 travel as HTTP 503. */
const words = {
  400: {
    title: 'Неверный адрес',
    heading: 'Такого адреса нет',
    text: 'В адресе недопустимые знаки. Откройте каталог или главную страницу.',
  },
  403: {
    title: 'Нет доступа',
    heading: 'Сюда нельзя',
    text: 'Эту страницу видит только её владелец. Проверьте, с той ли почтой вы вошли.',
  },
  404: {
    title: 'Страница не найдена',
    heading: 'Такой страницы нет',
    text: 'Возможно, товар сняли с продажи или в адресе опечатка. Поищите по названию или откройте каталог.',
  },
  500: fault,
  [maintenanceWords.code]: maintenanceWords,
  666: {
    title: 'Каталог недоступен',
    heading: 'Каталог сейчас недоступен',
    text: 'Попробуйте через минуту или позвоните: подскажем цену и наличие.',
  },
} satisfies Record<number, ErrorWords>;

export function wordsOf(code: number): ErrorWords {
  return (words as Record<number, ErrorWords>)[code] ?? (code >= 500 ? words[500] : refused);
}
