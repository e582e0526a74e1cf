-- online
-- The page of missing translations counts products that lack a text, and lists them by id. The conditions are those of
-- `insights/translations.ts`.
drop index concurrently if exists products_lacking_en;
create index concurrently products_lacking_en on products (id) where deleted_at is null and (
    (coalesce(name, '') <> '' and coalesce(translations -> 'en' ->> 'name', '') = '') or
    (coalesce(description, '') <> '' and coalesce(translations -> 'en' ->> 'description', '') = '') or
    (coalesce(unit, '') <> '' and coalesce(translations -> 'en' ->> 'unit', '') = ''));
drop index concurrently if exists products_lacking_ar;
create index concurrently products_lacking_ar on products (id) where deleted_at is null and (
    (coalesce(name, '') <> '' and coalesce(translations -> 'ar' ->> 'name', '') = '') or
    (coalesce(description, '') <> '' and coalesce(translations -> 'ar' ->> 'description', '') = '') or
    (coalesce(unit, '') <> '' and coalesce(translations -> 'ar' ->> 'unit', '') = ''));
