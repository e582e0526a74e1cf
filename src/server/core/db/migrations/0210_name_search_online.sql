-- online
do $$
declare
  last bigint := 0;
  ids bigint[];
begin
  loop
    select array_agg(id order by id) into ids
      from (select id from users where id > last and deleted_at is null order by id limit 1000) batch;
    exit when ids is null;
    -- Waits for concurrent writers, so that their rows are read; what triggers wrote stays.
    perform 1 from users where id = any(ids) order by id for no key update;
    insert into name_search (family, id, text) select 'users', id, search_document(name) from users
      where id = any(ids) and deleted_at is null on conflict do nothing;
    last := ids[array_upper(ids, 1)];
    commit;
  end loop;
end $$;
do $$
declare
  last bigint := 0;
  ids bigint[];
begin
  loop
    select array_agg(id order by id) into ids
      from (select id from shops where id > last and deleted_at is null order by id limit 1000) batch;
    exit when ids is null;
    -- Waits for concurrent writers, so that their rows are read; what triggers wrote stays.
    perform 1 from shops where id = any(ids) order by id for no key update;
    insert into name_search (family, id, text) select 'shops', id, search_document(name) from shops
      where id = any(ids) and deleted_at is null on conflict do nothing;
    last := ids[array_upper(ids, 1)];
    commit;
  end loop;
end $$;
do $$
declare
  last bigint := 0;
  ids bigint[];
begin
  loop
    select array_agg(id order by id) into ids
      from (select id from categories where id > last and deleted_at is null order by id limit 1000) batch;
    exit when ids is null;
    -- Waits for concurrent writers, so that their rows are read; what triggers wrote stays.
    perform 1 from categories where id = any(ids) order by id for no key update;
    insert into name_search (family, id, text) select 'categories', id, search_document(name) from categories
      where id = any(ids) and deleted_at is null on conflict do nothing;
    last := ids[array_upper(ids, 1)];
    commit;
  end loop;
end $$;
do $$
declare
  last bigint := 0;
  ids bigint[];
begin
  loop
    select array_agg(id order by id) into ids
      from (select id from memberships where id > last and deleted_at is null order by id limit 1000) batch;
    exit when ids is null;
    -- Waits for concurrent writers, so that their rows are read; what triggers wrote stays.
    perform 1 from memberships where id = any(ids) order by id for no key update;
    insert into name_search (family, id, text) select 'memberships', id, search_document(name) from memberships
      where id = any(ids) and deleted_at is null on conflict do nothing;
    last := ids[array_upper(ids, 1)];
    commit;
  end loop;
end $$;
drop index concurrently if exists name_search_users;
create index concurrently name_search_users on name_search using gin (text gin_trgm_ops)
  with (gin_pending_list_limit='256') where family = 'users';
drop index concurrently if exists name_search_shops;
create index concurrently name_search_shops on name_search using gin (text gin_trgm_ops)
  with (gin_pending_list_limit='256') where family = 'shops';
drop index concurrently if exists name_search_categories;
create index concurrently name_search_categories on name_search using gin (text gin_trgm_ops)
  with (gin_pending_list_limit='256') where family = 'categories';
drop index concurrently if exists name_search_memberships;
create index concurrently name_search_memberships on name_search using gin (text gin_trgm_ops)
  with (gin_pending_list_limit='256') where family = 'memberships';
drop index concurrently if exists users_search_document;
drop index concurrently if exists shops_search_document;
drop index concurrently if exists categories_search_document;
