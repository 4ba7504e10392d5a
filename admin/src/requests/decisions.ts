import type { Tone } from '../parts/tag.tsx';

export const stateTones: Record<string, Tone> = { new: 'warn', approved: 'good', refused: 'plain' };

export const stateChoices = [
  { value: 'new', label: 'На проверке', filter: { state: ['new'] } },
  { value: 'approved', label: 'Опубликованы', filter: { state: ['approved'] } },
  { value: 'refused', label: 'Не опубликованы', filter: { state: ['refused'] } },
];

/** What is written most often; the author reads it as it stands. */
export const refusalReasons = [
  'Текст не о товаре.',
  'В тексте есть чужие личные данные.',
  'В тексте есть грубые слова.',
  'Это реклама или ссылка на другой сайт.',
];
