import type { Settings } from '#modules/settings/schema.ts';
import { contactCentreHours } from '#shared/constants.ts';

/** The invented seller: its numbers pass their control digits and belong to nobody. */
export const demoSettings = {
  company: {
    name: 'ООО «ИДД»',
    inn: '3525000101',
    ogrn: '1263525000034',
    email: 'zakaz@idd.example',
    vk_url: 'https://vk.com/idd_example',
    logo: null,
  },
  contact_centre: {
    phones: ['8 800 000-35-35', '+7 (8172) 00-35-35'],
    tooltip_hours: [...contactCentreHours.tooltip],
    header_hours: [...contactCentreHours.header],
  },
  orders: { refund_limit: 10_000, proposal_hours: 4 },
  company_terms: { check_working_days: 1, shows_example: true },
} satisfies Pick<Settings, 'company' | 'contact_centre' | 'orders' | 'company_terms'>;
