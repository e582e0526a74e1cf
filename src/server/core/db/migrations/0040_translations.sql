-- Texts of these families in other languages, as of all others.
alter table taxes add column translations jsonb not null default '{}';
alter table shippings add column translations jsonb not null default '{}';
alter table mobile_app_versions add column translations jsonb not null default '{}';
alter table shops add column translations jsonb not null default '{}';
