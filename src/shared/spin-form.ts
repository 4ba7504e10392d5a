import { readClientSeed } from './fair-draw.ts';
import type { FormRules } from './form-rules.ts';

/** A spin of the wheel: the fingerprint that was shown, and what the person or their browser chose. */
export const spinForm = {
  commit: { label: 'Контрольная сумма' },
  client_seed: {
    label: 'Ваше слово или число',
    required: true,
    empty: 'Напишите любое слово или число',
    clean: (typed) => readClientSeed(typed) ?? '',
    hint: 'От него тоже зависит приз. Впишите любое',
    autoComplete: 'off',
  },
} satisfies FormRules;
