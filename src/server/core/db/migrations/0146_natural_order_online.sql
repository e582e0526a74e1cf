-- online
drop index concurrently if exists users_name_natural;
create index concurrently users_name_natural on users ((natural_order(name) collate "und-x-icu"), id)
  where deleted_at is null;
drop index concurrently if exists users_name;
drop index concurrently if exists shops_name_natural;
create index concurrently shops_name_natural on shops ((natural_order(name) collate "und-x-icu"), id)
  where deleted_at is null;
drop index concurrently if exists shops_name;
drop index concurrently if exists groups_name_natural;
create index concurrently groups_name_natural on groups ((natural_order(name) collate "und-x-icu"), id)
  where deleted_at is null;
drop index concurrently if exists groups_name;
drop index concurrently if exists tags_name_natural;
create index concurrently tags_name_natural on tags ((natural_order(name) collate "und-x-icu"), id)
  where deleted_at is null;
drop index concurrently if exists tags_name;
drop index concurrently if exists categories_name_natural;
create index concurrently categories_name_natural on categories ((natural_order(name) collate "und-x-icu"), id)
  where deleted_at is null;
drop index concurrently if exists categories_name;
drop index concurrently if exists authors_name_natural;
create index concurrently authors_name_natural on authors ((natural_order(name) collate "und-x-icu"), id)
  where deleted_at is null;
drop index concurrently if exists authors_name;
drop index concurrently if exists manufacturers_name_natural;
create index concurrently manufacturers_name_natural on manufacturers ((natural_order(name) collate "und-x-icu"), id)
  where deleted_at is null;
drop index concurrently if exists manufacturers_name;
drop index concurrently if exists products_name_natural;
create index concurrently products_name_natural on products ((natural_order(name) collate "und-x-icu"), id)
  where deleted_at is null;
drop index concurrently if exists products_name;
drop index concurrently if exists products_sku_natural;
create index concurrently products_sku_natural on products ((natural_order(sku) collate "und-x-icu"), id)
  where deleted_at is null;
drop index concurrently if exists products_sku;
drop index concurrently if exists orders_whole_customer_name_natural;
create index concurrently orders_whole_customer_name_natural on orders ((natural_order(customer_name) collate "und-x-icu"), id)
  where (parent_id is null) and (deleted_at is null);
drop index concurrently if exists orders_whole_customer_name;
drop index concurrently if exists orders_parts_customer_name_natural;
create index concurrently orders_parts_customer_name_natural on orders (shop_id, (natural_order(customer_name) collate "und-x-icu"), id)
  where (parent_id is not null) and (deleted_at is null);
drop index concurrently if exists orders_parts_customer_name;
drop index concurrently if exists contact_messages_subject_natural;
create index concurrently contact_messages_subject_natural on contact_messages ((natural_order(subject) collate "und-x-icu"), id)
  where deleted_at is null;
drop index concurrently if exists contact_messages_subject;
drop index concurrently if exists newsletter_subscribers_email_natural;
create index concurrently newsletter_subscribers_email_natural on newsletter_subscribers ((natural_order(email) collate "und-x-icu"), id)
  where deleted_at is null;
drop index concurrently if exists newsletter_subscribers_email;
drop index concurrently if exists newsletters_subject_natural;
create index concurrently newsletters_subject_natural on newsletters ((natural_order(subject) collate "und-x-icu"), id)
  where deleted_at is null;
drop index concurrently if exists newsletters_subject;
drop index concurrently if exists reply_templates_title_natural;
create index concurrently reply_templates_title_natural on reply_templates ((natural_order(title) collate "und-x-icu"), id)
  where deleted_at is null;
drop index concurrently if exists reply_templates_title;
drop index concurrently if exists roles_name_natural;
create index concurrently roles_name_natural on roles ((natural_order(name) collate "und-x-icu"), id)
  where deleted_at is null;
drop index concurrently if exists roles_name;
drop index concurrently if exists memberships_name_natural;
create index concurrently memberships_name_natural on memberships ((natural_order(name) collate "und-x-icu"), id)
  where deleted_at is null;
drop index concurrently if exists memberships_name;
