import polyglotI18nProvider from 'ra-i18n-polyglot';
import { messages } from './messages.ts';

/** Russian alone; what a section translates itself stays as it is written. */
export const i18nProvider = polyglotI18nProvider(() => messages, 'ru', [{ locale: 'ru', name: 'Русский' }], {
  allowMissing: true,
});
