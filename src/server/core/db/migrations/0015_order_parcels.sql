-- The parcel of a shop's part: who carries it, and the carrier's number that the customer follows it by.
alter table orders add column parcel_carrier text;
alter table orders add column parcel_number text;

-- Notes are for the people who work on an order, never for its customer.
alter table order_events drop constraint order_events_kind_check;
alter table order_events add constraint order_events_kind_check
  check (kind in ('placed', 'status', 'payment', 'delivery-date', 'lines', 'refund', 'parcel', 'note'));

-- The order that an e-mail or SMS is about, for the timeline of the order.
alter table outbox add column order_id bigint references orders (id);
create index outbox_order_id on outbox (order_id, id) where order_id is not null;
