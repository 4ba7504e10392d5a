import type { FormRules } from './form-rules.ts';

/** Why a buyer does not want other goods than were ordered. */
export const declineChangeForm = {
  note: {
    label: 'Что не подходит',
    max: 500,
    lines: 2,
    autoComplete: 'off',
  },
} satisfies FormRules;
