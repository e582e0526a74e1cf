-- Online payment by card, SberPay and T-Pay beside the fast payment system.
alter table orders drop constraint orders_payment_gateway_check;
alter table orders add constraint orders_payment_gateway_check check (payment_gateway in ('CASH', 'CASH_ON_DELIVERY', 'SBP',
  'FULL_WALLET_PAYMENT', 'CARD', 'ONLINE_CARD', 'SBERPAY', 'TPAY')) not valid;
alter table orders validate constraint orders_payment_gateway_check;

-- Encodes shop (0 for a whole order), statuses and gateway as one number for the search index. The first five gateways fill
-- 6 to 55 of each hundred, the later ones the rest of it, so that no indexed order changes its number.
create or replace function order_fact(shop bigint, status text, payment text, gateway text) returns bigint
  language sql immutable parallel safe as $$
  select shop * 1000 + 100 * array_position('{order-pending,order-processing,order-at-local-facility,order-out-for-delivery,
      order-completed,order-cancelled,order-refunded,order-failed}'::text[], status)
    + case when place <= 5 then 5 * paid + place else 10 * place + paid - 5 end
  from (select array_position('{payment-pending,payment-processing,payment-success,payment-failed,payment-reversal,
      payment-refunded,payment-cash-on-delivery,payment-cash,payment-wallet,payment-awaiting-for-approval}'::text[], payment) as paid,
    array_position('{CASH,CASH_ON_DELIVERY,SBP,FULL_WALLET_PAYMENT,CARD,ONLINE_CARD,SBERPAY,TPAY}'::text[], gateway) as place)
    as places
$$;
