-- What searches of people, shops, staff and categories look into, made once for each name: an index of an expression makes it
-- again for each row that it finds. A row that is removed has none. Of a table of its own, so that rows stay as long as they are.
create table name_search (
  family text not null,
  id bigint not null,
  text text not null
);
alter table name_search add primary key (family, id);

create function name_index() returns trigger language plpgsql as $$
declare
  -- A name has another collation than texts, so that no index would serve it.
  of_table constant text := tg_table_name;
begin
  if tg_op = 'DELETE' or new.deleted_at is not null then
    delete from name_search where family = of_table and id = old.id;
  else
    insert into name_search (family, id, text) values (of_table, new.id, search_document(new.name))
      on conflict (family, id) do update set text = excluded.text;
  end if;
  return null;
end $$;

create trigger users_name_added after insert on users
  for each row when (new.deleted_at is null) execute function name_index();
create trigger users_name_changed after update of name, deleted_at on users
  for each row when ((old.name, old.deleted_at) is distinct from (new.name, new.deleted_at)) execute function name_index();
create trigger users_name_gone after delete on users for each row execute function name_index();
create trigger shops_name_added after insert on shops
  for each row when (new.deleted_at is null) execute function name_index();
create trigger shops_name_changed after update of name, deleted_at on shops
  for each row when ((old.name, old.deleted_at) is distinct from (new.name, new.deleted_at)) execute function name_index();
create trigger shops_name_gone after delete on shops for each row execute function name_index();
create trigger categories_name_added after insert on categories
  for each row when (new.deleted_at is null) execute function name_index();
create trigger categories_name_changed after update of name, deleted_at on categories
  for each row when ((old.name, old.deleted_at) is distinct from (new.name, new.deleted_at)) execute function name_index();
create trigger categories_name_gone after delete on categories for each row execute function name_index();
create trigger memberships_name_added after insert on memberships
  for each row when (new.deleted_at is null) execute function name_index();
create trigger memberships_name_changed after update of name, deleted_at on memberships
  for each row when ((old.name, old.deleted_at) is distinct from (new.name, new.deleted_at)) execute function name_index();
create trigger memberships_name_gone after delete on memberships for each row execute function name_index();
