-- What the search for everything looks through beside products and orders, which have lines of their own (0056, 0071).
create index users_search on users using gin (search_text(name) gin_trgm_ops) with (gin_pending_list_limit = 256)
  where deleted_at is null;
create index users_email_begin on users (email text_pattern_ops) where deleted_at is null;
create index users_phone on users (phone_tail(contact) text_pattern_ops) where contact is not null and deleted_at is null;
create index shops_search on shops using gin (search_text(name) gin_trgm_ops) with (gin_pending_list_limit = 256)
  where deleted_at is null;
create index shops_slug_begin on shops (slug text_pattern_ops) where deleted_at is null;
create index categories_search on categories using gin (search_text(name) gin_trgm_ops)
  with (gin_pending_list_limit = 256) where deleted_at is null;
create index coupons_code_begin on coupons (code text_pattern_ops) where deleted_at is null;

-- The log of all that was done is read by time, however long it is; each filter has its own way in. What a page shows is
-- found in an index alone before its rows are read.
alter table audit_log add column shop_id bigint;
drop index if exists audit_log_user;
create index audit_log_at on audit_log (at desc, id desc);
create index audit_log_user on audit_log (user_id, at desc, id desc) include (family, action) where user_id is not null;
create index audit_log_family on audit_log (family, at desc, id desc) include (action, user_id);
create index audit_log_action on audit_log (family, action, at desc, id desc) include (user_id);
create index audit_log_shop on audit_log (shop_id, at desc, id desc) include (family, action, user_id)
  where shop_id is not null;

-- Whose shop a record is in, where that can be told: many write the log, and none of them has to know.
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

create function audit_log_knows_shop() returns trigger language plpgsql as $$
begin
  if new.row_id is not null and new.shop_id is null then
    new.shop_id := shop_of_record(new.family, new.row_id);
  end if;
  return new;
end $$;
create trigger audit_log_shop before insert on audit_log for each row execute function audit_log_knows_shop();
update audit_log set shop_id = shop_of_record(family, row_id)
  where row_id is not null and shop_of_record(family, row_id) is not null;

-- What lies in the trash, the latest first.
do $$
declare
  name text;
begin
  foreach name in array array['tags', 'boxes', 'faqs', 'store_notices', 'error_codes', 'authors', 'manufacturers', 'coupons',
    'mobile_app_versions', 'social_links', 'advertising_banners', 'review_banners', 'groups', 'products', 'categories',
    'attributes', 'attribute_values', 'order_status', 'taxes', 'shippings', 'delivery_classes', 'refund_policies',
    'refund_reasons', 'terms_and_conditions', 'flash_sale', 'users', 'shops', 'reviews', 'questions'] loop
    execute format('create index %I on %I (deleted_at desc, id desc) where deleted_at is not null', name || '_trash', name);
  end loop;
end $$;

-- Who wants to hear no more of the first steps.
create table first_steps_put_away (
  user_id bigint primary key references users (id) on delete cascade,
  at timestamptz not null
);
