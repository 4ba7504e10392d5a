import { CircleAlert, CircleCheck, CircleMinus, CircleX } from 'lucide-react';
import type { Got } from './got.ts';

export type Fact = Got<'/api/admin/health/facts'>['items'][number];

const marks = {
  good: { Icon: CircleCheck, words: 'в порядке' },
  plain: { Icon: CircleMinus, words: 'не настроено или нечего оценить' },
  warn: { Icon: CircleAlert, words: 'посмотрите' },
  bad: { Icon: CircleX, words: 'сломано' },
} as const;

/** What a fact of the shop's health is about, with how it is: by the sign, not by its colour alone. */
export function FactMark({ name, tone }: Pick<Fact, 'name' | 'tone'>) {
  const { Icon, words } = marks[tone];
  return (
    <>
      <Icon size={16} aria-hidden="true" />
      {name}
      <span className="hidden-words">: {words}</span>
    </>
  );
}
