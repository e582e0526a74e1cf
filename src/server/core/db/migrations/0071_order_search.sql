-- What the search box of orders looks through, smaller: a line for each whole order, with the numbers of its shops' parts.
-- A shop's part is found by the whole: one index of three letters instead of two, and buyers are in each index once. Of an
-- e-mail address what stands before the @: whoever writes one out is answered by orders_email.
drop trigger orders_index_inserted on orders;
drop trigger orders_index_updated on orders;
drop function orders_index();
drop table order_search;
drop function order_text(text, text, text, text);

create table order_search (
  order_id bigint primary key references orders (id) on delete cascade,
  text text not null
);

create function order_text(numbers text, name text, contact text, email text) returns text
  language sql immutable parallel safe as $$
  select ' ' || numbers || ' ' || phone_tail(contact) || coalesce(search_text(name), '')
    || coalesce(' ' || lower(split_part(email, '@', 1)), '')
$$;

-- Orders that were removed have no line: lines alone are counted.
create function index_orders(ids bigint[]) returns void language sql as $$
  delete from order_search s using orders o
  where s.order_id = any(ids) and o.id = s.order_id and o.deleted_at is not null;
  insert into order_search (order_id, text)
  select o.id, order_text(concat_ws(' ', o.tracking_number, parts.numbers), o.customer_name, o.customer_contact,
    o.customer_email)
  from orders o cross join lateral (select string_agg(part.tracking_number, ' ' order by part.id) as numbers
    from orders part where part.parent_id = o.id) parts
  where o.id = any(ids) and o.deleted_at is null
  on conflict (order_id) do update set text = excluded.text where order_search.text <> excluded.text
$$;

create function orders_index() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform index_orders(array_agg(distinct coalesce(n.parent_id, n.id))) from written n join before o on o.id = n.id
      where (o.tracking_number, o.customer_name, o.customer_contact, o.customer_email, o.deleted_at)
        is distinct from (n.tracking_number, n.customer_name, n.customer_contact, n.customer_email, n.deleted_at)
      having count(*) > 0;
  else
    perform index_orders(array_agg(distinct coalesce(parent_id, id))) from written having count(*) > 0;
  end if;
  return null;
end $$;
create trigger orders_index_inserted after insert on orders
  referencing new table as written for each statement execute function orders_index();
create trigger orders_index_updated after update on orders
  referencing old table as before new table as written for each statement execute function orders_index();

select index_orders(array_agg(id)) from orders where parent_id is null having count(*) > 0;
-- Every search reads what is pending one by one: little of it is kept.
create index order_search_text on order_search using gin (text gin_trgm_ops) with (gin_pending_list_limit = 256);

drop index orders_phone;
drop index orders_email;
create index orders_phone on orders (phone_tail(customer_contact)) where parent_id is null;
create index orders_email on orders (lower(customer_email) text_pattern_ops)
  where parent_id is null and customer_email is not null;

-- Filters that meet, and those that no order fits, are answered by an index alone.
drop index orders_whole_status;
drop index orders_whole_payment;
create index orders_whole_status on orders (order_status, created_at desc, id desc)
  include (payment_status, payment_gateway) where parent_id is null and deleted_at is null;
create index orders_whole_payment on orders (payment_status, created_at desc, id desc)
  include (order_status, payment_gateway) where parent_id is null and deleted_at is null;
create index orders_whole_gateway on orders (payment_gateway, created_at desc, id desc)
  include (order_status, payment_status) where parent_id is null and deleted_at is null;
create index orders_whole_updated_at on orders (updated_at, id) where parent_id is null and deleted_at is null;

-- The same for a shop's parts, sorted.
create index orders_parts_total on orders (shop_id, total, id) where parent_id is not null and deleted_at is null;
create index orders_parts_updated_at on orders (shop_id, updated_at, id)
  where parent_id is not null and deleted_at is null;
create index orders_parts_customer_name on orders (shop_id, customer_name collate "und-x-icu", id)
  where parent_id is not null and deleted_at is null;

-- The commission of a period is summed in an index alone, of all shops or of one.
drop index orders_credited;
create index orders_credited on orders (credited_at)
  include (shop_id, amount, discount, discount_shop_id, credited_amount)
  where parent_id is not null and credited_at is not null;
create index orders_credited_of_shop on orders (shop_id, credited_at)
  include (amount, discount, discount_shop_id, credited_amount)
  where parent_id is not null and credited_at is not null;
