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
export type MailsAnswer = Got<'/api/admin/mails'>;
export type MailRow = MailsAnswer['items'][number];
export type MailSamples = Got<'/api/admin/mail-samples'>;
export type MailSample = Got<'/api/admin/mail-samples/{id}'>;
