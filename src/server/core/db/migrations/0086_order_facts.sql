-- What the search box of orders looks through tells what an order and its parts are, too, and when they were placed: who
-- looks for a name among those that are paid, or of one month, is answered by the one index, however many have the name.
drop trigger orders_index_inserted on orders;
drop trigger orders_index_updated on orders;
drop function orders_index();
drop function index_orders(bigint[]);
drop table order_search;

-- The shop of a part, 0 for a whole order, and in the last three digits what is filtered by. New statuses are added at the
-- end of their list; a test asks for each of the contract.
create function order_fact(shop bigint, status text, payment text, gateway text) returns bigint
  language sql immutable parallel safe as $$
  select shop * 1000 + 100 * array_position('{order-pending,order-processing,order-at-local-facility,order-out-for-delivery,
      order-completed,order-cancelled,order-refunded,order-failed}'::text[], status)
    + 5 * array_position('{payment-pending,payment-processing,payment-success,payment-failed,payment-reversal,
      payment-refunded,payment-cash-on-delivery,payment-cash,payment-wallet,payment-awaiting-for-approval}'::text[], payment)
    + array_position('{CASH,CASH_ON_DELIVERY,SBP,FULL_WALLET_PAYMENT}'::text[], gateway)
$$;

create table order_search (
  order_id bigint primary key references orders (id) on delete cascade,
  -- The parts of an order were placed with it.
  placed_at timestamptz not null,
  -- Whose parts it has, in the order of their numbers in the text; 0 for one that was removed.
  shops bigint[] not null,
  -- Of the whole, and of each part that was not removed.
  facts bigint[] not null,
  -- The numbers of the whole and of its parts; in a second line the buyer.
  text text not null
);

-- Orders that were removed have no line: lines alone are counted.
create function index_orders(ids bigint[]) returns void language sql as $$
  delete from order_search s using orders o
  where s.order_id = any(ids) and o.id = s.order_id and o.deleted_at is not null;
  insert into order_search (order_id, placed_at, shops, facts, text)
  select o.id, o.created_at, coalesce(parts.shops, '{}'),
    order_fact(0, o.order_status, o.payment_status, o.payment_gateway) || coalesce(parts.facts, '{}'),
    order_text(concat_ws(' ', o.tracking_number, parts.numbers), o.customer_name, o.customer_contact, o.customer_email)
  from orders o cross join lateral (select string_agg(part.tracking_number, ' ' order by part.id) as numbers,
      array_agg(case when part.deleted_at is null then part.shop_id else 0 end order by part.id) as shops,
      array_agg(order_fact(part.shop_id, part.order_status, part.payment_status, part.payment_gateway) order by part.id)
        filter (where part.deleted_at is null) as facts
    from orders part where part.parent_id = o.id) parts
  where o.id = any(ids) and o.deleted_at is null
  on conflict (order_id) do update
    set placed_at = excluded.placed_at, shops = excluded.shops, facts = excluded.facts, text = excluded.text
    where (order_search.placed_at, order_search.shops, order_search.facts, order_search.text)
      is distinct from (excluded.placed_at, excluded.shops, excluded.facts, excluded.text)
$$;

create function orders_index() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform index_orders(array_agg(distinct coalesce(n.parent_id, n.id))) from written n join before o on o.id = n.id
      where (o.tracking_number, o.customer_name, o.customer_contact, o.customer_email, o.created_at, o.deleted_at,
          o.order_status, o.payment_status, o.payment_gateway)
        is distinct from
        (n.tracking_number, n.customer_name, n.customer_contact, n.customer_email, n.created_at, n.deleted_at,
          n.order_status, n.payment_status, n.payment_gateway)
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

insert into order_search (order_id, placed_at, shops, facts, text)
  select o.id, o.created_at, coalesce(parts.shops, '{}'),
    order_fact(0, o.order_status, o.payment_status, o.payment_gateway) || coalesce(parts.facts, '{}'),
    order_text(concat_ws(' ', o.tracking_number, parts.numbers), o.customer_name, o.customer_contact, o.customer_email)
  from orders o left join (select parent_id, string_agg(tracking_number, ' ' order by id) as numbers,
      array_agg(case when deleted_at is null then shop_id else 0 end order by id) as shops,
      array_agg(order_fact(shop_id, order_status, payment_status, payment_gateway) order by id)
        filter (where deleted_at is null) as facts
    from orders where parent_id is not null group by parent_id) parts on parts.parent_id = o.id
  where o.parent_id is null and o.deleted_at is null order by o.created_at, o.id;
create index order_search_text on order_search
  using gin ((array[(placed_at at time zone 'UTC')::date]), shops, facts, text gin_trgm_ops)
  -- Every search reads what is pending one by one: little of it is kept.
  with (gin_pending_list_limit = 256);
create index order_search_placed_at on order_search (placed_at);
