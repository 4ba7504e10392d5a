import type { Tone } from '../parts/tag.tsx';

export const stateTones: Record<string, Tone> = { new: 'warn', approved: 'good', refused: 'plain' };

export const stateChoices = [
  { value: 'new', label: 'На проверке', filter: { state: ['new'] } },
  { value: 'approved', label: 'Опубликованы', filter: { state: ['approved'] } },
  { value: 'refused', label: 'Не опубликованы', filter: { state: ['refused'] } },
];
