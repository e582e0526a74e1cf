-- What lists of orders are read from. Whole orders and shops' parts are never listed together.
create index orders_whole on orders (created_at desc, id desc)
  include (order_status, payment_status, payment_gateway) where parent_id is null and deleted_at is null;
create index orders_whole_status on orders (order_status, created_at desc, id desc)
  where parent_id is null and deleted_at is null;
create index orders_whole_payment on orders (payment_status, created_at desc, id desc)
  where parent_id is null and deleted_at is null;
create index orders_whole_total on orders (total, id) where parent_id is null and deleted_at is null;
create index orders_whole_by_status on orders (order_status, id) where parent_id is null and deleted_at is null;
create index orders_whole_customer_name on orders (customer_name collate "und-x-icu", id)
  where parent_id is null and deleted_at is null;
create index orders_parts on orders (shop_id, created_at desc, id desc)
  include (order_status, payment_status, payment_gateway) where parent_id is not null and deleted_at is null;
create index orders_parts_status on orders (shop_id, order_status, created_at desc, id desc)
  where parent_id is not null and deleted_at is null;
create index orders_customer_id on orders (customer_id, created_at desc, id desc)
  where parent_id is null and deleted_at is null;
create index orders_coupon_id on orders (coupon_id) where coupon_id is not null;

-- The last ten digits of a phone, whatever stands before and between them.
create function phone_tail(written text) returns text language sql immutable parallel safe as $$
  select right(regexp_replace(written, '\D', '', 'g'), 10)
$$;
create index orders_phone on orders (phone_tail(customer_contact), created_at desc);
create index orders_email on orders (lower(customer_email) text_pattern_ops) where customer_email is not null;

-- What the search box of orders looks through (services/order-search.ts). Apart from the orders, as product_search (0056):
-- a status that moves does not touch this index.
create table order_search (
  order_id bigint primary key references orders (id) on delete cascade,
  -- A shop's part is looked for in its shop only.
  is_part boolean not null,
  text text not null
);
create index order_search_whole on order_search using gin (text gin_trgm_ops) with (gin_pending_list_limit = 256)
  where not is_part;
create index order_search_parts on order_search using gin (text gin_trgm_ops) with (gin_pending_list_limit = 256)
  where is_part;

create function order_text(number text, name text, contact text, email text) returns text
  language sql immutable parallel safe as $$
  select search_text(number || ' ' || phone_tail(contact) || coalesce(' ' || name, '') || coalesce(' ' || email, ''))
$$;

create function orders_index() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    update order_search s set text = order_text(n.tracking_number, n.customer_name, n.customer_contact, n.customer_email)
      from written n join before o on o.id = n.id
      where s.order_id = n.id and (o.tracking_number, o.customer_name, o.customer_contact, o.customer_email)
        is distinct from (n.tracking_number, n.customer_name, n.customer_contact, n.customer_email);
  else
    insert into order_search (order_id, is_part, text)
      select id, parent_id is not null, order_text(tracking_number, customer_name, customer_contact, customer_email)
      from written;
  end if;
  return null;
end $$;
create trigger orders_index_inserted after insert on orders
  referencing new table as written for each statement execute function orders_index();
create trigger orders_index_updated after update on orders
  referencing old table as before new table as written for each statement execute function orders_index();

insert into order_search (order_id, is_part, text)
  select id, parent_id is not null, order_text(tracking_number, customer_name, customer_contact, customer_email) from orders;
