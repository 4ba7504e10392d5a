-- Any partner may take the money, and what is stored is in the shop's words: reasons of refusal and VAT rates instead of YooKassa's codes, receipts
-- of any length (how many lines a cash desk takes is the partner's knowledge).

-- The partner by its name in src/integrations/partners.ts, or account: an invoice marked as paid by staff.
alter table payments drop constraint payments_provider_check,
  add constraint payments_provider_check check (provider ~ '^[a-z][a-z0-9-]{1,39}$');

-- CancellationReason of src/modules/payments/cancellation-words.ts.
update payments set cancellation_reason = case cancellation_reason
    when '3d_secure_failed' then 'not_confirmed'
    when 'call_issuer' then 'ask_bank'
    when 'card_expired' then 'card_expired'
    when 'country_forbidden' then 'country_forbidden'
    when 'fraud_suspected' then 'suspicious'
    when 'general_decline' then 'declined'
    when 'identification_required' then 'wallet_unconfirmed'
    when 'insufficient_funds' then 'no_money'
    when 'invalid_card_number' then 'wrong_number'
    when 'invalid_csc' then 'wrong_code'
    when 'issuer_unavailable' then 'bank_silent'
    when 'payment_method_limit_exceeded' then 'limit_exceeded'
    when 'payment_method_restricted' then 'method_forbidden'
    when 'permission_revoked' then 'permission_revoked'
    when 'internal_timeout' then 'provider_late'
    when 'canceled_by_merchant' then 'cancelled_by_shop'
    when 'expired_on_confirmation' then 'not_paid_in_time'
    when 'expired_on_capture' then 'not_captured_in_time'
    when 'deal_expired' then 'deal_expired'
    when 'unsupported_mobile_operator' then 'operator_unsupported'
    else 'unknown' end
where cancellation_reason is not null
  and cancellation_reason not in ('replaced', 'order_over', 'provider_silent', 'rejected');

-- [{position, name, count, price, pieces, unit, vat_rate, subject, mode}], price in kopecks of one unit, vat_rate null: the partner's rate of deliveries.
alter table receipts drop constraint receipts_items_check,
  add constraint receipts_items_check check (jsonb_typeof(items) = 'array' and jsonb_array_length(items) >= 1);

update receipts set items = (
  select jsonb_agg((item - 'vat_code') || jsonb_build_object('vat_rate', case (item ->> 'vat_code')::int
      when 2 then 0 when 7 then 5 when 8 then 7 when 3 then 10 when 4 then 20 when 11 then 22 end) order by n)
  from jsonb_array_elements(items) with ordinality as numbered (item, n)
)
where items -> 0 ? 'vat_code';
