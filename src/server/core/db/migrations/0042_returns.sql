-- Returns that a shop accepts itself, its answers to requests, the way of the goods, and refunds without goods.

-- `goods`: pieces come back. `delivery`, `goodwill`: money without goods; goodwill is borne by the shop.
-- `part_id`: the only part that it is about; null for a request about the whole order.
-- `answer_until`: until when the shops answer. `agreed_at`: they agreed, and the money waits for the goods.
-- `escalated_at`: an administrator decides.
-- `exchange_order_id`: the order with the variation given in exchange; `surcharge`: what the shop itself took for it on
-- top of money that the marketplace held.
alter table refunds
  add column kind text not null default 'goods',
  add column part_id bigint,
  add column answer_until timestamptz,
  add column agreed_at timestamptz,
  add column escalated_at timestamptz,
  add column exchange_order_id bigint,
  add column surcharge numeric(18, 2) not null default 0;
alter table refunds add constraint refunds_kind_check check (kind in ('goods', 'delivery', 'goodwill')) not valid;
alter table refunds validate constraint refunds_kind_check;
alter table refunds add constraint refunds_part_id_fkey foreign key (part_id) references orders (id) not valid;
alter table refunds validate constraint refunds_part_id_fkey;
alter table refunds add constraint refunds_exchange_order_id_fkey foreign key (exchange_order_id)
  references orders (id) not valid;
alter table refunds validate constraint refunds_exchange_order_id_fkey;
alter table refunds add constraint refunds_surcharge_check check (surcharge >= 0) not valid;
alter table refunds validate constraint refunds_surcharge_check;
alter table refunds add constraint refunds_part_check check (kind = 'goods' or part_id is not null) not valid;
alter table refunds validate constraint refunds_part_check;

-- What each shop says about a refund of its goods, and where they are.
create table refund_shops (
  refund_id bigint not null references refunds (id) on delete cascade,
  shop_id bigint not null references shops (id),
  -- Null: not yet. `silent`: it did not answer in time, which counts as consent.
  answer text check (answer in ('agreed', 'objected', 'silent')),
  note text,
  -- [attachment]
  images jsonb not null default '[]',
  answered_by bigint references users (id),
  answered_at timestamptz,
  stage text not null default 'none' check (stage in ('none', 'on_way', 'received', 'inspected')),
  stage_at timestamptz,
  primary key (refund_id, shop_id)
);
create index refund_shops_shop_id on refund_shops (shop_id, refund_id);
create index refund_shops_answered_by on refund_shops (answered_by) where answered_by is not null;

-- Goods of older refunds: decided ones are back or will not come.
insert into refund_shops (refund_id, shop_id, stage)
  select distinct l.refund_id, l.shop_id, case when r.status in ('approved', 'rejected') then 'inspected' else 'none' end
  from refund_lines l join refunds r on r.id = l.refund_id where r.origin = 'request';

-- What became of the inspected pieces.
alter table refund_lines
  add column restocked integer not null default 0,
  add column written_off integer not null default 0,
  add column write_off_reason text;
alter table refund_lines add constraint refund_lines_inspected_check
  check (restocked >= 0 and written_off >= 0 and restocked + written_off <= quantity) not valid;
alter table refund_lines validate constraint refund_lines_inspected_check;

-- Of `refunded_amount`, what was delivery; and what shops gave beside the payment.
alter table orders
  add column refunded_delivery numeric(18, 2) not null default 0,
  add column goodwill_amount numeric(18, 2) not null default 0;
alter table orders add constraint orders_refunded_delivery_check
  check (refunded_delivery >= 0 and refunded_delivery <= delivery_fee) not valid;
alter table orders validate constraint orders_refunded_delivery_check;
alter table orders add constraint orders_goodwill_check
  check (goodwill_amount >= 0 and goodwill_amount <= paid_total) not valid;
alter table orders validate constraint orders_goodwill_check;
-- Until now the delivery of a part came back with its last pieces.
update orders o set refunded_delivery = o.delivery_fee
  where o.parent_id is not null and o.refunded_amount > 0 and o.delivery_fee > 0
    and not exists (select from order_lines l where l.order_id = o.id and l.refunded_quantity < l.quantity);
update orders o set refunded_delivery = part.sum
  from (select parent_id, sum(refunded_delivery) as sum from orders where parent_id is not null and refunded_delivery > 0
    group by 1) part where part.parent_id = o.id;

-- The terminal of a shop gives money back, too.
alter table till_refunds add column gateway text not null default 'CASH';
alter table till_refunds add constraint till_refunds_gateway_check check (gateway in ('CASH', 'CARD')) not valid;
alter table till_refunds validate constraint till_refunds_gateway_check;

-- `refund-delivery`: delivery alone, `goodwill`: money without goods that a shop bears.
alter table ledger_entries drop constraint ledger_entries_kind_check;
alter table ledger_entries add constraint ledger_entries_kind_check check (kind in ('order', 'refund', 'withdrawal',
  'withdrawal-return', 'withdrawal-paid', 'adjustment', 'sign-up', 'points', 'cash-kept', 'card-kept',
  'refund-delivery', 'goodwill')) not valid;
alter table ledger_entries validate constraint ledger_entries_kind_check;
