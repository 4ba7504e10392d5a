import type { Got } from './got.ts';
import type { Tone } from './tag.tsx';

type State = Got<'/api/admin/shelf-codes'>['items'][number]['state'];

/** Whether a printed code leads anywhere. */
export const codeStateWords: Record<State, string> = { running: 'работает', ended: 'отключён' };
export const codeStateTones: Record<State, Tone> = { running: 'good', ended: 'plain' };
export const codeStateChoices = [
  { value: 'running', label: 'Работают' },
  { value: 'ended', label: 'Отключены' },
];
