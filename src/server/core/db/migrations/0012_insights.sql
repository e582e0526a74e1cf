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

-- People who have dismissed the first steps.
create table first_steps_put_away (
  user_id bigint primary key references users (id) on delete cascade,
  at timestamptz not null
);

create function order_days_of_all() returns void language sql as $$
  delete from order_days;
  insert into order_days (shop_id, day, status, orders, paid, is_summed)
    select coalesce(shop_id, 0), (created_at at time zone zone)::date, order_status, count(*), sum(paid_total), true
    from orders, business_time_zone() zone where deleted_at is null group by 1, 2, 3;
  delete from commission_days;
  insert into commission_days (day, orders, goods, credited)
    select (credited_at at time zone zone)::date, count(*),
      sum(amount - case when discount_shop_id = shop_id then discount else 0 end), sum(credited_amount)
    from orders, business_time_zone() zone where parent_id is not null and credited_at is not null group by 1
    union all select (decided_at at time zone zone)::date, 0, -sum(goods), -sum(vendor_amount)
    from vendor_refunds, business_time_zone() zone group by 1;
$$;

-- Recounts days after a change of time zone; waits for orders being written.
create function order_days_move() returns trigger language plpgsql as $$
begin
  lock table orders in share mode;
  perform order_days_of_all();
  return null;
end $$;

-- Shop of a record, for the audit log; writers of the log need not know it.
create function shop_of_record(family text, row_id bigint) returns bigint language sql stable as $$
  select case family
    when 'shops' then row_id
    when 'products' then (select shop_id from products where id = row_id)
    when 'orders' then (select shop_id from orders where id = row_id)
    when 'staffs' then (select shop_id from users where id = row_id)
    when 'withdraws' then (select shop_id from withdraws where id = row_id)
    when 'coupons' then (select shop_id from coupons where id = row_id)
    when 'attributes' then (select shop_id from attributes where id = row_id)
    when 'authors' then (select shop_id from authors where id = row_id)
    when 'manufacturers' then (select shop_id from manufacturers where id = row_id)
    when 'faqs' then (select shop_id from faqs where id = row_id)
    when 'terms-and-conditions' then (select shop_id from terms_and_conditions where id = row_id)
    when 'refund-policies' then (select shop_id from refund_policies where id = row_id)
    when 'review-banners' then (select shop_id from review_banners where id = row_id)
    when 'advertising-banners' then (select shop_id from advertising_banners where id = row_id)
    when 'product-reviews' then (select shop_id from product_reviews where id = row_id)
    when 'product-imports' then (select shop_id from product_imports where id = row_id)
    when 'ownership-transfers' then (select shop_id from ownership_transfers where id = row_id)
    when 'flash-sale-requests' then (select shop_id from flash_sale_requests where id = row_id)
    when 'conversations' then (select shop_id from conversations where id = row_id)
    when 'reviews' then (select shop_id from reviews where id = row_id)
    when 'questions' then (select shop_id from questions where id = row_id)
  end
$$;

-- A trigger, because the zone may be changed by SQL or a restore.
create trigger settings_zone_insert after insert on settings for each row
  when (new.options ->> 'timeZone' is not null) execute function order_days_move();
create trigger settings_zone_update after update of options on settings for each row
  when (new.options ->> 'timeZone' is distinct from old.options ->> 'timeZone') execute function order_days_move();
