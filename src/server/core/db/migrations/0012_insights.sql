-- Orders per business day, shop and status, for dashboards. Writers append and never wait; a job sums them up.
create table order_days (
  -- 0: whole orders; otherwise the parts of a shop.
  shop_id bigint not null,
  day date not null,
  status text not null,
  orders integer not null,
  paid numeric(18, 2) not null,
  -- False: appended since the last sum.
  is_summed boolean not null default false
);
create index order_days_day on order_days (shop_id, day) include (status, orders, paid);
create index order_days_added on order_days (shop_id, day, status) where not is_summed;

-- Orders per business day of their payment and shop, for dashboards: like order_days, written by appending.
create table paid_days (
  -- 0: whole orders; otherwise the parts of a shop.
  shop_id bigint not null,
  day date not null,
  orders integer not null,
  paid numeric(18, 2) not null,
  -- False: appended since the last sum.
  is_summed boolean not null default false
);
create index paid_days_day on paid_days (shop_id, day) include (orders, paid);
create index paid_days_added on paid_days (shop_id, day) where not is_summed;

-- People who have dismissed the first steps.
create table dismissed_first_steps (
  user_id bigint primary key references users (id) on delete cascade,
  at timestamptz not null
);

-- Recounts days after a change of time zone; waits for orders being written.
create function rebuild_order_days() returns void language plpgsql as $$
begin
  lock table orders in share mode;
  delete from order_days;
  insert into order_days (shop_id, day, status, orders, paid, is_summed)
    select coalesce(shop_id, 0), (created_at at time zone zone)::date, order_status, count(*), sum(paid_total), true
    from orders, business_time_zone() zone where deleted_at is null group by 1, 2, 3;
  delete from paid_days;
  insert into paid_days (shop_id, day, orders, paid, is_summed)
    select coalesce(shop_id, 0), (paid_at at time zone zone)::date, count(*), sum(paid_total), true
    from orders, business_time_zone() zone where deleted_at is null and paid_at is not null group by 1, 2;
  delete from commission_days;
  insert into commission_days (day, orders, goods, credited)
    select (credited_at at time zone zone)::date, count(*),
      sum(goods_of_part(amount, discount, discount_shop_id, shop_id)), sum(credited_amount)
    from orders, business_time_zone() zone where parent_id is not null and credited_at is not null group by 1
    union all select (decided_at at time zone zone)::date, 0, -sum(goods), -sum(vendor_amount)
    from vendor_refunds, business_time_zone() zone group by 1;
end $$;

-- Shop of a record, for the audit log; writers of the log need not know it. PL/pgSQL keeps the plan of the one query that
-- a family needs; as a function of SQL all of them were planned with every entry of the log, which took 0.6 ms.
create function shop_of_record(family text, row_id bigint) returns bigint language plpgsql stable as $$
begin
  case family
    when 'shops' then return row_id;
    when 'products' then return (select shop_id from products where id = row_id);
    when 'orders' then return (select shop_id from orders where id = row_id);
    when 'staffs' then return (select shop_id from users where id = row_id);
    when 'withdraws' then return (select shop_id from withdraws where id = row_id);
    when 'coupons' then return (select shop_id from coupons where id = row_id);
    when 'attributes' then return (select shop_id from attributes where id = row_id);
    when 'authors' then return (select shop_id from authors where id = row_id);
    when 'manufacturers' then return (select shop_id from manufacturers where id = row_id);
    when 'faqs' then return (select shop_id from faqs where id = row_id);
    when 'terms-and-conditions' then return (select shop_id from terms_and_conditions where id = row_id);
    when 'refund-policies' then return (select shop_id from refund_policies where id = row_id);
    when 'review-banners' then return (select shop_id from review_banners where id = row_id);
    when 'advertising-banners' then return (select shop_id from advertising_banners where id = row_id);
    when 'product-reviews' then return (select shop_id from product_reviews where id = row_id);
    when 'product-imports' then return (select shop_id from product_imports where id = row_id);
    when 'ownership-transfers' then return (select shop_id from ownership_transfers where id = row_id);
    when 'flash-sale-requests' then return (select shop_id from flash_sale_requests where id = row_id);
    when 'conversations' then return (select shop_id from conversations where id = row_id);
    when 'reviews' then return (select shop_id from reviews where id = row_id);
    when 'questions' then return (select shop_id from questions where id = row_id);
    else return null;
  end case;
end $$;
