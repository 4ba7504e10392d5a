import type { paths } from '../api-types.ts';

type Json<Answer> = Answer extends { content: { 'application/json': infer Body } } ? Body : never;

export type Board = Json<paths['/api/admin/orders/board']['get']['responses'][200]>;
export type OrderRow = Board['columns'][number]['orders'][number];
export type OrderRecord = Json<paths['/api/admin/orders/{id}']['get']['responses'][200]>;
export type OrderLine = OrderRecord['lines'][number];
export type Proposal = OrderRecord['proposals'][number];
export type ProposalPlan = Json<paths['/api/admin/orders/{id}/proposals/plan']['post']['responses'][200]>;
export type RefundPlan = Json<paths['/api/admin/orders/{id}/refund-plan']['get']['responses'][200]>;
export type ReceivingOptions = Json<paths['/api/admin/orders/{id}/receiving-options']['get']['responses'][200]>;
export type EmailDrafts = Json<paths['/api/admin/orders/{id}/emails']['get']['responses'][200]>;
export type PhoneQuote = Json<paths['/api/admin/phone-order/quote']['post']['responses'][200]>;
export type PhoneBuyer = Json<paths['/api/admin/phone-order/buyers']['get']['responses'][200]>['items'][number];
export type FoundGoods = Json<paths['/api/admin/phone-order/goods']['get']['responses'][200]>['items'][number];
