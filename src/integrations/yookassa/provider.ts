import type { Found, PaymentPartner, PaymentProvider, StoredRequest } from '#integrations/payments/provider.ts';
import type { Processor } from '#integrations/processor.ts';
import type { SeenPayment } from '#modules/payments/apply-payment.ts';
import type { Db } from '#platform/database.ts';
import { callYookassa, type YookassaShop } from './client.ts';
import {
  mostReceiptLines,
  readNotification,
  readPayment,
  readReceipt,
  readReceiptList,
  readRefund,
  readRefundList,
  toPaymentRequest,
  toReceiptRequest,
  toRefundRequest,
} from './mapping.ts';
import { yookassaMethods } from './methods.ts';

/** YooKassa's API v3 (yookassa.ru/developers/api), with receipts of 54-ФЗ. */
export const yookassa: PaymentPartner = {
  needs: 'YOOKASSA_SHOP_ID и YOOKASSA_SECRET_KEY',
  key: ({ YOOKASSA_SECRET_KEY }) => YOOKASSA_SECRET_KEY,
  isOn: (config) => config.YOOKASSA_SHOP_ID !== undefined,
  open: (db, config, longest_ms = Number.POSITIVE_INFINITY) => ({
    processor,
    ...yookassaProvider(db, {
      name: 'yookassa',
      is_demonstration: false,
      findUrl: async () => config.YOOKASSA_URL.replace(/\/?$/, '/'),
      shop_id: config.YOOKASSA_SHOP_ID ?? '',
      secret_key: config.YOOKASSA_SECRET_KEY ?? '',
      networks: config.YOOKASSA_NETWORKS,
      timeout_ms: Math.min(config.YOOKASSA_TIMEOUT_MS, longest_ms),
      tax_system: config.YOOKASSA_TAX_SYSTEM ?? null,
      delivery_vat: config.YOOKASSA_DELIVERY_VAT,
    }),
  }),
};

const processor: Processor = {
  name: 'YooKassa (yookassa.ru)',
  gets:
    'Номер, состав и сумма заказа; для чека — почта и телефон, у организации ещё название и ИНН. ' +
    'Данные карты вы вводите у неё, магазину они не видны',
  purpose: 'Принять оплату, вернуть деньги и выдать чек',
};

/** Whoever speaks the API v3: YooKassa, or the demonstration that plays it. */
export function yookassaProvider(db: Db, shop: YookassaShop): PaymentProvider {
  const get = (path: string, about: string | null) => callYookassa(db, shop, { method: 'GET', path, about });
  const post = (path: string, key: string, body: unknown, about: string | null) =>
    callYookassa(db, shop, { method: 'POST', path, key, body, about });
  const postStored = (path: string, { id, idempotence_key, request }: StoredRequest) =>
    post(path, idempotence_key, request, id);
  const decide = async (verb: 'capture' | 'cancel', { provider_id, payment_id }: SeenPayment) =>
    readPayment(
      await post(`payments/${encodeURIComponent(provider_id)}/${verb}`, `${verb} ${provider_id}`, {}, payment_id),
    );
  const found: { [Kind in keyof Found]: (id: string, about: string | null) => Promise<Found[Kind]> } = {
    payment: async (id, about) => readPayment(await get(`payments/${id}`, about)),
    refund: async (id, about) => readRefund(await get(`refunds/${id}`, about)),
    refunds: async (id, about) => readRefundList(await get(`refunds?payment_id=${id}`, about)),
    receipts: async (id, about) => readReceiptList(await get(`receipts?payment_id=${id}`, about)),
  };
  return {
    name: shop.name,
    is_demonstration: shop.is_demonstration,
    // Two lines are the services': delivery, and unloading or lifting.
    most_positions: mostReceiptLines - 2,
    // Keys are remembered for 24 hours.
    key_lives_ms: 23 * 3_600_000,
    networks: shop.networks,
    readNotification,
    requests: {
      open: (wanted) => toPaymentRequest(shop, wanted),
      refund: (wanted) => toRefundRequest(shop, wanted),
      receipt: (wanted) => toReceiptRequest(shop, wanted),
    },
    methods: () => yookassaMethods(db, shop),
    open: async (stored) => readPayment(await postStored('payments', stored)),
    lookUp: (kind, id, about) => found[kind](encodeURIComponent(id), about),
    capture: (payment) => decide('capture', payment),
    cancel: (payment) => decide('cancel', payment),
    refund: async (stored) => readRefund(await postStored('refunds', stored)),
    receipt: async (stored) => readReceipt(await postStored('receipts', stored)),
  };
}
