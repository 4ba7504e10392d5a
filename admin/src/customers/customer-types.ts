import type { Got } from '../parts/got.ts';

export type CustomerRow = Got<'/api/admin/customers'>['items'][number];
export type Customer = Got<'/api/admin/customers/{id}'>;
export type Notes = Got<'/api/admin/customers/{id}/notes'>;
export type Cards = Got<'/api/admin/customers/{id}/cards'>;
export type Card = Cards['items'][number];
export type Agreements = Got<'/api/admin/customers/{id}/agreements'>;
export type Requests = Got<'/api/admin/customers/{id}/requests'>;
export type Doubles = Got<'/api/admin/customers/{id}/doubles'>;
export type MergePreview = Got<'/api/admin/customers/{id}/merge'>;
export type CustomerSessions = Got<'/api/admin/customers/{id}/sessions'>;

export type ConsentRow = Got<'/api/admin/consents'>['items'][number];

export type CompanyRow = Got<'/api/admin/companies'>['items'][number];
export type Company = Got<'/api/admin/companies/{id}'>;
export type CompanyMoney = Got<'/api/admin/companies/{id}/money'>;
