import type { paths } from '../api-types.ts';
import type { Got } from '../parts/got.ts';

export type PageRow = Got<'/api/admin/pages'>['items'][number];
export type PageRecord = Got<'/api/admin/pages/{id}'>;
export type VersionRow = PageRecord['versions'][number];
export type VersionRecord = Got<'/api/admin/page-versions/{id}'>;
export type MenuLinkRow = Got<'/api/admin/menu-links'>['items'][number];
export type HomeLayouts = Got<'/api/admin/home-layouts'>;
export type HomeLayoutRecord = Got<'/api/admin/home-layouts/{id}'>;
export type ArticleRow = Got<'/api/admin/articles'>['items'][number];
export type ArticleRecord = Got<'/api/admin/articles/{id}'>;
export type Topics = Got<'/api/admin/blog-topics'>;
export type VacancyRow = Got<'/api/admin/vacancies'>['items'][number];
export type VacancyRecord = Got<'/api/admin/vacancies/{id}'>;
export type VacancyPlaces = Got<'/api/admin/vacancy-places'>;
export type MailRow = Got<'/api/admin/mails'>['items'][number];
export type MailSamples = Got<'/api/admin/mail-samples'>;
export type MailSample = Got<'/api/admin/mail-samples/{id}'>;
export type EmailTexts = Got<'/api/admin/email-texts/{id}'>;
export type EmailPreview =
  paths['/api/admin/email-texts/{id}/preview']['post']['responses'][200]['content']['application/json'];
export type FormRow = Got<'/api/admin/forms'>['items'][number];
export type FormRecord = Got<'/api/admin/forms/{id}'>;
export type LandingRow = Got<'/api/admin/landings'>['items'][number];
export type LandingRecord = Got<'/api/admin/landings/{id}'>;
export type LandingTextRow = LandingRecord['texts'][number];
export type LandingText = Got<'/api/admin/landing-texts/{id}'>;
