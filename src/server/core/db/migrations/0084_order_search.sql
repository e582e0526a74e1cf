-- What the search box of orders looks through: a line for each whole order tells its day and its shops, too, and the one
-- index knows all three. So a shop looks among its own, and the latest that fit are found day by day, however many fit.
drop trigger orders_index_inserted on orders;
drop trigger orders_index_updated on orders;
drop function orders_index();
drop function index_orders(bigint[]);
drop table order_search;
drop function order_text(text, text, text, text);

create table order_search (
  order_id bigint primary key references orders (id) on delete cascade,
  -- When it was placed, in UTC; its parts were placed with it.
  day date not null,
  -- Whose parts it has, in the order of their numbers in the text; 0 for one that was removed.
  shops bigint[] not null,
  -- The numbers of the whole and of its parts; in a second line the buyer.
  text text not null
);

create function order_text(numbers text, name text, contact text, email text) returns text
  language sql immutable parallel safe as $$
  select ' ' || numbers || E'\n ' || phone_tail(contact) || translate(coalesce(search_text(name), ''), E'\n', ' ')
    || coalesce(' ' || lower(split_part(email, '@', 1)), '')
$$;

-- Of such a text what belongs to the part in that place: neither the whole's number nor another shop's.
create function part_text(text text, place bigint) returns text language sql immutable parallel safe as $$
  select ' ' || split_part(split_part(text, E'\n', 1), ' ', place::integer + 2) || split_part(text, E'\n', 2)
$$;

-- Orders that were removed have no line: lines alone are counted.
create function index_orders(ids bigint[]) returns void language sql as $$
  delete from order_search s using orders o
  where s.order_id = any(ids) and o.id = s.order_id and o.deleted_at is not null;
  insert into order_search (order_id, day, shops, text)
  select o.id, (o.created_at at time zone 'UTC')::date, coalesce(parts.shops, '{}'),
    order_text(concat_ws(' ', o.tracking_number, parts.numbers), o.customer_name, o.customer_contact, o.customer_email)
  from orders o cross join lateral (select string_agg(part.tracking_number, ' ' order by part.id) as numbers,
      array_agg(case when part.deleted_at is null then part.shop_id else 0 end order by part.id) as shops
    from orders part where part.parent_id = o.id) parts
  where o.id = any(ids) and o.deleted_at is null
  on conflict (order_id) do update set day = excluded.day, shops = excluded.shops, text = excluded.text
    where (order_search.day, order_search.shops, order_search.text)
      is distinct from (excluded.day, excluded.shops, excluded.text)
$$;

create function orders_index() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform index_orders(array_agg(distinct coalesce(n.parent_id, n.id))) from written n join before o on o.id = n.id
      where (o.tracking_number, o.customer_name, o.customer_contact, o.customer_email, o.created_at, o.deleted_at)
        is distinct from
        (n.tracking_number, n.customer_name, n.customer_contact, n.customer_email, n.created_at, n.deleted_at)
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

insert into order_search (order_id, day, shops, text)
  select o.id, (o.created_at at time zone 'UTC')::date, coalesce(parts.shops, '{}'),
    order_text(concat_ws(' ', o.tracking_number, parts.numbers), o.customer_name, o.customer_contact, o.customer_email)
  from orders o left join (select parent_id, string_agg(tracking_number, ' ' order by id) as numbers,
      array_agg(case when deleted_at is null then shop_id else 0 end order by id) as shops
    from orders where parent_id is not null group by parent_id) parts on parts.parent_id = o.id
  where o.parent_id is null and o.deleted_at is null order by o.created_at, o.id;
create index order_search_text on order_search using gin ((array[day]), shops, text gin_trgm_ops)
  -- Every search reads what is pending one by one: little of it is kept.
  with (gin_pending_list_limit = 256);
